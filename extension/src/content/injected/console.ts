// The console script, for builds without the helper: tells the background what the page says to its console, the errors
// that nobody catches, and what its Content-Security-Policy refuses it. Firefox shows it nothing of other refusals.
//
// Only in tabs that an agent owns. It puts functions of its own in the place of the page's console functions, which
// call those through. It works under every policy, because nothing is evaluated.

import { beginningOf, formatted, joined, shown } from "../../shared/values/console-format";
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
  const texts = textsOf();
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

  for (const [name, level] of Object.entries({ ...LEVELS, countReset: null, time: null })) {
    const original = page[name];
    if (typeof original !== "function") continue;
    const textOf = texts.get(name) ?? formatted;
    const substitute = (...given: unknown[]): unknown => {
      const message = textOf(given);
      if (level !== null && message !== null) say({ level, kind: "console", timestamp: now(), message, ...caller() });
      return Reflect.apply(original, page, given);
    };
    undo.push(standIn(page, name, substitute));
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
  window.addEventListener(
    "securitypolicyviolation",
    ({ isTrusted, disposition, blockedURI, effectiveDirective, sourceFile, lineNumber, columnNumber }) => {
      // A content script is refused in the page's name.
      if (!isTrusted || sourceFile.startsWith("moz-extension")) return;
      const isTriedOut = disposition === "report";
      const what = `${isTriedOut ? "(Report-Only policy) " : ""}The page’s settings block ${effectiveDirective}: ${blockedURI}`;
      const at = { url: sourceFile || location.href, line: lineNumber || null, column: columnNumber || null };
      const message = beginningOf(`Content-Security-Policy: ${what}`);
      say({ level: isTriedOut ? "warn" : "error", kind: "refusal", timestamp: now(), message, ...at });
    },
    { capture: true, signal },
  );
}

/** What is said by calls that show more than they are given, or not all of it; null for nothing. */
function textsOf(): ReadonlyMap<string, (given: unknown[]) => string | null> {
  const counts = new Map<string, number>();
  const timers = new Map<string, number>();
  const labelOf = ([label = "default"]: unknown[]): string => shown(label);
  const elapsed = (given: unknown[]): string | null => {
    const begun = timers.get(labelOf(given));
    if (begun === undefined) return null;
    return joined([`${labelOf(given)}: ${Math.round(performance.now() - begun)}ms`, ...given.slice(1)]);
  };
  return new Map([
    ["assert", (given: unknown[]) => (given[0] ? null : `Assertion failed: ${formatted(given.slice(1))}`)],
    [
      "count",
      (given: unknown[]) => {
        const label = labelOf(given);
        counts.set(label, (counts.get(label) ?? 0) + 1);
        return `${label}: ${counts.get(label)}`;
      },
    ],
    ["countReset", (given: unknown[]) => (counts.delete(labelOf(given)), null)],
    ["time", (given: unknown[]) => (timers.set(labelOf(given), performance.now()), null)],
    ["timeLog", elapsed],
    [
      "timeEnd",
      (given: unknown[]) => {
        const text = elapsed(given);
        timers.delete(labelOf(given));
        return text;
      },
    ],
  ]);
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
