// Quiet: a page in which nothing seems about to appear. What is not on it then will not be after a longer look either,
// and a target that was written wrong is reported after a second instead of five.
//
// Nobody can tell which timers run. So a page is given time after what may have set some: its loading, and each action
// of clz. Anything that moves, or that says it is loading, and any request under way, is waited for as long as before.

import type { UnderWayMessage } from "../../shared/messages";
import type { FrameCall } from "../command";
import { mutationTracker } from "../dom/mutation-tracker";
import { pageText } from "../text/page-text";
import { allRoots } from "../dom/roots";
import { isVisible } from "../dom/visible";

/** Nothing has changed for this long, and the command has looked for as long. */
const QUIET_MS = 1_000;
/** So long ago the page has loaded, and clz has done something in it. */
const SETTLED_MS = 3_000;

/** The look at the whole page is dear. */
const AGAIN_MS = 300;
const nextLook = new WeakMap<FrameCall, number>();

const LOADING =
  '[aria-busy="true"], progress:not([value]), [role="progressbar"]:not([aria-valuenow]), [class*="spinner" i], ' +
  '[class*="loading" i], [class*="loader" i], [class*="skeleton" i], [class*="shimmer" i], [class*="placeholder-glow" i]';
const SAYS_SO =
  /\b(?:loading|please wait|saving|searching|processing|working|starting|connecting)\b[^.!?…]{0,40}(?:…|\.\.\.)/i;

/** True if this document shows no sign of anything to come. */
export function looksQuiet(settledMs = SETTLED_MS): boolean {
  if (document.readyState !== "complete" || mutationTracker.quietMs() < QUIET_MS) return false;
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const begun = Math.max(navigation?.loadEventEnd ?? 0, mutationTracker.actedAt());
  if (performance.now() - begun < settledMs) return false;
  if (document.getAnimations().some(({ playState }) => playState === "running")) return false;
  for (const root of allRoots())
    for (const element of root.querySelectorAll(LOADING)) if (isVisible(element)) return false;
  return !SAYS_SO.test(pageText());
}

/** A page that does not tell what it is about to do is at rest when nothing in it has changed for this long. */
const AT_REST_MS = 500;
/** One that does: what runs between two of its tasks is over by then. */
const BETWEEN_TASKS_MS = 50;
/** As long as nothing came of what was done, something may be on its way that nobody can see, as from a worker. */
const ON_ITS_WAY_MS = 150;

/**
 * True if nothing comes any more of what was done in this document, by what Firefox knows: no timer of a page is about
 * to run in this process, nothing moves, and nothing changed just now. Without the helper it is a matter of time alone.
 */
export function isAtRest(): boolean {
  if (document.readyState !== "complete") return false;
  const quietMs = mutationTracker.quietMs();
  if (quietMs >= AT_REST_MS) return true;
  const { timersWithin } = globalThis.__clz;
  const changed = performance.now() - quietMs > mutationTracker.actedAt();
  if (!timersWithin || quietMs < (changed ? BETWEEN_TASKS_MS : ON_ITS_WAY_MS)) return false;
  return !timersWithin(AT_REST_MS) && !document.getAnimations().some(({ playState }) => playState === "running");
}

/** True if a target that this page lacks is not worth waiting for any longer. */
export function givesUp(call: FrameCall): Promise<boolean> {
  return isOver(call, SETTLED_MS);
}

/** True if nothing comes any more of what was done in the page: it has been quiet since. */
export function nothingComes(call: FrameCall): Promise<boolean> {
  return isOver(call, QUIET_MS);
}

async function isOver(call: FrameCall, settledMs: number): Promise<boolean> {
  if (!call.early || call.waitedMs() < (nextLook.get(call) ?? QUIET_MS)) return false;
  nextLook.set(call, call.waitedMs() + AGAIN_MS);
  if (!looksQuiet(settledMs)) return false;
  const message: UnderWayMessage = { clz: "underWay" };
  return (await browser.runtime.sendMessage(message).catch(() => true)) === false;
}
