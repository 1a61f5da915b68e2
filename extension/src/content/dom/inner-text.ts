// The text of an element as the page draws it now.

import { renderedText } from "./rendered-text";

const CHANGE = "contentvisibilityautostatechange";

const watched = new WeakSet<Document | ShadowRoot>();
/** True once something was skipped here. */
let skipsAny = false;

/**
 * In a tab that is not in front Firefox gives `innerText` as of the layout before, until somebody asks for a box: what a
 * page has just written is missing. What `content-visibility: auto` skips while it is out of view is never in it, nor is
 * what a slot was given.
 */
export function innerTextOf(element: HTMLElement): string {
  element.getBoundingClientRect();
  watchSkipping(document);
  const mayHaveSlots = element.getRootNode() instanceof ShadowRoot && element.querySelector("slot") !== null;
  if (!skipsAny && !mayHaveSlots) return element.innerText;
  const around = new Set<Element>();
  for (const inner of [element, ...element.querySelectorAll("*")]) {
    const isLeftOut = inner instanceof HTMLSlotElement || (skipsAny && skips(inner));
    for (let at: Element | null = isLeftOut ? inner : null; at && !around.has(at); at = at.parentElement)
      around.add(at);
  }
  const isWhole = (inner: Element): boolean =>
    !around.has(inner) && inner.checkVisibility({ contentVisibilityAuto: true });
  const whole = (inner: HTMLElement): string => (mayHaveSlots ? innerTextOf(inner) : inner.innerText);
  return isWhole(element)
    ? element.innerText
    : renderedText(element, (inner) => (isWhole(inner) ? whole(inner) : null));
}

function skips(element: Element): boolean {
  return getComputedStyle(element).contentVisibility === "auto";
}

/** Learns whether something in a root is or gets skipped; of a shadow root no event reaches the document. */
export function watchSkipping(root: Document | ShadowRoot): void {
  if (watched.has(root)) return;
  watched.add(root);
  root.addEventListener(CHANGE, noteSkipping, { once: true });
  if ([...root.querySelectorAll("*")].some(skips)) noteSkipping();
}

function noteSkipping(): void {
  skipsAny = true;
}
