// A button for what cannot be undone: the first press asks, the second does it. Escape, or leaving it, takes the first
// one back.

import { make, setAttribute, setText } from "../panel/dom";
import { say } from "../panel/link";

export class TwoSteps {
  readonly button = make("button", { class: "small", attributes: { type: "button" } });
  #text = "";
  #label = "";
  #question = "";
  #asked = false;

  constructor(action: () => void) {
    this.button.addEventListener("click", () => {
      if (this.#asked) action();
      else say(`${this.#question} Press again, or Escape.`);
      this.#ask(!this.#asked);
    });
    this.button.addEventListener("blur", () => this.#ask(false));
    this.button.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.#asked) return;
      // It would close the popup as well.
      event.preventDefault();
      event.stopPropagation();
      this.#ask(false);
      say("Nothing was closed");
    });
  }

  show(text: string, label: string, question: string): void {
    this.#text = text;
    this.#label = label;
    this.#question = question;
    this.#draw();
  }

  #ask(asked: boolean): void {
    this.#asked = asked;
    this.#draw();
  }

  #draw(): void {
    setText(this.button, this.#asked ? this.#question : this.#text);
    setAttribute(this.button, "aria-label", this.#asked ? `${this.#question} ${this.#label}` : this.#label);
    this.button.classList.toggle("danger", this.#asked);
  }
}
