// Stillness: whether scripts move things in this document. It is counted by what the page has run, never by the clock:
// a page that was at work, or that a busy machine did not let run, has moved nothing meanwhile and may do so next.

import { FRAME_MS, delay } from "../command";
import { turn } from "../dom/event-loop";
import { mutationTracker } from "../dom/mutation-tracker";

/** Nothing moves once scripts have moved nothing for this many frames, each of which left the page idle. */
const STILL_FRAMES = 3;

/** A page that is never through with its work is not waited for: what moves there is seen by its place. */
const NEVER_IDLE_MS = 500;

/** A document that was not watched before counts as one in which things move. */
let still = 0;
let counting = false;

mutationTracker.onMove(() => {
  still = 0;
  void count();
});
void count();

/** True if no script has moved anything since the page was last idle for some frames. */
export function isStill(): boolean {
  return still >= STILL_FRAMES;
}

async function count(): Promise<void> {
  if (counting) return;
  counting = true;
  while (still < STILL_FRAMES) {
    const before = mutationTracker.moves();
    await delay(FRAME_MS);
    const idle = await pageIsIdle();
    still = idle && mutationTracker.moves() === before ? still + 1 : 0;
  }
  counting = false;
}

/** True once the page has run all that it had put off; false if there is no end to it. */
async function pageIsIdle(): Promise<boolean> {
  // Hidden pages are idle seldom.
  if (document.hidden) return turn().then(() => true);
  return new Promise((resolve) => {
    requestIdleCallback(({ didTimeout }) => resolve(!didTimeout), { timeout: NEVER_IDLE_MS });
  });
}
