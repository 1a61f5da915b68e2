// Check boxes, radio buttons and switches, and what represents them: their labels, and elements drawn in their place.

import { internal } from "./internals";
import { flatParent } from "./roots";

const CHECKABLE =
  'input[type="checkbox"], input[type="radio"], [aria-checked], ' +
  '[role="checkbox"], [role="switch"], [role="radio"], [role="menuitemcheckbox"], [role="menuitemradio"]';
const ROLES = /^(?:checkbox|switch|radio|menuitemcheckbox|menuitemradio)$/;

/** What is checked if somebody names this element; null if that is nothing, or could be several. */
export function checkableOf(element: Element): Element | null {
  for (let at: Element | null = element; at; at = flatParent(at)) {
    const box: Element | null = at instanceof HTMLLabelElement ? at.control : at;
    if (box && (box.matches(CHECKABLE) || ROLES.test(internal(box, "role")))) return box;
  }
  const inside = element.openOrClosedShadowRoot?.querySelectorAll(CHECKABLE) ?? [];
  return inside.length === 1 ? inside[0]! : null;
}

/** Whether it is on, off, or in between. */
export function checkedState(box: Element): "checked" | "unchecked" | "mixed" {
  if (box instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(box.type)) {
    return box.indeterminate ? "mixed" : box.checked ? "checked" : "unchecked";
  }
  const state =
    box.getAttribute("aria-checked") ??
    box.getAttribute("aria-pressed") ??
    box.getAttribute("aria-selected") ??
    internal(box, "ariaChecked");
  return state === "true" ? "checked" : state === "mixed" ? "mixed" : "unchecked";
}
