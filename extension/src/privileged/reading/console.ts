// What a page says to its console, and the errors that nobody catches: read where Firefox keeps them for its own
// console. In the page there is nothing of it, so that nothing in it can tell. What was said before anybody listened is
// there too.

import { beginningOf, joined } from "../../shared/values/console-format";
import type { Said } from "../../shared/messages";
import { LEVELS, SaidBatch } from "../../shared/values/console-batches";

/** A call of the console as Firefox reports it: directives are filled in. */
interface ConsoleEvent {
  innerID: number | string;
  level: string;
  arguments: unknown[];
  filename: string;
  lineNumber: number;
  columnNumber: number;
  /** Milliseconds. */
  timeStamp: number;
}

interface ConsoleStorage {
  getEvents(innerId: string): ConsoleEvent[];
  addLogEventListener(listener: (event: ConsoleEvent) => void, principal: unknown): void;
  removeLogEventListener(listener: (event: ConsoleEvent) => void): void;
}

interface Frame {
  functionDisplayName: string | null;
  source: string;
  line: number;
  column: number;
  parent: Frame | null;
}

interface ScriptError {
  QueryInterface(iface: unknown): ScriptError;
  errorMessage: string;
  sourceName: string;
  lineNumber: number;
  columnNumber: number;
  flags: number;
  category: string;
  innerWindowID: number;
  timeStamp: number;
  stack: Frame | null;
  isPromiseRejection: boolean;
}

/** Of the page's own scripts, and of its workers'. */
const CATEGORIES = new Set(["content javascript", "Web Worker"]);

/** nsIScriptError's warningFlag and infoFlag. */
const NO_ERROR = 1 | 8;

const STACK_CHARS = 2_000;

/** Takes what was said in one go. False if nobody may listen any more. */
type Tell = (said: Said[], dropped: number) => Promise<boolean>;

export class PageConsole {
  readonly #batch: SaidBatch;
  #listens = false;

  constructor(
    private readonly innerId: number,
    tell: Tell,
  ) {
    this.#batch = new SaidBatch(
      (flush) => Services.tm.dispatchToMainThread(flush),
      (said, dropped) => void tell(said, dropped).then((goesOn) => goesOn || this.stop()),
    );
  }

  /** Begins with what was said since then, in milliseconds of the epoch. Once is enough. */
  listen(since: number): void {
    if (this.#listens) return;
    this.#listens = true;
    const before: Array<{ at: number; said: Said | null }> = [];
    for (const event of storage().getEvents(String(this.innerId)))
      before.push({ at: event.timeStamp, said: this.#message(event) });
    for (const message of Services.console.getMessageArray()) {
      const error = scriptError(message);
      if (error) before.push({ at: error.timeStamp, said: this.#uncaught(error) });
    }
    before.sort((a, b) => a.at - b.at);
    for (const { at, said } of before) if (at >= since) this.#say(said);
    storage().addLogEventListener(this.#onMessage, Services.scriptSecurityManager.getSystemPrincipal());
    Services.console.registerListener(this.#onError);
  }

  stop(): void {
    if (!this.#listens) return;
    this.#listens = false;
    storage().removeLogEventListener(this.#onMessage);
    Services.console.unregisterListener(this.#onError);
  }

  readonly #onMessage = (event: ConsoleEvent): void => {
    if (event.innerID === this.innerId) this.#say(this.#message(event));
  };

  readonly #onError = {
    observe: (message: object): void => {
      const error = scriptError(message);
      if (error) this.#say(this.#uncaught(error));
    },
  };

  #message({ level, arguments: given, filename, lineNumber, columnNumber, timeStamp }: ConsoleEvent): Said | null {
    const known = LEVELS[level];
    if (!known) return null;
    const text = level === "assert" ? `Assertion failed: ${joined(given)}` : joined(given);
    return said(known, "console", timeStamp, text, { url: filename, line: lineNumber, column: columnNumber });
  }

  #uncaught(error: ScriptError): Said | null {
    const { category, flags, innerWindowID, sourceName, lineNumber, columnNumber, timeStamp } = error;
    if (innerWindowID !== this.innerId || !CATEGORIES.has(category) || (flags & NO_ERROR) !== 0) return null;
    // Content scripts fail in the page's name.
    if (sourceName.startsWith("moz-extension:")) return null;
    const what = error.errorMessage.replace(/^uncaught exception: /, "");
    const text = [what, stackOf(error.stack)].filter(Boolean).join("\n");
    if (error.isPromiseRejection) {
      return said("error", "rejection", timeStamp, `Unhandled rejection: ${text}`, {
        url: "",
        line: null,
        column: null,
      });
    }
    const at = { url: sourceName, line: lineNumber || null, column: columnNumber || null };
    return said("error", "error", timeStamp, `Uncaught ${text}`, at);
  }

  #say(entry: Said | null): void {
    if (entry) this.#batch.add(entry);
  }
}

function said(
  level: Said["level"],
  kind: Said["kind"],
  at: number,
  text: string,
  place: Pick<Said, "url" | "line" | "column">,
): Said {
  return {
    level,
    kind,
    timestamp: new Date(at).toISOString(),
    message: beginningOf(text),
    ...place,
  };
}

function scriptError(message: object): ScriptError | null {
  const isOne = message instanceof (Ci["nsIScriptError"] as { new (): object });
  return isOne ? (message as ScriptError).QueryInterface(Ci["nsIScriptError"]) : null;
}

/** As pages see it in `Error.prototype.stack`. */
function stackOf(first: Frame | null): string {
  let text = "";
  for (let frame = first; frame && text.length < STACK_CHARS; frame = frame.parent) {
    if (!/^(?:moz-extension:|resource:|chrome:|self-hosted$)/.test(frame.source)) {
      text += `${frame.functionDisplayName ?? ""}@${frame.source}:${frame.line}:${frame.column}\n`;
    }
  }
  return text.trimEnd();
}

function storage(): ConsoleStorage {
  return Cc["@mozilla.org/consoleAPI-storage;1"]?.getService(Ci["nsIConsoleAPIStorage"]) as ConsoleStorage;
}
