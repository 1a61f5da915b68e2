// text=: the smallest elements that hold a text.

import { isSecretField, masked } from "../../shared/secrets/secret-fields";
import { allRoots, type Root } from "../dom/roots";
import { matcher, type Matches } from "./text-matcher";

const UNSEEN = new Set(["script", "style", "noscript", "template", "head", "title"]);

export function byText(words: string): Element[] {
  const matches = matcher(words);
  const found: Element[] = [];
  for (const root of allRoots()) collect(root, matches, found);
  return found;
}

/**
 * True if the element, or something in it, matches. An expression that asks for the whole text is found by descent too.
 */
function collect(root: Root | Element, matches: Matches, found: Element[]): void {
  for (const child of root.children) {
    if (UNSEEN.has(child.localName)) continue;
    const before = found.length;
    collect(child, matches, found);
    if (found.length === before && matches(ownText(child))) found.push(child);
  }
}

/** The text between the element's tags, and what buttons made of an input say. */
export function ownText(element: Element): string {
  if (element instanceof HTMLInputElement) return /^(?:button|submit|reset)$/.test(element.type) ? element.value : "";
  if (element.localName === "textarea" && isSecretField(element)) return masked(element.textContent ?? "");
  if (!element.firstElementChild || !element.querySelector("script, style, noscript, template")) {
    return element.textContent ?? "";
  }
  return [...element.childNodes].map((node) => textIn(node)).join("");
}

function textIn(node: Node): string {
  if (node instanceof Text) return node.data;
  return node instanceof Element && !UNSEEN.has(node.localName) ? ownText(node) : "";
}
