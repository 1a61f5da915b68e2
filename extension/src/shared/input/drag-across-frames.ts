// Drags whose two ends are in different frames.

import { CommandError, ours } from "../errors";

/** The error for an end that another frame holds: the mouse of a frame does not leave it, and neither does a drag. */
export function apart(to: string, frame: string): CommandError {
  const where = frame === "" ? "the top frame" : `the frame ${frame}`;
  const hint = ours`Drag within one frame. What each frame holds: clz snapshot`;
  return new CommandError(
    "INVALID_TARGET",
    `${to} is in ${where}, and what is dragged is not`,
    { target: to, frame },
    hint,
  );
}
