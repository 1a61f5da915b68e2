// What agents ask the person: first of all that the popup shows.

import { List, find, make, setAttribute, setText, type Row } from "../panel/dom";
import { act } from "../panel/link";
import { nameOf } from "../panel/policy";
import type { PanelState, QuestionView } from "../shared/panel";

export class QuestionsView {
  readonly #list = new List<QuestionView>(find("question-list"), ({ id }) => id, questionRow, find("title"));

  show({ questions }: PanelState): void {
    this.#list.show(questions);
    find("questions").hidden = questions.length === 0;
  }
}

function questionRow({ id, text, tabId, agent, right }: QuestionView): Row<QuestionView> {
  const swatch = make("span", { class: "swatch", attributes: { "aria-hidden": "true" } });
  const name = make("bdi", { class: "name", text: right === null ? agent.name : nameOf(agent) });
  const words = make("p", { class: "words", attributes: { dir: "auto" }, text });
  const show = make("button", { text: "Show tab", attributes: { type: "button" } });
  const no = make("button", { text: "No", attributes: { type: "button" } });
  const yes = right === null ? "Done" : "Allow";
  const done = make("button", { class: "main", text: yes, attributes: { type: "button" } });
  setAttribute(swatch, "data-color", agent.color);
  setAttribute(done, "aria-label", `${yes}: ${text}`);
  setAttribute(no, "aria-label", `No: ${text}`);
  show.hidden = tabId === null;
  show.addEventListener("click", () => {
    if (tabId !== null) void act("showTab", { tabId }, "The tab is in front").then((there) => there && window.close());
  });
  done.addEventListener(
    "click",
    () => void act("answer", { id, said: "done" }, `Answered ${agent.name}: ${yes.toLowerCase()}`),
  );
  no.addEventListener("click", () => void act("answer", { id, said: "no" }, `Answered ${agent.name}: no`));
  const heading = make("h3", {}, swatch, name);
  return {
    element: make("li", { class: "card question" }, heading, words, make("div", { class: "line" }, show, no, done)),
    update: (now) => setText(words, now.text),
  };
}
