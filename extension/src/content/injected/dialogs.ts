// The dialog script, for builds without the helper: in tabs that an agent owns it puts functions of its own in the
// place of alert, confirm and prompt, so that none of them freezes the tab. Nothing is evaluated: no policy of a page
// stops it.
//
// A page's script waits for the answer, so it has to be there at once: `ask` can only dismiss here.

import type { DialogMessage, DialogPolicy } from "../../shared/messages";
import { standIn } from "./stand-ins";

type Kind = "alert" | "confirm" | "prompt" | "print";

/** What Firefox asks for a page that asks before it is left. */
const STAY = "This page is asking you to confirm that you want to leave — information you’ve entered may not be saved.";

/** What a page gets that may ask no more. */
const NOTHING = { alert: undefined, confirm: false, prompt: null, print: undefined } as const;

declare global {
  var clzDialogs: boolean | undefined;
}

if (!Object.hasOwn(globalThis, "clzDialogs")) {
  globalThis.clzDialogs = true;
  start();
}

/** As Firefox does it: by the value's own `toString`, which is the page's. */
function asText(value: unknown): string {
  return `${typeof value === "object" && value !== null ? XPCNativeWrapper.unwrap(value) : (value as string)}`;
}

/** A page that asks so often within a second asks without end. */
const MOST = 50;
const ENDLESS_MS = 1_000;

function start(): void {
  const times: number[] = [];
  let noMore = false;
  let policy: DialogPolicy = "dismiss";
  const page = window.wrappedJSObject;
  const undo: Array<() => void> = [];

  const tell = (type: Kind | "beforeunload", message: string, accepted: boolean, text: string): void => {
    const told: DialogMessage = { clz: "dialog", type, message, accepted, text, ...(noMore && { noMore }) };
    browser.runtime.sendMessage(told).catch(() => undefined);
  };
  const accepts = (): boolean => policy === "accept" && !noMore;
  /** As Firefox does it for a page whose dialogs a person has had enough of: whatever it asks, nobody hears of it. */
  const isRefused = (): boolean => {
    if (noMore) return true;
    times.push(performance.now());
    noMore = times.length > MOST && performance.now() - (times.splice(0, times.length - MOST)[0] ?? 0) < ENDLESS_MS;
    return false;
  };
  const put = (type: Kind, answer: (message: string, given: string) => boolean | string | null | undefined): void => {
    const substitute = (message: unknown = "", given: unknown = ""): boolean | string | null | undefined => {
      if (isRefused()) return NOTHING[type];
      return answer(asText(message), asText(given));
    };
    undo.push(standIn(page, type, substitute));
  };

  put("alert", (message) => void tell("alert", message, accepts(), ""));
  put("confirm", (message) => {
    const accepted = accepts();
    tell("confirm", message, accepted, "");
    return accepted;
  });
  put("prompt", (message, given) => {
    const accepted = accepts();
    tell("prompt", message, accepted, accepted ? given : "");
    return accepted ? given : null;
  });

  // Firefox's preview would hold the page up until somebody closes it.
  put("print", () => void tell("print", "", false, ""));

  // Runs before all listeners of the page, which hear another event. Whether they ask is reported, and no dialog is shown.
  const over = new AbortController();
  let asked: BeforeUnloadEvent | null = null;
  const leave = (event: Event): void => {
    if (asked) return;
    event.stopImmediatePropagation();
    asked = document.createEvent("BeforeUnloadEvent");
    asked.initEvent("beforeunload", false, true);
    window.dispatchEvent(asked);
    if (asked.defaultPrevented || asked.returnValue !== "") tell("beforeunload", STAY, true, "");
    asked = null;
  };
  window.addEventListener("beforeunload", leave, { capture: true, signal: over.signal });

  browser.runtime.onMessage.addListener((message: { clz: string; policy?: DialogPolicy }): undefined => {
    if (message.clz === "dialogs" && message.policy) policy = message.policy;
  });
  void browser.runtime.sendMessage({ clz: "dialogs" }).then(
    (known: unknown) => {
      if (known === "accept" || known === "dismiss" || known === "ask") {
        policy = known;
        return;
      }
      // Somebody else's tab after all.
      over.abort();
      for (const act of undo) act();
    },
    () => undefined,
  );
}
