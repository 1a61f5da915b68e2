// Copying and pasting as trusted events, past the system's clipboard.

import type { Clip, ClipboardMeans } from "../../shared/input/clipboard";
import { make } from "../make";

interface Transferable {
  init(context: unknown): void;
  addDataFlavor(flavor: string): void;
  setTransferData(flavor: string, data: unknown): void;
}

declare const Cu: { waiveXrays<T>(object: T): T };

const FIELDS = new Set(["input", "textarea"]);

/** What a page does itself is said by no event beforehand. */
export function clipboardMeans(window: GeckoWindow, byPage = false): ClipboardMeans {
  return {
    byPage,
    focused: () => focusedIn(window),
    waived: (object) => Cu.waiveXrays(object),
    insert: (clip, focused) => insert(window, clip, FIELDS.has(focused.localName)),
    erase: (focused) => erase(window, focused, byPage),
  };
}

/** As Firefox's own cut does it, whose events have a type of their own. */
function erase(window: GeckoWindow, focused: Element, byPage: boolean): void {
  const { InputEvent } = window;
  const init = { inputType: "deleteByCut", bubbles: true, composed: true, data: null };
  if (!byPage) {
    const range = window.getSelection()?.rangeCount ? window.getSelection()?.getRangeAt(0) : undefined;
    const targetRanges = range && !FIELDS.has(focused.localName) ? [new window.StaticRange(range)] : [];
    const goesOn = focused.dispatchEvent(new InputEvent("beforeinput", { ...init, cancelable: true, targetRanges }));
    if (!goesOn) return;
  }
  let editor: Element | null = null;
  const keep = (event: Event): void => {
    event.stopImmediatePropagation();
    if (event.type === "input") editor = event.composedTarget;
  };
  const types = ["beforeinput", "input"];
  for (const type of types) window.windowRoot.addEventListener(type, keep, true);
  try {
    window.windowUtils.sendContentCommandEvent("delete");
  } finally {
    for (const type of types) window.windowRoot.removeEventListener(type, keep, true);
  }
  (editor as Element | null)?.dispatchEvent(new InputEvent("input", init));
}

/** As Firefox's own paste does it, which tells the page once more that it is about to. */
function insert(window: GeckoWindow, { text, html }: Clip, plain: boolean): void {
  const transferable = make<Transferable>("@mozilla.org/widget/transferable;1", "nsITransferable");
  transferable.init(window.docShell);
  if (html !== null && !plain) put(transferable, "text/html", html);
  put(transferable, "text/plain", text);
  const keep = (event: Event): void => event.stopImmediatePropagation();
  window.windowRoot.addEventListener("paste", keep, true);
  try {
    window.windowUtils.sendContentCommandEvent("pasteTransferable", transferable);
  } finally {
    window.windowRoot.removeEventListener("paste", keep, true);
  }
}

function put(transferable: Transferable, flavor: string, data: string): void {
  const string = make<{ data: string }>("@mozilla.org/supports-string;1", "nsISupportsString");
  string.data = data;
  transferable.addDataFlavor(flavor);
  transferable.setTransferData(flavor, string);
}

function focusedIn({ document }: GeckoWindow): Element {
  let active = document.activeElement ?? document.documentElement;
  for (let inner = active; inner; inner = active.openOrClosedShadowRoot?.activeElement as Element) active = inner;
  return active;
}
