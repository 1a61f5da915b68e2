// Enabled and editable: which element a named one represents, and whether that takes actions and text.

import { flatParent } from "../dom/roots";

/** What presses on its insides are presses on. */
const HOLDER = 'button, [role="button"], [role="checkbox"], [role="radio"], [role="switch"]';
const FIELD = "button, input, select, textarea";

/** True if it, the control that it is part or label of, or what holds it is disabled. The nearest `aria-disabled` counts. */
export function isDisabled(element: Element): boolean {
  return isDisabledItself(controlOf(element)) || saysDisabled(element) || isInert(element);
}

/** True in what the page keeps from everybody, as it does with what is beside a dialog. Firefox lets an open dialog out of it. */
export function isInert(element: Element): boolean {
  for (let at: Element | null = element; at; at = flatParent(at)) {
    if (at.hasAttribute("inert")) return true;
    if (at.matches("dialog:modal")) return false;
  }
  return false;
}

/** True if it takes no text now, though it might later. */
export function isReadOnly(element: Element): boolean {
  if (element.getAttribute("aria-readonly") === "true") return true;
  return (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) && element.readOnly;
}

/** The control that an element is part of, or the label of; the element itself if it is neither. */
function controlOf(element: Element): Element {
  if (element.matches(`${FIELD}, option, optgroup`)) return element;
  for (let at: Element | null = element; at; at = flatParent(at)) {
    if (at.matches(HOLDER)) return at;
    if (at instanceof HTMLLabelElement && at.control) return at.control;
  }
  return element;
}

function isDisabledItself(control: Element): boolean {
  if (control.matches(":disabled, select:disabled option, select:disabled optgroup")) return true;
  const inner = control.openOrClosedShadowRoot?.querySelectorAll(FIELD) ?? [];
  return inner.length === 1 && inner[0]!.matches(":disabled");
}

function saysDisabled(element: Element): boolean {
  for (let at: Element | null = element; at; at = flatParent(at)) {
    const said = at.getAttribute("aria-disabled");
    if (said === "true" || said === "false") return said === "true";
  }
  return false;
}
