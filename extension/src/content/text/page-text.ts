// The text that the page shows. Script, style and template text is never part of it, nor what is hidden.

import { comparedAsTold } from "../../shared/secrets/secret-values";
import { comparable, normalizeWhitespace } from "../../shared/text/text";
import { innerTextOf, watchSkipping } from "../dom/inner-text";
import { renderedText } from "../dom/rendered-text";
import { allRoots, flatParent } from "../dom/roots";

/** The text of the whole page, on one line. */
export function pageText(): string {
  const page = document.body ?? document.documentElement;
  return page ? normalizeWhitespace(textOf(page)) : "";
}

/** True if the page shows these words. */
export function pageSays(words: string): boolean {
  return comparedAsTold(comparable(words), (all) => (text) => text.includes(all))(comparable(pageText()));
}

/**
 * The text an element shows, shadow roots included, in lines as the page is drawn. `marks` are
 * written in the place of some elements.
 */
export function textOf(element: Element, marks: ReadonlyMap<Element, string> = new Map()): string {
  if (!(element instanceof HTMLElement)) return element.textContent?.trim() ?? "";
  const { display, whiteSpaceCollapse } = getComputedStyle(element);
  if (!element.checkVisibility() && display !== "contents") return "";
  const walked = shadowed(element);
  for (const marked of marks.keys()) addWay(marked, element, walked);
  if (walked.size > 0)
    return tidy(renderedText(element, (inner) => (walked.has(inner) ? null : innerTextOf(inner)), marks));
  const text = innerTextOf(element);
  return /preserve|break-spaces/.test(whiteSpaceCollapse) ? text.replace(/^\n+|\n+$/g, "") : tidy(text);
}

function tidy(text: string): string {
  return text
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Every element on the way from `top` to a shadow host or a filled slot; the others' `innerText` is whole already. */
function shadowed(top: Element): Set<Element> {
  const found = new Set<Element>();
  for (const root of allRoots()) {
    if (!(root instanceof ShadowRoot)) continue;
    watchSkipping(root);
    const filled = [...root.querySelectorAll("slot")].filter((slot) => slot.assignedNodes().length > 0);
    for (const end of [root.host, ...filled]) addWay(end, top, found);
  }
  return found;
}

/** Adds each element on the way from `end` up to `top`, if it leads there. */
function addWay(end: Element, top: Element, found: Set<Element>): void {
  const way: Element[] = [];
  for (let at: Element | null = end; at; at = flatParent(at)) {
    way.push(at);
    if (at === top) for (const step of way) found.add(step);
  }
}
