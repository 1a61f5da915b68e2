// The console script, for builds without the helper: tells the background what the page says to its console, and the
// errors that nobody catches.
//
// Only in tabs that an agent owns. It puts functions of its own in the place of the page's console functions, which
// call those through. It works under every policy, because nothing is evaluated.

import { beginningOf, formatted, shown } from "../../shared/values/console-format";
import type { Said, SaidMessage } from "../../shared/messages";
import { LEVELS, SaidBatch } from "../../shared/values/console-batches";
import { standIn } from "./stand-ins";

type Method = (...given: unknown[]) => unknown;

declare global {
  var clzConsole: boolean | undefined;
}

if (!Object.hasOwn(globalThis, "clzConsole")) {
  globalThis.clzConsole = true;
  start();
}

function start(): void {
  const over = new AbortController();
  const { signal } = over;
  const page = window.wrappedJSObject.console as unknown as Record<string, Method>;
  const undo: Array<() => void> = [];
  const tell = async (said: Said[], dropped: number): Promise<void> => {
    const message: SaidMessage = {
      clz: "said",
      frame: location.href,
      begun: performance.timeOrigin,
      top: window === window.top,
      said,
      dropped,
    };
    try {
      if ((await browser.runtime.sendMessage(message)) === false) stop();
    } catch {
      // The background page is going down with the extension.
    }
  };
  const batch = new SaidBatch(
    (flush) => queueMicrotask(flush),
    (said, dropped) => void tell(said, dropped),
  );
  const say = (entry: Said): void => {
    if (!signal.aborted) batch.add(entry);
  };

  const stop = (): void => {
    over.abort();
    for (const act of undo) act();
  };

  for (const [name, level] of Object.entries(LEVELS)) {
    const original = page[name];
    if (typeof original !== "function") continue;
    const ours = (...given: unknown[]): unknown => {
      if (name !== "assert" || !given[0]) {
        const message = name === "assert" ? `Assertion failed: ${formatted(given.slice(1))}` : formatted(given);
        say({ level, kind: "console", timestamp: now(), message, ...caller() });
      }
      return Reflect.apply(original, page, given);
    };
    undo.push(standIn(page, name, ours));
  }

  window.addEventListener(
    "error",
    (event) => {
      // Pictures and scripts that did not load fire at their own element; they are among the requests.
      if (!(event instanceof ErrorEvent)) return;
      const at = { url: event.filename, line: event.lineno || null, column: event.colno || null };
      const message = typeof event.error === "object" && event.error ? shown(event.error) : event.message;
      say({ level: "error", kind: "error", timestamp: now(), message: beginningOf(`Uncaught ${message}`), ...at });
    },
    { capture: true, signal },
  );
  window.addEventListener(
    "unhandledrejection",
    (event) => {
      const message = beginningOf(`Unhandled rejection: ${shown(event.reason)}`);
      say({ level: "error", kind: "rejection", timestamp: now(), message, url: "", line: null, column: null });
    },
    { capture: true, signal },
  );
}

function now(): string {
  return new Date().toISOString();
}

/** Where the page called its console: the first place on the stack that is not ours. */
function caller(): Pick<Said, "url" | "line" | "column"> {
  for (const line of (new Error().stack ?? "").split("\n")) {
    const found = /@(.*):(\d+):(\d+)$/.exec(line);
    if (found && !found[1]?.startsWith("moz-extension:")) {
      return { url: found[1] ?? "", line: Number(found[2]), column: Number(found[3]) };
    }
  }
  return { url: "", line: null, column: null };
}
