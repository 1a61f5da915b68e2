// Typing: what a field holds once it is left, as one `fill`. What is typed in secret is never read.
//
// What it holds meanwhile is handed on too, and counts if the page is gone before the field is left.

import type { DurableLocator } from "../../shared/messages";
import { beginStep, noteSaid } from "./outcome";
import { isSecret, locatorOf, MASK, tell, tellTyping } from "./telling";

/** Inputs without text: buttons, and what is chosen. */
const NO_TEXT = /^(?:button|submit|reset|image|color|file|checkbox|radio)$/;

/** What is longer takes a while to read, and is not handed on at each key. */
const LONG_CHARS = 10_000;
const LONG_MS = 300;

type Field = HTMLInputElement | HTMLTextAreaElement;

interface Typing {
  field: Element;
  locator: DurableLocator;
  heard: boolean;
  before: string;
  /** What was handed on last. */
  handed: string | null;
}

let typing: Typing | null = null;
let timer = 0;

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
    typing = { field, locator: locatorOf(field), heard, before: contentOf(field), handed: null };
  }
  typing.heard ||= heard;
  if (heard) soonHandOn(typing);
}

/** At once, and when the page's own listeners have had their turn. */
function soonHandOn({ before, handed }: Typing): void {
  const isLong = (handed ?? before).length > LONG_CHARS;
  if (!isLong) handOn();
  timer ||= setTimeout(
    () => {
      timer = 0;
      handOn();
    },
    isLong ? LONG_MS : 0,
  );
}

function handOn(): void {
  if (!typing) return;
  const text = told(typing);
  if (text === typing.handed) return;
  typing.handed = text;
  tellTyping(text, typing.locator);
}

function told({ field, locator }: Typing): string {
  return locator.secret || isSecret(field) ? MASK : contentOf(field);
}

export function isTyping(element: Element): boolean {
  return typing?.field === fieldOf(element);
}

export function finishTyping(): void {
  if (!typing) return;
  const was = typing;
  const { field, locator, heard, before } = was;
  typing = null;
  clearTimeout(timer);
  timer = 0;
  if (!heard && contentOf(field) === before) return;
  tell("fill", { text: told(was) }, locator);
  // What was typed is none of the next step's doing.
  noteSaid();
}
