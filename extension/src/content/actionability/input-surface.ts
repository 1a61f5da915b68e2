// Surfaces: fields without size that take the keys for an editor or a terminal which draws its text elsewhere. They can
// have the focus and take text, but nobody sees them, and what they hold is not what the editor holds.

import { takesText } from "../synthetic-input/edit";
import { isField } from "../synthetic-input/focus";
import { innerTextOf } from "../dom/inner-text";
import { flatParent } from "../dom/roots";
import { isVisible } from "../dom/visible";

/** True for a field that is drawn, with no size to be seen by; or for what a component has in its place. */
export function isSurface(element: Element): boolean {
  return (
    (isField(element) || isPartOfComponent(element)) &&
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

/** True for an editable element in the shadow root of one that is a field of a form. */
function isPartOfComponent(element: Element): boolean {
  const root = element.getRootNode();
  return element.hasAttribute("contenteditable") && root instanceof ShadowRoot && isFormField(root.host);
}

/** True for a component that takes part in forms: those alone are enabled or disabled. */
function isFormField(host: Element): boolean {
  return host.matches(":enabled, :disabled");
}

/** True if it edits a document, which can be selected as a whole; a terminal has none. */
export function holdsDocument(surface: Element): boolean {
  return surface.getAttribute("aria-multiline") === "true" || isPartOfComponent(surface) || isCutOff(surface);
}

/** What a component says that it holds; null if it says nothing. */
function componentValue(host: Element): string | null {
  try {
    const { wrappedJSObject: ofPage } = host as Element & { wrappedJSObject?: { value?: unknown } };
    const value = host.localName.includes("-") ? ofPage?.value : null;
    return typeof value === "string" ? value : null;
  } catch {
    // The page's own code answers here.
    return null;
  }
}

/** What a person sees of it: what its component holds, or the text of the first thing around it that has a size. */
export function drawnText(surface: Element): string {
  const root = surface.getRootNode();
  const held = isPartOfComponent(surface) && root instanceof ShadowRoot ? componentValue(root.host) : null;
  if (held !== null) return held;
  let place = flatParent(surface);
  while (place && !isVisible(place)) place = flatParent(place);
  return place instanceof HTMLElement ? innerTextOf(place).trim().replaceAll("\u00a0", " ") : "";
}
