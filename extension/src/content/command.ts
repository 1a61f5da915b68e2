// What the background asks of this frame: its id, its time and its abort signal.

import type { ToConfirm } from "../generated/messages";
import { Deadline } from "../shared/deadline";
import { CommandError } from "../shared/errors";
import type { Clip } from "../shared/input/clipboard";
import type {
  CallMessage,
  DelayMessage,
  DragMessage,
  DurableLocator,
  LocatorQuery,
  QueryMessage,
  StageMessage,
} from "../shared/messages";
import { tell } from "./background-port";
import { pageRuns, secretValues } from "./dom/held-secrets";
import { mutationTracker } from "./dom/mutation-tracker";

/** Two looks at the page are at least this far apart: a frame at 60 Hz. */
export const FRAME_MS = 17;

/** Thrown where this frame lacks what other frames may have. */
export class NotInThisFrame extends Error {
  constructor(readonly query: LocatorQuery) {
    super("not in this frame");
  }
}

export class FrameCall {
  readonly id: string;
  /** True if other frames may have what this one lacks. */
  readonly acrossFrames: boolean;
  /** When the wait for the page is over. */
  readonly deadline: Deadline;
  /** What refs in this frame begin with. */
  readonly frame: string;
  /** True if the helper performs trusted input. */
  readonly helper: boolean;
  /** True if nobody said how long to wait: a quiet page is not waited for. */
  readonly early: boolean;
  /** What an upload gives, where the helper does not. */
  readonly files: File[];
  /** True if the helper does. */
  readonly bringsFiles: boolean;
  /** True if the text that is entered is a secret. */
  readonly secret: boolean;
  /** What is pasted. */
  readonly clipboard: Clip | null;
  /** True if there is something to paste that must not be. */
  readonly clipboardHoldsSecret: boolean;
  /** What the person must confirm first; null if nothing. */
  readonly confirm: ToConfirm | null;
  /** True if the element is to be named for later. */
  readonly wantsLocator: boolean;
  /** How it is, once it is found. */
  locator: DurableLocator | null = null;
  readonly #abort = new AbortController();
  readonly #over = new AbortController();
  readonly #spentMs: number;
  readonly #started = performance.now();
  #stage: StageMessage["stage"] | null = null;

  constructor(message: CallMessage | QueryMessage | DragMessage) {
    this.id = message.id;
    this.acrossFrames = message.clz === "call" && message.acrossFrames;
    this.frame = message.clz === "query" ? "" : message.refs.frame;
    this.helper = message.clz !== "query" && message.helper === true;
    this.early = message.clz === "call" && message.early === true;
    this.files = message.clz === "call" ? (message.files ?? []) : [];
    this.bringsFiles = message.clz === "call" && message.paths !== undefined;
    this.wantsLocator = message.clz !== "query" && message.locator === true;
    this.secret = message.clz === "call" && message.secret === true;
    this.clipboard = (message.clz === "call" && message.clipboard) || null;
    this.clipboardHoldsSecret = message.clz === "call" && message.clipboardHoldsSecret === true;
    this.confirm = (message.clz !== "query" && message.confirm) || null;
    this.deadline = Deadline.after(message.budgetMs);
    this.#spentMs = message.spentMs;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Aborted when the call has its answer, whichever: what listens for a call dies with it. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  close(): void {
    this.#over.abort();
  }

  abort(error: CommandError): void {
    this.#abort.abort(error);
  }

  /** Milliseconds the command has waited, in documents before this one too. */
  waitedMs(): number {
    return Math.round(this.#spentMs + performance.now() - this.#started);
  }

  /** Says that the page is being waited for: should it go away, nothing was done to it. */
  waiting(): void {
    this.#tell("waiting");
    pageRuns();
  }

  /** Says that the first event is about to be sent, and what is known of the result by then. */
  acting(seen?: StageMessage["partialResult"]): void {
    mutationTracker.expect();
    this.#tell("acting", seen);
  }

  /** True if it was last said that the page is being waited for. */
  get waits(): boolean {
    return this.#stage === "waiting";
  }

  #tell(stage: StageMessage["stage"], seen?: StageMessage["partialResult"]): void {
    if (this.#stage === stage && !seen) return;
    this.#stage = stage;
    const locator = seen && this.locator;
    const values = secretValues();
    const told = values.maskedIn({ ...(seen && { partialResult: seen }), ...(locator && { locator }) });
    tell({ clz: "stage", id: this.id, stage, ...told, ...(values.texts.size > 0 && { secrets: [...values.texts] }) });
  }
}

/** Resolves after `ms`, in hidden pages too. */
export function delay(ms: number): Promise<void> {
  if (document.hidden) return backgroundDelay({ clz: "delay", ms });
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function backgroundDelay(message: DelayMessage): Promise<void> {
  try {
    await browser.runtime.sendMessage(message);
  } catch {
    // The background page is going down with the extension; the call goes down with it.
  }
}
