// Focus: moving it as a person does, with the events that Firefox leaves out in windows that are not in front.

import { deepActiveElement, flatParent, rootElement } from "../dom/roots";
import { standIn } from "../injected/stand-ins";

const FOCUSABLE =
  "a[href], area[href], button, input, select, textarea, iframe, summary, audio[controls], video[controls], " +
  "[tabindex], [contenteditable]:not([contenteditable=false])";

/** What a field held before it was typed into, until its `change` event comes. */
const pending = new WeakMap<Element, string>();

export type Field = HTMLInputElement | HTMLTextAreaElement;

export function isField(element: Element | null): element is Field {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

/** Remembers what a field holds, so that leaving it sends `change` even where Firefox would not. */
export function noteBeforeTyping(field: Field): void {
  if (pending.has(field)) return;
  pending.set(field, field.value);
  field.addEventListener("change", () => pending.delete(field), { once: true, capture: true });
}

/** Sends the `change` event that a field which was typed into still owes. */
export function settleChange(element: Element): void {
  const before = pending.get(element);
  if (before === undefined || !isField(element)) return;
  if (element.value !== before) element.dispatchEvent(new Event("change", { bubbles: true }));
  pending.delete(element);
}

/** Gives the element the focus. False if it cannot have it. */
export function focusOn(element: Element): boolean {
  const before = deepActiveElement();
  if (before === element) {
    // The body of a frame counts as active there, no matter who has the focus.
    if (!document.hasFocus() && isEditableRoot(element)) window.focus();
    return true;
  }
  if (!canHoldFocus(element)) return false;
  const heard = listen(element, "focus", () => element.focus({ preventScroll: true }));
  const now = deepActiveElement();
  if (now !== element && !isInShadowOf(element, now)) return false;
  if (now === before) return true;
  // Firefox takes even a blur of our own as the end of an edit; only where it does not, the change is sent here.
  if (!heard) sendFocusEvents(before, now);
  settleChange(before);
  return true;
}

/** True if it is part of the component, whose element counts as the one with the focus while a part of it has it. */
function isInShadowOf(host: Element, part: Element): boolean {
  for (let root = part.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode()) {
    if (root.host === host) return true;
  }
  return false;
}

/** True for a component that hands the focus on to a part of itself, and never has it alone. */
export function delegatesFocus(element: Element): boolean {
  return element.openOrClosedShadowRoot?.delegatesFocus === true;
}

/** True for the body of a document that is edited as a whole, such as that of an editor in a frame. */
function isEditableRoot(element: Element): boolean {
  return element === document.body && document.body.isContentEditable;
}

/** Focuses what a press on `hit` would: the nearest focusable element around it; takes the focus away if none is. */
export function focusByPress(hit: Element): void {
  for (let at: Element | null = hit; at; at = flatParent(at)) {
    if ((at.matches(FOCUSABLE) || delegatesFocus(at)) && !at.matches(":disabled") && focusOn(at)) return;
  }
  const before = deepActiveElement();
  if (before === document.body || !canHoldFocus(before)) return;
  const heard = listen(before, "blur", () => before.blur());
  if (!heard) sendFocusEvents(before, null);
  settleChange(before);
}

let claimed = false;

/** Without the helper: makes the page believe that it has the focus. */
export function claimFocus(): void {
  if (claimed) return;
  claimed = true;
  standIn(window.wrappedJSObject.Document.prototype, "hasFocus", () => true);
}

/** The elements that Tab visits, in its order. */
export function tabOrder(): Element[] {
  const stops: Element[] = [];
  collect(rootElement(), stops);
  const first = stops.filter((stop) => tabIndexOf(stop) > 0).sort((a, b) => tabIndexOf(a) - tabIndexOf(b));
  return [...first, ...stops.filter((stop) => tabIndexOf(stop) === 0)];
}

function collect(element: Element, stops: Element[]): void {
  if (element.hasAttribute("inert")) return;
  if (tabIndexOf(element) >= 0 && isTabStop(element)) stops.push(element);
  const root = element.openOrClosedShadowRoot;
  const assigned = element instanceof HTMLSlotElement ? element.assignedElements() : [];
  const children = root ? root.children : assigned.length ? assigned : element.children;
  for (const child of children) collect(child, stops);
}

function isTabStop(element: Element): boolean {
  if (!element.matches(FOCUSABLE) || element.matches(":disabled") || delegatesFocus(element)) return false;
  if (!element.checkVisibility({ visibilityProperty: true })) return false;
  if (!(element instanceof HTMLInputElement) || element.type !== "radio" || element.checked) return true;
  const group = element.form?.elements ?? document.querySelectorAll("input");
  const like = (other: Element): boolean =>
    other instanceof HTMLInputElement && other.type === "radio" && other.name === element.name && other.checked;
  return element.name === "" || ![...group].some(like);
}

function tabIndexOf(element: Element): number {
  return canHoldFocus(element) ? element.tabIndex : -1;
}

function canHoldFocus(element: Element): element is HTMLElement | SVGElement {
  return element instanceof HTMLElement || element instanceof SVGElement;
}

function listen(element: Element, type: "focus" | "blur", act: () => void): boolean {
  let heard = false;
  const hear = (): void => {
    heard = true;
  };
  element.addEventListener(type, hear, { capture: true });
  act();
  element.removeEventListener(type, hear, { capture: true });
  return heard;
}

function sendFocusEvents(from: Element, to: Element | null): void {
  const send = (element: Element, type: string, bubbles: boolean, relatedTarget: Element | null): void => {
    element.dispatchEvent(new FocusEvent(type, { bubbles, composed: true, relatedTarget, view: window }));
  };
  if (from !== document.body && from.isConnected) {
    send(from, "blur", false, to);
    send(from, "focusout", true, to);
  }
  if (!to) return;
  const relatedTarget = from === document.body ? null : from;
  send(to, "focus", false, relatedTarget);
  send(to, "focusin", true, relatedTarget);
}
