// The dialog script, for builds without the helper: in tabs that an agent owns it puts functions of its own in the
// place of alert, confirm and prompt, so that none of them freezes the tab. Nothing is evaluated: no policy of a page
// stops it.
//
// A page's script waits for the answer, so it has to be there at once: `ask` can only dismiss here.

import type { DialogMessage, DialogPolicy } from "../../shared/messages";
import { standIn } from "./stand-ins";

type Kind = "alert" | "confirm" | "prompt" | "print";

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

function start(): void {
  let policy: DialogPolicy = "dismiss";
  const page = window.wrappedJSObject;
  const undo: Array<() => void> = [];

  const tell = (type: Kind, message: string, accepted: boolean, text: string): void => {
    const told: DialogMessage = { clz: "dialog", type, message, accepted, text };
    browser.runtime.sendMessage(told).catch(() => undefined);
  };
  const put = (type: Kind, answer: (message: string, given: string) => boolean | string | null | undefined): void => {
    const ours = (message: unknown = "", given: unknown = ""): boolean | string | null | undefined => {
      return answer(asText(message), asText(given));
    };
    undo.push(standIn(page, type, ours));
  };

  put("alert", (message) => void tell("alert", message, policy === "accept", ""));
  put("confirm", (message) => {
    const accepted = policy === "accept";
    tell("confirm", message, accepted, "");
    return accepted;
  });
  put("prompt", (message, given) => {
    const accepted = policy === "accept";
    tell("prompt", message, accepted, accepted ? given : "");
    return accepted ? given : null;
  });

  // Firefox's preview would hold the page up until somebody closes it.
  put("print", () => void tell("print", "", false, ""));

  // First of all listeners: the page's own are never called, and so never ask to stay.
  const over = new AbortController();
  const leave = (event: Event): void => event.stopImmediatePropagation();
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
