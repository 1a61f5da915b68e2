// Copying and pasting in a document: the events that its page gets, and what comes of them where it leaves them alone.

import { CommandError, ownWords } from "../errors";

/** What a clipboard holds. */
export interface Clip {
  text: string;
  html: string | null;
}

/** What a key does by itself, unless the page prevents it. */
export type ClipboardAction = { does: "copy" } | { does: "cut" } | { does: "paste"; clip: Clip };

/** What took a paste: a script of the page, or the field itself; null if nothing did. */
export type PasteTaker = "page" | "field" | null;

/** What a page does with a clipboard by itself, after an action of clz. */
export type PageClipboard = { does: "copies"; clip: Clip; url: string } | { does: "reads"; origin: string };

/** How those do it that run beside the page. */
export interface ClipboardMeans {
  /** True for a page that does it itself, without a key. */
  byPage?: boolean;
  focused(): Element;
  /** The object as the page sees it: what others put into it the page could not take out. */
  waived<T extends object>(object: T): T;
  insert(clip: Clip, focused: Element): void;
  erase(focused: Element): void;
}

/** What a page shows of a secret goes to no other page. */
export function pastedNowhere(): CommandError {
  const what = ownWords`What was copied holds a secret, and is pasted nowhere`;
  return new CommandError(
    "SECRET_NOT_FOR_SITE",
    what,
    {},
    ownWords`Enter the secret itself: clz fill TARGET "{{NAME}}"`,
  );
}

type PageWindow = Pick<typeof globalThis, "ClipboardEvent"> & Window;
type Field = HTMLInputElement | HTMLTextAreaElement;

export function paste(window: PageWindow, clip: Clip, means: ClipboardMeans): PasteTaker {
  const focused = means.focused();
  const event = eventOf(window, "paste");
  const data = means.waived(event).clipboardData;
  data?.setData("text/plain", clip.text);
  if (clip.html !== null) data?.setData("text/html", clip.html);
  if (!targetOf(window, focused).dispatchEvent(event)) return "page";
  let taker: PasteTaker = null;
  const before = ({ defaultPrevented }: Event): void => {
    if (defaultPrevented) taker = "page";
  };
  const after = (): void => {
    taker = "field";
  };
  window.addEventListener("beforeinput", before);
  window.addEventListener("input", after, true);
  try {
    means.insert(clip, focused);
  } finally {
    window.removeEventListener("beforeinput", before);
    window.removeEventListener("input", after, true);
  }
  return taker;
}

/** What was copied, null if there was nothing to copy; and whether Firefox calls it done, as it may even so. */
export function copy(window: PageWindow, cut: boolean, means: ClipboardMeans): { clip: Clip | null; isDone: boolean } {
  const focused = means.focused();
  const event = eventOf(window, cut ? "cut" : "copy");
  if (!targetOf(window, focused, means.byPage).dispatchEvent(event)) {
    const data = means.waived(event).clipboardData;
    if (!data || data.types.length === 0) return { clip: null, isDone: true };
    return { clip: { text: data.getData("text/plain"), html: data.getData("text/html") || null }, isDone: true };
  }
  const isPassword = isField(focused) && focused.type === "password";
  if (isPassword || (cut && !takesText(focused))) return { clip: null, isDone: false };
  if (cut && !isEditable(focused)) return { clip: null, isDone: true };
  // Text that was selected elsewhere since leaves the focus where it is.
  const clip = isField(focused) ? (selectedIn(focused) ?? (cut ? null : selectedOn(window))) : selectedOn(window);
  if (clip && cut) means.erase(focused);
  return { clip, isDone: true };
}

function eventOf(window: PageWindow, type: string): ClipboardEvent {
  return new window.ClipboardEvent(type, { bubbles: true, cancelable: true, composed: true });
}

/** In editors it is the element that the caret is in; for a page itself the focus does not matter elsewhere. */
function targetOf(window: PageWindow, focused: Element, byPage = false): Element {
  if (isField(focused)) return focused;
  const selection = window.getSelection();
  const node = selection && selection.rangeCount > 0 ? selection.getRangeAt(0).startContainer : null;
  const element = node?.nodeType === Node.ELEMENT_NODE ? (node as Element) : node?.parentElement;
  const isFree = byPage && !takesText(focused);
  if (element && (isFree || focused.contains(element))) return element;
  return isFree ? (window.document.body ?? focused) : focused;
}

function selectedIn(field: Field): Clip | null {
  const text = field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0);
  return text === "" ? null : { text, html: null };
}

function selectedOn(window: PageWindow): Clip | null {
  const selection = window.getSelection();
  const text = selection?.toString() ?? "";
  if (!selection || text === "") return null;
  const holder = window.document.createElement("div");
  for (let n = 0; n < selection.rangeCount; n += 1) holder.append(selection.getRangeAt(n).cloneContents());
  return { text, html: holder.innerHTML };
}

function isField(element: Element): element is Field {
  return element.localName === "textarea" || (element.localName === "input" && "selectionStart" in element);
}

function isEditable(element: Element): boolean {
  return isField(element) ? !element.readOnly && !element.disabled : takesText(element);
}

function takesText(element: Element): boolean {
  return isField(element) || (element as HTMLElement).isContentEditable || element.ownerDocument.designMode === "on";
}
