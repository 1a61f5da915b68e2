// A button for what cannot be undone: the first press asks, the second does it. Leaving the button takes the first one
// back, as does Escape, with which Firefox closes the popup.

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
      else say(`${this.#question} Press again to do it.`);
      this.#ask(!this.#asked);
    });
    this.button.addEventListener("blur", () => this.#ask(false));
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
