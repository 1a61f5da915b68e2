// Surfaces: fields without size that take the keys for an editor or a terminal which draws its text elsewhere. They can
// have the focus and take text, but nobody sees them, and what they hold is not what the editor holds.

import { takesText } from "../synthetic-input/edit";
import { isField } from "../synthetic-input/focus";
import { innerTextOf } from "../dom/inner-text";
import { flatParent } from "../dom/roots";
import { isVisible } from "../dom/visible";

/** True for a field that is drawn, with no size to be seen by. */
export function isSurface(element: Element): boolean {
  return (
    isField(element) &&
    takesText(element) &&
    (!isVisible(element) || isCutOff(element)) &&
    element.checkVisibility({ visibilityProperty: true })
  );
}

/** True if a parent that holds nothing else cuts it to nothing, as around the fields that editors listen with. */
function isCutOff(element: Element): boolean {
  let part = element.getBoundingClientRect();
  for (let at = flatParent(element); at && at.querySelector("*") && isOnlyIn(element, at); at = flatParent(at)) {
    if (getComputedStyle(at).overflow === "visible") continue;
    const box = at.getBoundingClientRect();
    const [left, top] = [Math.max(part.left, box.left), Math.max(part.top, box.top)];
    part = new DOMRect(left, top, Math.min(part.right, box.right) - left, Math.min(part.bottom, box.bottom) - top);
    if (part.width <= 0 || part.height <= 0) return element instanceof HTMLTextAreaElement;
  }
  return false;
}

function isOnlyIn(element: Element, around: Element): boolean {
  return [...around.querySelectorAll("*")].every((one) => one.contains(element));
}

/** True if it edits a document, which can be selected as a whole; a terminal has none. */
export function holdsDocument(surface: Element): boolean {
  return surface.getAttribute("aria-multiline") === "true" || isCutOff(surface);
}

/** What a person sees of it: the text of the first thing around it that has a size. */
export function drawnText(surface: Element): string {
  let place = flatParent(surface);
  while (place && !isVisible(place)) place = flatParent(place);
  return place instanceof HTMLElement ? innerTextOf(place).trim().replaceAll("\u00a0", " ") : "";
}
