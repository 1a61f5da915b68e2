// Concealed text: while a picture of the page is taken, what shows a secret is not drawn. A bundle of its own, brought in
// for that.
//
// The document reports what it draws, and the background, which knows the values, which of it to conceal: no value comes
// to a page for that. What is concealed is marked by an attribute that a style of the user's refers to: no style of the page
// counts more.

import type { DrawnTexts, ConcealedParts } from "../../shared/messages";
import { drawnIn, type Drawn } from "./drawn";
import { selectorOf } from "../dom/describe";

let drawn: Drawn[] = [];
let marked: Array<[element: Element, name: string]> = [];

async function look(id: string): Promise<boolean> {
  reveal();
  const found = drawnIn(document);
  drawn = found.drawn;
  const message: DrawnTexts = {
    clz: "drawnTexts",
    id,
    texts: drawn.map(({ text }) => text),
    frames: drawn.flatMap(({ frameId }, place) => (frameId === undefined ? [] : [{ place, frameId }])),
    given: globalThis.__clz.wasGivenSecret === true,
    opaque: found.opaque && selectorOf(found.opaque),
  };
  return (await browser.runtime.sendMessage(message)) as boolean;
}

function conceal(name: string, { places, counts, pictures }: ConcealedParts): boolean {
  const concealed = new Set(places.map((place) => drawn[place]));
  for (const one of drawn) {
    if (one.is === "count" ? counts : one.is ? pictures : false) concealed.add(one);
  }
  const parts = new Map<Element, Set<string>>();
  for (const one of concealed) {
    if (!one) continue;
    const part = one.is === "pictures" ? "pictures" : one.part;
    parts.set(one.element, (parts.get(one.element) ?? new Set()).add(part));
  }
  for (const [element, all] of parts) {
    element.setAttribute(name, [...all].join(" "));
    marked.push([element, name]);
  }
  drawn = [];
  return true;
}

function reveal(): void {
  for (const [element, name] of marked) element.removeAttribute(name);
  marked = [];
}

globalThis.__clz.concealedText = { look, conceal, reveal };
