// One call of the background script: its id, its time and its abort signal.

import { CommandError } from "../shared/errors";
import type { CallMessage, StageMessage, TickMessage } from "../shared/messages";

/** Two looks at the page are at least this far apart: a frame at 60 Hz. */
export const FRAME_MS = 17;

export class Call {
  readonly id: string;
  readonly #abort = new AbortController();
  readonly #budgetMs: number;
  readonly #spentMs: number;
  readonly #started = performance.now();
  #stage: StageMessage["stage"] | null = null;

  constructor(message: CallMessage) {
    this.id = message.id;
    this.#budgetMs = message.budgetMs;
    this.#spentMs = message.spentMs;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  abort(error: CommandError): void {
    this.#abort.abort(error);
  }

  /** Milliseconds left for waiting. */
  left(): number {
    return this.#budgetMs - (performance.now() - this.#started);
  }

  /** Milliseconds the command has waited, in documents before this one too. */
  waitedMs(): number {
    return Math.round(this.#spentMs + performance.now() - this.#started);
  }

  /** Says that the page is being waited for: should it go away, nothing was done to it. */
  waiting(): void {
    this.#tell("waiting");
  }

  /** Says that the first event is about to be sent. */
  acting(): void {
    this.#tell("acting");
  }

  #tell(stage: StageMessage["stage"]): void {
    if (this.#stage === stage) return;
    this.#stage = stage;
    post({ clz: "stage", id: this.id, stage });
  }
}

let port: browser.runtime.Port | null = null;

/** One way, without an answer: it costs half of a message. Firefox closes the port of a page that is kept for "back". */
function post(message: StageMessage): void {
  if (!port) {
    port = browser.runtime.connect();
    port.onDisconnect.addListener(() => {
      port = null;
    });
  }
  port.postMessage(message);
}

/** Resolves after `ms`, in hidden pages too. */
export function tick(ms: number): Promise<void> {
  if (document.hidden) return backgroundTick({ clz: "tick", ms });
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function backgroundTick(message: TickMessage): Promise<void> {
  try {
    await browser.runtime.sendMessage(message);
  } catch {
    // The background page is going down with the extension; the call goes down with it.
  }
}
