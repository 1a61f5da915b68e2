// The bootstrap: all that runs in a frame which no agent touches. It passes each message to the engine, or asks for
// one.

import type { Need, PingMessage, ToContent } from "../shared/messages";

// Once a document: with two of them each click would be two. An own property, because a frame named like it would show
// through from the page's window.
if (!Object.hasOwn(globalThis, "__clz")) {
  globalThis.__clz = { engine: null };
  browser.runtime.onMessage.addListener((message: ToContent | PingMessage): Promise<unknown> | undefined => {
    // While a page waits in its own script, as for the answer to a dialog, messages come, but none of its timers. Those of
    // a page that is not in front may be late by many seconds.
    if (message.clz === "ping")
      return document.hidden ? Promise.resolve() : new Promise((answer) => setTimeout(answer));
    const { engine } = globalThis.__clz;
    if (engine) return engine(message);
    if (isToCome("coming" in message ? message.coming : undefined))
      return message.clz !== "abort" ? Promise.resolve({ need: "document" } satisfies Need) : undefined;
    if ("ifBlank" in message && isBlank()) return Promise.resolve({ ok: true, value: message.ifBlank });
    return message.clz !== "abort" ? Promise.resolve({ need: "engine" } satisfies Need) : undefined;
  });
}

/** True for the empty document of a frame that is about to get its own: that of its `srcdoc`, or one that is `coming`. */
function isToCome(coming: boolean | undefined): boolean {
  if (coming === false || document.URL !== "about:blank" || window.top === window) return false;
  const frame = window.frameElement;
  return coming === true || (frame?.hasAttribute("srcdoc") === true && frame.getAttribute("loading") !== "lazy");
}

/** True for a document that nobody has put anything in, and that is not to be loaded once it is in view. */
function isBlank(): boolean {
  const { body, head, readyState, designMode } = document;
  if (readyState !== "complete" || designMode !== "off" || body?.localName !== "body") return false;
  const isEmpty = (part: Element | null): boolean => !part?.hasChildNodes() && !part?.hasAttributes();
  const isLazy = window.frameElement?.getAttribute("loading") === "lazy";
  return isEmpty(body) && isEmpty(head) && !body.openOrClosedShadowRoot && !isLazy;
}
