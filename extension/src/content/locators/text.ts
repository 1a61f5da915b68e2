// text=: the smallest elements that hold a text.

import { isSecretField, masked } from "../../shared/secrets/secret-fields";
import { allRoots, type Root } from "../dom/roots";
import { firstTest, flagged, matcher, unquote, type Matches } from "./text-matcher";

const UNSEEN = new Set(["script", "style", "noscript", "template", "head", "title"]);

export function byText(words: string): Element[] {
  const search = { matches: matcher(words), isWhole: wholeOf(words), mayMatch: firstTest(words) };
  const found: Element[] = [];
  for (const root of allRoots()) collect(root, { ...search, hasButtons: root.querySelector(BUTTONS) !== null }, found);
  return found;
}

const BUTTONS = 'input[type="button" i], input[type="submit" i], input[type="reset" i]';

interface Search {
  matches: Matches;
  isWhole: Matches | null;
  /** What the text of all around a match passes as well; null where nothing can be said of it. */
  mayMatch: Matches | null;
  /** True if there are buttons whose words are no text of the page. */
  hasButtons: boolean;
}

/** In quotes it may also be the whole of what is beside elements: `Hi` of `<p>Hi <b>you</b></p>`. */
function wholeOf(words: string): Matches | null {
  const quoted = flagged(words) ?? unquote(words);
  return quoted === null || quoted === "" || /i$/.test(words) ? null : matcher(words);
}

/**
 * True if the element, or something in it, matches. An expression that asks for the whole text is found by descent too.
 */
function collect(root: Root | Element, search: Search, found: Element[]): void {
  const { matches, isWhole } = search;
  for (let child = root.firstElementChild; child; child = child.nextElementSibling) {
    if (UNSEEN.has(child.localName) || !mayHold(child, search)) continue;
    const before = found.length;
    collect(child, search, found);
    if ((found.length === before && isTextOf(child, matches)) || (isWhole && hasRun(child, isWhole)))
      found.splice(before, 0, child);
  }
}

/** False if nothing of an element matches, nor it itself. */
function mayHold(element: Element, { mayMatch, hasButtons }: Search): boolean {
  if (!mayMatch || mayMatch(element.textContent ?? "")) return true;
  return hasButtons && (element.matches(BUTTONS) || element.querySelector(BUTTONS) !== null);
}

/** True if a text between two elements inside of it, or before or after them, is what is asked for. */
export function hasRun(element: Element, isIt: Matches): boolean {
  if (!element.firstElementChild) return false;
  let run = "";
  for (const node of element.childNodes) {
    if (node instanceof Text) run += node.data;
    else if (node instanceof Element) {
      if (run.trim() !== "" && isIt(run)) return true;
      run = "";
    }
  }
  return run.trim() !== "" && isIt(run);
}

/** True if an element's own text is what is asked for, its line breaks read as nothing or, as a page shows them, as a space. */
export function isTextOf(element: Element, isIt: Matches): boolean {
  return isIt(ownText(element)) || (element.querySelector("br") !== null && isIt(ownText(element, " ")));
}

/** The text between the element's tags, and the words on buttons that are inputs. */
export function ownText(element: Element, lineBreak = ""): string {
  if (element.localName === "br") return lineBreak;
  if (element instanceof HTMLInputElement) return /^(?:button|submit|reset)$/.test(element.type) ? element.value : "";
  if (element.localName === "textarea" && isSecretField(element)) return masked(element.textContent ?? "");
  if (!element.firstElementChild || !(lineBreak || element.querySelector("script, style, noscript, template"))) {
    return element.textContent ?? "";
  }
  return [...element.childNodes].map((node) => textIn(node, lineBreak)).join("");
}

/** True if the text of an element is what is asked for: between its tags, or with what its shadow root and slots show. */
export function hasText(element: Element, matches: Matches): boolean {
  return isTextOf(element, matches) || (allRoots().length > 1 && matches(shownIn(element)));
}

function shownIn(node: Node): string {
  if (!(node instanceof Element) || /^(?:input|textarea)$/.test(node.localName)) return textIn(node);
  if (UNSEEN.has(node.localName)) return "";
  const given = node instanceof HTMLSlotElement ? node.assignedNodes() : [];
  const nodes = given.length > 0 ? given : (node.openOrClosedShadowRoot ?? node).childNodes;
  return [...nodes].map(shownIn).join("");
}

function textIn(node: Node, lineBreak = ""): string {
  if (node instanceof Text) return node.data;
  return node instanceof Element && !UNSEEN.has(node.localName) ? ownText(node, lineBreak) : "";
}
