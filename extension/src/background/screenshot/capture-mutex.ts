// The lock on capturing: one picture at a time, first come first served.

import { Deadline } from "../../shared/deadline";
import { CommandError, ownWords } from "../../shared/errors";
import { within, type CommandContext } from "../command-context";
import { shortId } from "../tabs/tab-pool";

/** How long one agent waits for another. */
const MAX_WAIT_MS = 3_000;
const RETRY_MS = 1_000;

export class CaptureMutex {
  #holder: { agent: string; since: number } | null = null;
  /** Resolves when all who came so far are through. */
  #last: Promise<unknown> = Promise.resolve();

  /** Does `work` alone. Throws MUTEX_BUSY if another agent does not finish in time. */
  hold<T>(context: CommandContext, work: () => Promise<T>): Promise<T> {
    const mine = this.#after(this.#last, context, work);
    // A waiter that gives up lets the next one in only when those before it are through.
    this.#last = Promise.allSettled([this.#last, mine]);
    return mine;
  }

  async #after<T>(before: Promise<unknown>, context: CommandContext, work: () => Promise<T>): Promise<T> {
    let free = false;
    const turn = before.then(() => {
      free = true;
    });
    await within(Deadline.after(MAX_WAIT_MS), turn, context);
    if (!free && this.#holder?.agent !== context.agent) throw this.#busy();
    await context.race(turn);
    this.#holder = { agent: context.agent, since: performance.now() };
    return work();
  }

  #busy(): CommandError {
    const heldForMs = Math.round(performance.now() - (this.#holder?.since ?? performance.now()));
    const holder = shortId(this.#holder?.agent ?? "");
    const hint = ownWords`Try again in ${RETRY_MS} ms.`;
    const details = { holder, heldForMs, retryAfterMs: RETRY_MS, hint: hint.text };
    return new CommandError("MUTEX_BUSY", `${holder} has been taking a picture for ${heldForMs} ms`, details, hint);
  }
}
