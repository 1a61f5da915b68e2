// Where a drag ends: in the frame where it begins, or in another one, which is found out as the first one is asked.

import { CommandError, type Fault } from "../../shared/errors";
import type { LocatorQuery } from "../../shared/messages";
import type { FrameTarget } from "./frame-query";

/** A drag ends in another frame than it begins in: nothing was done yet. */
export class EndInOtherFrame extends CommandError {
  constructor(
    readonly start: FrameTarget,
    readonly end: FrameTarget,
  ) {
    super("INVALID_TARGET", "The drag ends in another frame");
  }
}

/** True if it is not what the command acts on that a frame lacks, but where a drag ends. */
export function isEnd(params: object, { target }: LocatorQuery): boolean {
  const { target: start, to } = params as { target?: string; to?: string };
  return target !== undefined && target === to && target !== start;
}

/** The search does not go on from a place that is not found. */
export function throwIfElsewhere(start: FrameTarget, end: FrameTarget): void {
  const found = end.acrossFrames || end.inside !== undefined;
  if (found && end.frameId !== start.frameId) throw new EndInOtherFrame(start, end);
}

/** The end of a drag, where that is what the fault says is missing. */
export function endOf(params: object, { details }: Fault): LocatorQuery | null {
  const query: LocatorQuery = { target: String(details.target), need: "visible", first: false, patient: true };
  return isEnd(params, query) && (params as { frame?: string | null }).frame == null ? query : null;
}
