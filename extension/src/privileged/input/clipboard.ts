// Copying and pasting as trusted events, past the system's clipboard.

import type { Clip, ClipboardMeans } from "../../shared/input/clipboard";

interface Transferable {
  init(context: unknown): void;
  addDataFlavor(flavor: string): void;
  setTransferData(flavor: string, data: unknown): void;
}

declare const Cu: { waiveXrays<T>(object: T): T };

const FIELDS = new Set(["input", "textarea"]);

export function clipboardMeans(window: GeckoWindow): ClipboardMeans {
  return {
    focused: () => focusedIn(window),
    waived: (object) => Cu.waiveXrays(object),
    insert: (clip, focused) => insert(window, clip, FIELDS.has(focused.localName)),
    erase: () => window.windowUtils.sendContentCommandEvent("delete"),
  };
}

/** As Firefox's own paste does it, which tells the page once more that it is about to. */
function insert(window: GeckoWindow, { text, html }: Clip, plain: boolean): void {
  const transferable = Cc["@mozilla.org/widget/transferable;1"]?.createInstance(Ci["nsITransferable"]) as Transferable;
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
  const string = Cc["@mozilla.org/supports-string;1"]?.createInstance(Ci["nsISupportsString"]) as { data: string };
  string.data = data;
  transferable.addDataFlavor(flavor);
  transferable.setTransferData(flavor, string);
}

function focusedIn({ document }: GeckoWindow): Element {
  let active = document.activeElement ?? document.documentElement;
  for (let inner = active; inner; inner = active.openOrClosedShadowRoot?.activeElement as Element) active = inner;
  return active;
}
