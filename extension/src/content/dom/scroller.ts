// Scrolling: which box moves, and by how much.

import { mutationTracker } from "./mutation-tracker";
import { allRoots, flatParent, rootElement } from "./roots";
import { isVisible, middle } from "./visible";

/** Looks of one wait are nearer to each other. */
const SAME_WAIT_MS = 250;

/** Where the last element lay that was brought into view, and when it was last asked for. */
let brought: { box: DOMRect; at: number } | null = null;

/**
 * Scrolls the element into view if it is not. Those who wait for the page to rest need not wait for this.
 *
 * Of a middle between two pixels Firefox takes one and then the other: asked again and again, a list would never stop
 * getting scroll events, and some take no presses meanwhile. `isOut` says that it is out of view in the page around.
 */
export function bringIntoView(element: Element, block: "nearest" | "center" = "nearest", isOut = false): void {
  const box = element.getBoundingClientRect();
  const at = performance.now();
  const known =
    !isOut && brought && at - brought.at < SAME_WAIT_MS && isNear(box, brought.box) && isInScrollers(element);
  brought = { box, at };
  if (known) return;
  mutationTracker.scrollsItself();
  const held = heldStill(element);
  element.scrollIntoView({ block, inline: block, behavior: "instant" });
  for (const [box, was] of held) box.scrollTo({ ...was, behavior: "instant" });
  if (element instanceof SVGElement && element.ownerSVGElement) bringPartIntoView(element);
  brought.box = element.getBoundingClientRect();
}

/**
 * The boxes around the element that nobody can scroll and that show it already, with where they are scrolled to: Firefox
 * would scroll these too, and a carousel would then show a slide and a half.
 */
function heldStill(element: Element): Array<[box: Element, was: { left?: number; top?: number }]> {
  const { x, y } = middle(element.getBoundingClientRect());
  const held: ReturnType<typeof heldStill> = [];
  for (let at = flatParent(element); at; at = flatParent(at)) {
    if (at === pageScroller() || !isScroller(at)) continue;
    const box = at.getBoundingClientRect();
    const across = !canScroll(at, "x") && x >= box.left && x < box.right;
    const down = !canScroll(at, "y") && y >= box.top && y < box.bottom;
    if (across || down) held.push([at, { ...(across && { left: at.scrollLeft }), ...(down && { top: at.scrollTop }) }]);
  }
  return held;
}

function isNear(a: DOMRect, b: DOMRect): boolean {
  const near = (one: number, other: number): boolean => Math.abs(one - other) <= 1;
  return near(a.left, b.left) && near(a.top, b.top) && near(a.right, b.right) && near(a.bottom, b.bottom);
}

/** True if its middle is in view in all that scrolls around it. */
function isInScrollers(element: Element): boolean {
  const { x, y } = middle(element.getBoundingClientRect());
  for (let at = flatParent(element); at; at = flatParent(at)) {
    if (!isScroller(at) || at === pageScroller()) continue;
    const box = at.getBoundingClientRect();
    if (x < box.left || x >= box.right || y < box.top || y >= box.bottom) return false;
  }
  return true;
}

/** Of a drawing larger than its box, Firefox brings any part into view and not the one that is meant. */
function bringPartIntoView(part: SVGElement): void {
  for (let at = flatParent(part); at; at = flatParent(at)) {
    if (!isScroller(at)) continue;
    const from = part.getBoundingClientRect();
    const whole =
      at === pageScroller() ? new DOMRect(0, 0, window.innerWidth, window.innerHeight) : at.getBoundingClientRect();
    const left = away(from.left, from.right, whole.left, whole.right);
    const top = away(from.top, from.bottom, whole.top, whole.bottom);
    if (left !== 0 || top !== 0) at.scrollBy({ left, top, behavior: "instant" });
  }
}

/** Of an element larger than what shows it: brings a point, counted from its upper left corner, into view. */
export function bringPointIntoView(element: Element, { x, y }: { x: number; y: number }): void {
  for (let at = flatParent(element); at; at = flatParent(at)) {
    if (!isScroller(at) && at !== pageScroller()) continue;
    const { left, top } = element.getBoundingClientRect();
    const whole =
      at === pageScroller() ? new DOMRect(0, 0, window.innerWidth, window.innerHeight) : at.getBoundingClientRect();
    const across = away(left + x, left + x + 1, whole.left, whole.right);
    const down = away(top + y, top + y + 1, whole.top, whole.bottom);
    if (across === 0 && down === 0) continue;
    mutationTracker.scrollsItself();
    at.scrollBy({ left: across, top: down, behavior: "instant" });
  }
}

/** How far what is not wholly within is from the middle. */
function away(start: number, end: number, from: number, to: number): number {
  return start >= from && end <= to ? 0 : (start + end - from - to) / 2;
}

export function pageScroller(): Element {
  return document.scrollingElement ?? rootElement();
}

/** The innermost box around the element that can move that way; the page's if none can. */
export function scrollerAt(element: Element, dx: number, dy: number): Element {
  return innermost(element, (box) => canMove(box, dx, dy));
}

/** The innermost box around the element that a wheel scrolls, whichever way; the page's if there is none. */
export function scrollerAround(element: Element): Element {
  return innermost(element, (box) => canScroll(box, "y") || canScroll(box, "x"));
}

function innermost(element: Element, fits: (box: Element) => boolean): Element {
  const page = pageScroller();
  for (let at: Element | null = element; at && at !== page && at !== document.body; at = flatParent(at)) {
    if (fits(at)) return at;
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

/** True if a box scrolls that way by a wheel. */
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
      if (element === page || element === document.body || !(canScroll(element, "y") || canScroll(element, "x")))
        continue;
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
