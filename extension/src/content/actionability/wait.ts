// Waiting: look at once, then again after each change of the page, until it holds or the time is up.

import { LIMITS } from "../../generated/registry";
import { NotInThisFrame, FRAME_MS, delay, type FrameCall } from "../command";
import { mutationTracker } from "../dom/mutation-tracker";
import { noteElement } from "../locators/durable";
import type { Look } from "./look";
import { givesUp, nothingComes } from "./quiet-page";
import { hasOtherFrames } from "../dom/roots";

/** Looks again at least this often: not everything that matters shows as a mutation. */
const LOOK_AGAIN_MS = 100;
/** Of the time, no more than this part is spent on looks at what does not change; on what does, half, of looks so long. */
const AGAIN_FACTOR = 4;
const LONGEST_MS = 500;

/** What moves is looked at so often in a row before that is said: on a busy machine that takes longer than the time it is given. */
const LOOKS_AT_MOVING = Math.ceil(LIMITS.stabilityGraceMs / FRAME_MS);

/** The value of the first look that is ready. The first look happens before anything is awaited. */
export async function until<T>(call: FrameCall, look: () => Look<T>): Promise<T> {
  for (let looksAtMoving = 0; ;) {
    call.signal.throwIfAborted();
    const begun = performance.now();
    const seen = look();
    const tookMs = performance.now() - begun;
    if (seen.ready) {
      noteElement(call, seen.value);
      return seen.value;
    }
    if (seen.query && call.acrossFrames && hasOtherFrames()) throw new NotInThisFrame(seen.query);
    if (seen.final) throw seen.fault();
    const { againMs } = seen;
    const deadline = againMs === undefined ? call.deadline : call.deadline.plus(LIMITS.stabilityGraceMs);
    looksAtMoving = againMs === undefined ? 0 : looksAtMoving + 1;
    if (deadline.passed && (againMs === undefined || looksAtMoving > LOOKS_AT_MOVING)) throw seen.fault();
    call.waiting();
    if (seen.absent && (await givesUp(call))) throw seen.fault();
    await pause(
      call,
      againMs ?? Math.min(againAfter(tookMs), deadline.remainingMs),
      againMs === undefined ? tookMs : 0,
    );
  }
}

/**
 * The value of the first look that is ready at what an action brings about. If nobody said how long to wait, it is over
 * once the page has been quiet for a second.
 */
export async function outcome<T>(call: FrameCall, look: () => Look<T>): Promise<T> {
  for (;;) {
    call.signal.throwIfAborted();
    const seen = look();
    if (seen.ready) return seen.value;
    if (call.deadline.passed || (await nothingComes(call))) throw seen.fault();
    await pause(call, Math.min(LOOK_AGAIN_MS, call.deadline.remainingMs));
  }
}

/** When to look again at what does not change, after a look that took so long: a large page is not to be busy with that. */
export function againAfter(tookMs: number): number {
  return Math.max(LOOK_AGAIN_MS, AGAIN_FACTOR * tookMs);
}

/** Resolves after `ms`, or sooner when the page changes, but never within the same frame, nor in less than a look takes. */
export async function pause(call: FrameCall, ms: number, lookMs = 0): Promise<void> {
  const leastMs = Math.max(FRAME_MS, Math.min(lookMs, LONGEST_MS));
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, call.signal]);
  const changed = new Promise<void>((resolve) => mutationTracker.onChange(resolve, signal));
  const aborted = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  try {
    await Promise.race([delay(Math.min(ms, leastMs)), aborted]);
    if (ms > leastMs) await Promise.race([delay(ms - leastMs), changed, aborted]);
  } finally {
    over.abort();
  }
}
