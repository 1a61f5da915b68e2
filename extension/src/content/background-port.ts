// The port to the background, by which it asks this document things: there and back that takes Firefox two thirds of
// what a message to a tab does. What a call says of itself meanwhile goes the same way.
//
// A page that is left may be kept whole for "back". Its port stays open, but it hears nothing then, and Firefox says so to
// nobody: it says itself how far it has heard, and takes nothing from there on.

import type { AskMessage, FromDocument, Need, Reply, StageMessage } from "../shared/messages";
import { listenLastingly } from "./dom/lasting-listeners";

interface Line {
  readonly port: browser.runtime.Port;
  /** The last ask that was heard. */
  heard: number;
  left: boolean;
}

let line: Line | null = null;

/** Keeps a port open for as long as the page is shown. */
export function openPort(): void {
  open();
  listenLastingly("pagehide", () => {
    if (!line) return;
    line.left = true;
    line.port.postMessage({ clz: "left", heard: line.heard } satisfies FromDocument);
  });
  listenLastingly("pageshow", () => {
    if (line && !line.left) return;
    line?.port.disconnect();
    open();
  });
}

/** One way, without an answer. */
export function tell(message: StageMessage): void {
  (line ?? open()).port.postMessage(message satisfies FromDocument);
}

function open(): Line {
  const opened: Line = { port: browser.runtime.connect(), heard: 0, left: false };
  opened.port.onMessage.addListener((asked) => {
    // The port is closed with the page, which then has no answer.
    if (!opened.left) answer(opened, asked as AskMessage).catch(() => undefined);
  });
  opened.port.onDisconnect.addListener(() => {
    if (line === opened) line = null;
  });
  line = opened;
  return opened;
}

async function answer(from: Line, { ask, message }: AskMessage): Promise<void> {
  from.heard = ask;
  const say = (reply: Reply | Need | null): void =>
    from.port.postMessage({ clz: "answer", ask, reply } satisfies FromDocument);
  try {
    say((await globalThis.__clz.engine?.(message)) ?? null);
  } catch {
    // What has no answer, or one that cannot be sent, is like a message that nobody takes.
    say(null);
  }
}
