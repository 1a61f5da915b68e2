// Scrolling: which box moves, and by how much.

import { changes } from "./changes";
import { allRoots, flatParent, rootElement } from "./roots";
import { isVisible } from "./visible";

/** Scrolls the element into view where it is not. Whoever waits for the page to rest need not wait for this. */
export function bringIntoView(element: Element, block: "nearest" | "center" = "nearest"): void {
  changes.scrollsItself();
  element.scrollIntoView({ block, inline: block, behavior: "instant" });
}

export function pageScroller(): Element {
  return document.scrollingElement ?? rootElement();
}

/** The innermost box around the element that can move that way; the page's where none can. */
export function scrollerAt(element: Element, dx: number, dy: number): Element {
  const page = pageScroller();
  for (let at: Element | null = element; at && at !== page && at !== document.body; at = flatParent(at)) {
    if (canMove(at, dx, dy)) return at;
  }
  return page;
}

/** True for a box that scrolls its contents, whichever way. */
export function isScroller(element: Element): boolean {
  if (element === pageScroller()) return true;
  const { overflowX, overflowY } = overflowOf(element);
  const scrolls = (style: string): boolean => /auto|scroll|hidden/.test(style);
  return (
    (scrolls(overflowY) && element.scrollHeight > element.clientHeight) ||
    (scrolls(overflowX) && element.scrollWidth > element.clientWidth)
  );
}

/** True where a box scrolls that way by a wheel. */
export function canScroll(element: Element, axis: "x" | "y"): boolean {
  const { overflowX, overflowY } = overflowOf(element);
  const moves = element === pageScroller() ? /./ : /auto|scroll/;
  return axis === "y"
    ? moves.test(overflowY) && element.scrollHeight > element.clientHeight
    : moves.test(overflowX) && element.scrollWidth > element.clientWidth;
}

/** What scrolls in view: the page first, then the largest boxes that can. */
export function scrollersInView(most: number): Element[] {
  const page = pageScroller();
  const boxes: Element[] = [];
  for (const root of allRoots()) {
    for (const element of root.querySelectorAll("*")) {
      if (element.scrollHeight <= element.clientHeight && element.scrollWidth <= element.clientWidth) continue;
      if (element === page || element === document.body || !(canScroll(element, "y") || canScroll(element, "x"))) continue;
      if (isVisible(element)) boxes.push(element);
    }
  }
  const area = ({ clientWidth, clientHeight }: Element): number => clientWidth * clientHeight;
  return [page, ...boxes.sort((a, b) => area(b) - area(a)).slice(0, most - 1)];
}

/** A textarea scrolls what it holds, whatever its style says: Firefox has `visible` there. */
function overflowOf(element: Element): { overflowX: string; overflowY: string } {
  return element instanceof HTMLTextAreaElement ? { overflowX: "auto", overflowY: "auto" } : getComputedStyle(element);
}

function canMove(element: Element, dx: number, dy: number): boolean {
  const { overflowX, overflowY } = overflowOf(element);
  const room = (at: number, most: number, by: number): boolean => (by > 0 ? at < most - 1 : by < 0 && at > 0);
  return (
    (/auto|scroll/.test(overflowY) && room(element.scrollTop, element.scrollHeight - element.clientHeight, dy)) ||
    (/auto|scroll/.test(overflowX) && room(element.scrollLeft, element.scrollWidth - element.clientWidth, dx))
  );
}
