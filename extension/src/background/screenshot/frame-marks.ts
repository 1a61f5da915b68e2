// Frames in pictures: where each begins in the page, and the annotations inside them, as far as they are seen there.

import { Deadline } from "../../shared/deadline";
import type { Commands } from "../../generated/registry";
import type { Box, Annotation, ScreenshotView } from "../../shared/messages";
import type { CommandContext } from "../command-context";
import { TOP_FRAME } from "../page/frame-tree";
import type { ContentScriptClient } from "../page/content-client";

interface Point {
  x: number;
  y: number;
}

type Params = Commands["screenshot"]["params"] & { mask?: string[] };

/** A frame that is busy for longer is left unmarked. */
const FRAME_MS = 500;

/** `whole` lets marks stand outside of what is in view of the top frame. */
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
  const deadline = context.deadline.halfway.atMost(FRAME_MS);
  const stages = await Promise.all(
    tree.map(({ frameId }) => contentScripts.inFrame(frameId, "screenshot", asked, deadline, context)),
  );
  const limitless = { x: -Infinity, y: -Infinity, width: Infinity, height: Infinity };
  const byFrame = new Map(tree.map(({ frameId }, at) => [frameId, stages[at]]));
  const seen = new Map<number, Box>([
    [TOP_FRAME, whole ? limitless : { x: 0, y: 0, width: stage.view.width, height: stage.view.height }],
  ]);
  // A frame comes after the one that holds it.
  const begins = new Map<number, Point>([[TOP_FRAME, { x: 0, y: 0 }]]);
  return tree.flatMap(({ frameId, parentFrameId }) => {
    const inside = byFrame.get(frameId);
    const around = seen.get(parentFrameId);
    const holder = parentFrameId === TOP_FRAME ? stage : byFrame.get(parentFrameId);
    const origin = begins.get(parentFrameId);
    const own = holder?.frames.find((frame) => frame.frameId === frameId);
    if (!inside || !around || !origin || !own) return [];
    const x = origin.x + own.x;
    const y = origin.y + own.y;
    begins.set(frameId, { x, y });
    const part = common(around, { x, y, width: inside.view.width, height: inside.view.height });
    if (!part) return [];
    seen.set(frameId, part);
    return inside.annotations.flatMap((mark) => {
      const box = common(part, { x: mark.x + x, y: mark.y + y, width: mark.width, height: mark.height });
      return box ? [{ ...mark, ...box }] : [];
    });
  });
}

/** Where a frame begins in the viewport of the top one; null if a frame around it does not answer. */
export async function beginOf(
  frameId: number,
  top: ScreenshotView,
  params: Params,
  contentScripts: ContentScriptClient,
  context: CommandContext,
): Promise<Point | null> {
  const { target: _target, frame: _frame, nth: _nth, ...rest } = params;
  const asked = { ...rest, skipReadiness: true, annotate: false };
  const tree = await contentScripts.frameTree(context);
  const begin = { x: 0, y: 0 };
  for (let at = frameId; at !== TOP_FRAME;) {
    const parent = tree.find((frame) => frame.frameId === at)?.parentFrameId;
    if (parent === undefined) return null;
    const holder =
      parent === TOP_FRAME
        ? top
        : await contentScripts.inFrame(parent, "screenshot", asked, Deadline.after(FRAME_MS), context);
    const own = holder?.frames.find((frame) => frame.frameId === at);
    if (!own) return null;
    begin.x += own.x;
    begin.y += own.y;
    at = parent;
  }
  return begin;
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
