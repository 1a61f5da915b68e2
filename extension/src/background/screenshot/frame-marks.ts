// Frames in pictures: where each begins in the page, and the annotations inside them, as far as they are seen there.

import type { Commands } from "../../generated/registry";
import { boxIn, laidOutIn, UNMOVED, type Box, type FrameLayout } from "../../shared/frame-layout";
import type { Annotation, ScreenshotView } from "../../shared/messages";
import type { CommandContext } from "../command-context";
import { TOP_FRAME } from "../page/frame-tree";
import type { ContentScriptClient } from "../page/content-client";

type Params = Commands["screenshot"]["params"];

/** A frame that is busy for longer is left unmarked. */
const FRAME_MS = 500;

/** `whole` allows marks outside of what is in view of the top frame. */
export async function annotationsInside(
  stage: ScreenshotView,
  params: Params,
  whole: boolean,
  contentScripts: ContentScriptClient,
  context: CommandContext,
): Promise<Annotation[]> {
  const { target: _target, frame: _frame, nth: _nth, ...rest } = params;
  const asked = { ...rest, full: false, skipReadiness: true };
  const tree = (await contentScripts.frameTree(context)).filter(({ frameId }) => frameId !== TOP_FRAME);
  const last = context.framesDeadline;
  const stages = await Promise.all(
    tree.map(({ frameId }) => {
      const deadline = last.atMost(FRAME_MS);
      return contentScripts.inFrame(frameId, "screenshot", asked, deadline, context, { last });
    }),
  );
  const limitless = { x: -Infinity, y: -Infinity, width: Infinity, height: Infinity };
  const byFrame = new Map(tree.map(({ frameId }, at) => [frameId, stages[at]]));
  const seen = new Map<number, Box>([
    [TOP_FRAME, whole ? limitless : { x: 0, y: 0, width: stage.view.width, height: stage.view.height }],
  ]);
  // A frame comes after the one that holds it.
  const layouts = new Map<number, FrameLayout>([[TOP_FRAME, UNMOVED]]);
  return tree.flatMap(({ frameId, parentFrameId }) => {
    const inside = byFrame.get(frameId);
    const around = seen.get(parentFrameId);
    const holder = parentFrameId === TOP_FRAME ? stage : byFrame.get(parentFrameId);
    const outer = layouts.get(parentFrameId);
    const own = holder?.frames.find((frame) => frame.frameId === frameId);
    if (!inside || !around || !outer || !own) return [];
    const layout = laidOutIn(outer, own);
    layouts.set(frameId, layout);
    const part = common(around, boxIn(layout, { ...inside.view, x: 0, y: 0 }));
    if (!part) return [];
    seen.set(frameId, part);
    return inside.annotations.flatMap((mark) => {
      const box = common(part, boxIn(layout, mark));
      return box ? [{ ...mark, ...box }] : [];
    });
  });
}

/** How a frame lies in the viewport of the top one; null if a frame around it does not answer. */
export async function layoutOf(
  frameId: number,
  top: ScreenshotView,
  params: Params,
  contentScripts: ContentScriptClient,
  context: CommandContext,
): Promise<FrameLayout | null> {
  const { target: _target, frame: _frame, nth: _nth, ...rest } = params;
  const asked = { ...rest, skipReadiness: true, annotate: false };
  const tree = await contentScripts.frameTree(context);
  const last = context.framesDeadline;
  let layout = UNMOVED;
  for (let at = frameId; at !== TOP_FRAME;) {
    const parent = tree.find((frame) => frame.frameId === at)?.parentFrameId;
    if (parent === undefined) return null;
    const holder =
      parent === TOP_FRAME
        ? top
        : await contentScripts.inFrame(parent, "screenshot", asked, last.atMost(FRAME_MS), context, { last });
    const own = holder?.frames.find((frame) => frame.frameId === at);
    if (!own) return null;
    layout = laidOutIn(own, layout);
    at = parent;
  }
  return layout;
}

/** What two boxes have in common; null if that is nothing. */
function common(a: Box, b: Box): Box | null {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  // Infinity less infinity is not a number.
  const right = a.x === -Infinity ? b.x + b.width : Math.min(a.x + a.width, b.x + b.width);
  const bottom = a.y === -Infinity ? b.y + b.height : Math.min(a.y + a.height, b.y + b.height);
  return right > x && bottom > y ? { x, y, width: right - x, height: bottom - y } : null;
}
