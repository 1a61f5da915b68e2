// Waiting: look at once, then again after each change of the page, until it holds or the time is up.

import type { CommandError } from "../../shared/errors";
import type { LocatorQuery } from "../../shared/messages";
import { NotInThisFrame, FRAME_MS, tick, type Call } from "../command";
import { changes } from "../dom/mutation-tracker";
import { givesUp } from "./quiet-page";
import { hasOtherFrames } from "../dom/roots";

/**
 * What one look at the page gave. `fault` is made only when the time is up: look-alikes take a search. `query` stands
 * where this frame lacks what another one may have; `final` where no time will change that, `absent` where nothing at all matches.
 */
export type Look<T> =
  | { ready: true; value: T }
  | {
      ready: false;
      fault: () => CommandError;
      againMs?: number;
      query?: LocatorQuery;
      final?: boolean;
      absent?: boolean;
    };

/** Looks again at least this often: not everything that matters shows as a mutation. */
const LOOK_AGAIN_MS = 100;

/** Whether something moves takes some looks to tell, however short the time is that was given. */
const DECIDE_MS = 100;

/** The value of the first look that is ready. The first look happens before anything is awaited. */
export async function until<T>(call: Call, look: () => Look<T>): Promise<T> {
  for (;;) {
    call.signal.throwIfAborted();
    const seen = look();
    if (seen.ready) return seen.value;
    if (seen.query && call.acrossFrames && hasOtherFrames()) throw new NotInThisFrame(seen.query);
    if (seen.final) throw seen.fault();
    const { againMs } = seen;
    const left = call.left();
    if (left <= (againMs === undefined ? 0 : -DECIDE_MS)) throw seen.fault();
    if (seen.absent && (await givesUp(call))) throw seen.fault();
    call.waiting();
    await pause(call, againMs ?? Math.min(LOOK_AGAIN_MS, left));
  }
}

/** Resolves after `ms`, or sooner when the page changes, but never within the same frame. */
export async function pause(call: Call, ms: number): Promise<void> {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, call.signal]);
  const changed = new Promise<void>((resolve) => changes.onChange(resolve, signal));
  const aborted = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  try {
    await Promise.race([tick(Math.min(ms, FRAME_MS)), aborted]);
    if (ms > FRAME_MS) await Promise.race([tick(ms - FRAME_MS), changed, aborted]);
  } finally {
    over.abort();
  }
}
