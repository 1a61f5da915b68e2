// The lock on capturing: one picture at a time, first come first served.

import { CommandError, ours } from "../../shared/errors";
import type { Call } from "../command-context";
import { shortId } from "../tabs/tab-pool";

/** How long one agent waits for another. */
const MAX_WAIT_MS = 3_000;
const RETRY_MS = 1_000;

export class CaptureMutex {
  #holder: { agent: string; since: number } | null = null;
  readonly #queue: Array<() => void> = [];

  /** Does `work` alone. Throws MUTEX_BUSY if another agent does not finish in time. */
  async hold<T>(call: Call, work: () => Promise<T>): Promise<T> {
    await this.#acquire(call);
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  async #acquire(call: Call): Promise<void> {
    if (!this.#holder) {
      this.#take(call);
      return;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    let mine = (): void => undefined;
    const turn = new Promise<void>((resolve, reject) => {
      // The lock is taken as it is handed over: nobody can slip in between.
      mine = () => {
        this.#take(call);
        resolve();
      };
      this.#queue.push(mine);
      timer = setTimeout(() => {
        if (this.#holder?.agent !== call.agent) reject(this.#busy());
      }, MAX_WAIT_MS);
    });
    try {
      await call.race(turn);
    } catch (thrown) {
      const at = this.#queue.indexOf(mine);
      if (at >= 0) this.#queue.splice(at, 1);
      // Handed over and given up in the same moment: the next one's turn.
      else if (call.signal.aborted) this.#release();
      throw thrown;
    } finally {
      clearTimeout(timer);
    }
  }

  #take(call: Call): void {
    this.#holder = { agent: call.agent, since: performance.now() };
  }

  #busy(): CommandError {
    const heldForMs = Math.round(performance.now() - (this.#holder?.since ?? performance.now()));
    const holder = shortId(this.#holder?.agent ?? "");
    const hint = ours`Try again in ${RETRY_MS} ms.`;
    const details = { holder, heldForMs, retryAfterMs: RETRY_MS, hint: hint.text };
    return new CommandError("MUTEX_BUSY", `${holder} has been taking a picture for ${heldForMs} ms`, details, hint);
  }

  #release(): void {
    this.#holder = null;
    this.#queue.shift()?.();
  }
}
