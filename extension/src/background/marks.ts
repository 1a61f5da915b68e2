// Marks of the frames inside a page, for annotated pictures: where they stand in the page, as far as they are seen there.

import type { Commands } from "../generated/registry";
import type { Box, Mark, Stage } from "../shared/messages";
import type { Call } from "./call";
import { TOP_FRAME } from "./frames";
import type { ContentLink } from "./link";

type Params = Commands["screenshot"]["params"];

/** A frame that is busy for longer is left unmarked. */
const FRAME_MS = 500;

/** `whole` lets marks stand outside of what is in view of the top frame. */
export async function marksInside(stage: Stage, params: Params, whole: boolean, link: ContentLink, call: Call): Promise<Mark[]> {
  const { target: _target, frame: _frame, nth: _nth, ...rest } = params;
  const asked = { ...rest, full: false, skipReadiness: true };
  const tree = (await link.frameTree(call)).filter(({ frameId }) => frameId !== TOP_FRAME);
  const ms = Math.min(FRAME_MS, call.left() / 4);
  const stages = await Promise.all(tree.map(({ frameId }) => link.inFrame(frameId, "screenshot", asked, ms, call)));
  const limitless = { x: -Infinity, y: -Infinity, width: Infinity, height: Infinity };
  const seen = new Map<number, Box>([[TOP_FRAME, whole ? limitless : { x: 0, y: 0, width: stage.view.width, height: stage.view.height }]]);
  // A frame comes after the one that holds it.
  return tree.flatMap(({ frameId, parentFrameId }, at) => {
    const inside = stages[at];
    const around = seen.get(parentFrameId);
    if (!inside || !around) return [];
    const x = inside.screen.x - stage.screen.x;
    const y = inside.screen.y - stage.screen.y;
    const part = common(around, { x, y, width: inside.view.width, height: inside.view.height });
    if (!part) return [];
    seen.set(frameId, part);
    return inside.marks.flatMap((mark) => {
      const box = common(part, { x: mark.x + x, y: mark.y + y, width: mark.width, height: mark.height });
      return box ? [{ ...mark, ...box }] : [];
    });
  });
}

/** What two boxes have in common; null where that is nothing. */
function common(a: Box, b: Box): Box | null {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  // Infinity less infinity is no number.
  const right = a.x === -Infinity ? b.x + b.width : Math.min(a.x + a.width, b.x + b.width);
  const bottom = a.y === -Infinity ? b.y + b.height : Math.min(a.y + a.height, b.y + b.height);
  return right > x && bottom > y ? { x, y, width: right - x, height: bottom - y } : null;
}
