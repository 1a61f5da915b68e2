// Typing: what a field holds once it is left, as one `fill`. What is typed in secret is never read.

import type { DurableLocator } from "../../shared/messages";
import { beginStep, noteSaid } from "./outcome";
import { isSecret, locatorOf, MASK, tell } from "./telling";

/** Inputs without text: buttons, and what is chosen. */
const NO_TEXT = /^(?:button|submit|reset|image|color|file|checkbox|radio)$/;

type Field = HTMLInputElement | HTMLTextAreaElement;

let typing: { field: Element; locator: DurableLocator; heard: boolean; before: string } | null = null;

export function isTyped(element: Element): element is Field | HTMLElement {
  if (element instanceof HTMLInputElement) return !NO_TEXT.test(element.type);
  return element instanceof HTMLTextAreaElement || (element instanceof HTMLElement && element.isContentEditable);
}

/** True if Enter begins a new line there. */
export function hasLines(element: Element): boolean {
  return isTyped(element) && !(element instanceof HTMLInputElement);
}

/** What is typed into, of all that an event may come from: an editor is one field. */
export function fieldOf(element: Element): Element {
  let root = element;
  while (root instanceof HTMLElement && root.isContentEditable && root.parentElement?.isContentEditable)
    root = root.parentElement;
  return root;
}

export function contentOf(field: Element): string {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value;
  return field instanceof HTMLElement ? field.innerText.replace(/\n$/, "") : "";
}

/** Something is typed in a field. `heard` is true if it has changed, false if a key is about to. */
export function typed(element: Element, heard: boolean): void {
  const field = fieldOf(element);
  if (typing?.field !== field) {
    finishTyping();
    beginStep();
    typing = { field, locator: locatorOf(field), heard, before: contentOf(field) };
  }
  typing.heard ||= heard;
}

export function isTyping(element: Element): boolean {
  return typing?.field === fieldOf(element);
}

export function finishTyping(): void {
  if (!typing) return;
  const { field, locator, heard, before } = typing;
  typing = null;
  const text = contentOf(field);
  if (!heard && text === before) return;
  tell("fill", { text: locator.secret || isSecret(field) ? MASK : text }, locator);
  // What was typed is none of the next step's doing.
  noteSaid();
}
