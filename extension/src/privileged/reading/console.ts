// What a page says to its console, the errors that nobody catches, and what it is refused by rules for pages (CSP, CORS
// and their like): read where Firefox keeps them for its own console. In the page there is nothing of it, so that
// nothing in it can tell. What was said before anybody listened is there too.

import { beginningOf, causesOf, isError, joined, shown } from "../../shared/values/console-format";
import type { Said } from "../../shared/messages";
import { LEVELS, NO_WEBGL, SaidBatch } from "../../shared/values/console-batches";

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
  counter?: { label: string; count: number } | null;
  timer?: { name: string; duration: number } | null;
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
  hasException: boolean;
  /** What was thrown. */
  exception: unknown;
}

/** Of the page's own scripts, and of its workers'. */
const CATEGORIES = new Set(["content javascript", "Web Worker"]);

/**
 * Of what a page is refused. Requests that get no answer are among the requests, and no refusals: of these too Firefox
 * says that they are blocked by CORS.
 */
const REFUSALS =
  /^(?:CSP_|CORS(?!DidNotSucceed)|(?:SOP|COEP|MIMEMISMATCH|X-Frame-Options|Sub-resource Integrity|Mixed Content Blocker)$)/;
/** Of policies that are only tried out. */
const TRIED_OUT = /^CSP_CSPRO/;

/** nsIScriptError's warningFlag and infoFlag. */
const NO_ERROR = 1 | 8;

const STACK_CHARS = 2_000;

/** Takes what was said in one go. False if nobody may listen any more. */
type Tell = (said: Said[], dropped: number) => Promise<boolean>;

export class PageConsole {
  readonly #batch: SaidBatch;
  #listens = false;
  #told: ReadonlySet<object> = new Set();

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
    // A message that is among them already may still be on its way to listeners.
    const told = new Set<object>();
    for (const message of Services.console.getMessageArray()) {
      const error = scriptError(message);
      if (error?.innerWindowID !== this.innerId) continue;
      before.push({ at: error.timeStamp, said: this.#error(error) });
      told.add(message);
    }
    this.#told = told;
    Services.tm.dispatchToMainThread(() => told.clear());
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
      if (error?.innerWindowID === this.innerId && !this.#told.has(message)) this.#say(this.#error(error));
    },
  };

  #message(event: ConsoleEvent): Said | null {
    const { level, filename, lineNumber, columnNumber, timeStamp } = event;
    const known = LEVELS[level];
    const text = textOf(event);
    if (!known || text === null) return null;
    return said(known, "console", timeStamp, text, { url: filename, line: lineNumber, column: columnNumber });
  }

  #error(error: ScriptError): Said | null {
    const { category, flags, sourceName, lineNumber, columnNumber, timeStamp } = error;
    const at = { url: sourceName, line: lineNumber || null, column: columnNumber || null };
    if (error.errorMessage.startsWith(NO_WEBGL)) return said("warn", "refusal", timeStamp, error.errorMessage, at);
    // Content scripts fail in the page's name.
    if ((flags & NO_ERROR) !== 0 || sourceName.startsWith("moz-extension:")) return null;
    if (REFUSALS.test(category))
      return said(TRIED_OUT.test(category) ? "warn" : "error", "refusal", timeStamp, error.errorMessage, at);
    if (!CATEGORIES.has(category)) return null;
    const text = thrownIn(error);
    if (!error.isPromiseRejection) return said("error", "error", timeStamp, `Uncaught ${text}`, at);
    const nowhere = { url: "", line: null, column: null };
    return said("error", "rejection", timeStamp, `Unhandled rejection: ${text}`, nowhere);
  }

  #say(entry: Said | null): void {
    if (entry) this.#batch.add(entry);
  }
}

/** Null for a count or a timer that there is not. */
function textOf({ level, arguments: given, counter, timer }: ConsoleEvent): string | null {
  if (level === "assert") return `Assertion failed: ${joined(given)}`;
  if (level === "count") return counter?.count === undefined ? null : `${counter.label}: ${counter.count}`;
  if (level !== "timeEnd" && level !== "timeLog") return joined(given);
  return timer?.duration === undefined
    ? null
    : joined([`${timer.name}: ${Math.round(timer.duration)}ms`, ...given.slice(1)]);
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

/** What was thrown, with the stack and what it came of if it is an error. */
function thrownIn({ hasException, exception, errorMessage, stack }: ScriptError): string {
  if (hasException && typeof exception === "object" && exception !== null && !isError(exception))
    return shown(exception);
  const what = errorMessage.replace(/^uncaught exception: /, "");
  return [what, stackOf(stack), ...(hasException ? causesOf(exception) : [])].filter(Boolean).join("\n");
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
