// Visible: drawn, with an area, and not hidden by style. What is scrolled away is visible all the same.

import { layoutOf, placeIn } from "../../shared/frame-layout";
import type { FramePlace } from "../../shared/messages";
import { areaBox } from "./image-map-areas";

const DRAWN = { visibilityProperty: true };

/** True if a person could see the element, at least after scrolling. */
export function isVisible(element: Element): boolean {
  if (isInFlatFrame()) return false;
  if (element.localName === "area" && element instanceof HTMLAreaElement) return areaBox(element) !== null;
  if (!element.checkVisibility(DRAWN)) {
    return displaysContents(element) && ([...element.children].some(isVisible) || boxesOf(element).length > 0);
  }
  const box = element.getBoundingClientRect();
  if (box.width > 0 && box.height > 0) return true;
  for (const part of element.getClientRects()) if (part.width > 0 && part.height > 0) return true;
  return false;
}

/** True in a frame without width or height, which shows nothing. */
export function isInFlatFrame(): boolean {
  return window !== window.top && (window.innerWidth === 0 || window.innerHeight === 0);
}

/** `display: contents` gives an element no box of its own: its children are drawn in its place. */
function displaysContents(element: Element): boolean {
  return getComputedStyle(element).display === "contents";
}

/** The pieces of an element that have an area; of one without a box of its own those of what is in it. */
function boxesOf(element: Element): DOMRect[] {
  const own = [...element.getClientRects()];
  if (own.length === 0 && displaysContents(element)) {
    const inside = document.createRange();
    inside.selectNodeContents(element);
    own.push(...inside.getClientRects());
  }
  return own.filter(({ width, height }) => width > 0 && height > 0);
}

/**
 * The part of an element that a click goes to: its first piece with an area that is in the viewport, else the first.
 */
export function clickBox(element: Element): DOMRect {
  if (element instanceof HTMLAreaElement) return areaBox(element) ?? element.getBoundingClientRect();
  const parts = boxesOf(element);
  return parts.find(inViewport) ?? parts[0] ?? element.getBoundingClientRect();
}

/** The middle of what the viewport shows of a box. */
export function middle(box: DOMRect): { x: number; y: number } {
  const left = Math.max(box.left, 0);
  const top = Math.max(box.top, 0);
  const right = Math.min(box.right, window.innerWidth);
  const bottom = Math.min(box.bottom, window.innerHeight);
  return right > left && bottom > top
    ? { x: (left + right) / 2, y: (top + bottom) / 2 }
    : { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
}

export function inViewport(box: DOMRect): boolean {
  return box.right > 0 && box.bottom > 0 && box.left < window.innerWidth && box.top < window.innerHeight;
}

export function inView({ x, y }: { x: number; y: number }): boolean {
  return x >= 0 && y >= 0 && x < window.innerWidth && y < window.innerHeight;
}

/** The frame that `hit`, what lies at a place of the viewport, holds, and the place in it; null if it holds none. */
export function frameAt(place: { x: number; y: number }, hit: Element): FramePlace | null {
  const frameId = hit.matches("iframe, frame, object, embed") ? browser.runtime.getFrameId(hit) : -1;
  if (frameId <= 0) return null;
  const sameOrigin = (hit as HTMLIFrameElement).contentDocument !== null;
  return { frameId, sameOrigin, ...placeIn(layoutOf(hit), place) };
}
