// The end of a document: reads wait for it, so that none takes a half of a page for the whole.

import { Deadline } from "../../shared/deadline";
import { LIMITS } from "../../generated/registry";
import { FRAME_MS, type FrameCall } from "../command";
import { pause } from "../actionability/wait";

/** One that never ends, as one whose server goes on and on, is waited for once. */
let waitedOut = false;

/** Waits until all of the document is there and drawn. False for one that is read as it is, since its end does not come. */
export async function documentEnded(call: FrameCall): Promise<boolean> {
  const whole = Deadline.after(LIMITS.documentEndMs);
  const patience = Deadline.earliest(call.deadline.halfway, whole);
  while (!hasEnded()) {
    waitedOut ||= whole.passed;
    if (waitedOut || patience.passed) return false;
    call.signal.throwIfAborted();
    call.waiting();
    await pause(call, patience.atMost(2 * FRAME_MS).remainingMs);
  }
  return true;
}

/** True once its scripts have run that run at its end, and its style sheets let it be drawn. */
function hasEnded(): boolean {
  if (document.readyState === "complete") return true;
  if (document.readyState === "loading") return false;
  const { domLoading, domContentLoadedEventEnd } = performance.timing; // zero where Firefox keeps its clock from pages
  return (domContentLoadedEventEnd > 0 || domLoading === 0) && document.documentElement?.checkVisibility() === true;
}
