// The snapshot of a page with all of its frames.

import type { Commands } from "../../generated/registry";
import type { Deadline } from "../../shared/deadline";
import type { FrameSnapshot } from "../../shared/aria-snapshot";
import type { CommandContext } from "../command-context";
import { join, type Joined } from "./aria-snapshots";
import type { ContentScriptClient } from "./content-client";

type Params = Commands["getAccessibilitySnapshot"]["params"];

/** A frame that is busy for longer is left out. */
const FRAME_MS = 1_500;

/** Until `deadline` the page may take its time to show the target. */
export async function wholeSnapshot(
  contentScripts: ContentScriptClient,
  params: Params,
  deadline: Deadline,
  context: CommandContext,
): Promise<Joined & { url: string; title: string }> {
  const { value } = await contentScripts.call("getAccessibilitySnapshot", params, deadline, context);
  const joined = await join(value, 0, (frameId, depth) => inFrame(frameId, depth, contentScripts, params, context));
  return { ...joined, url: value.url, title: value.title };
}

function inFrame(
  frameId: number,
  depth: number,
  contentScripts: ContentScriptClient,
  { target: _target, frame: _frame, nth: _nth, ...params }: Params,
  context: CommandContext,
): Promise<FrameSnapshot | null> {
  const left = params.depth == null ? {} : { depth: params.depth - depth };
  if (left.depth !== undefined && left.depth < 1)
    return Promise.resolve({ text: "", lines: 0, frames: [], url: "", title: "" });
  const deadline = context.deadline.halfway.atMost(FRAME_MS);
  return contentScripts.inFrame(frameId, "getAccessibilitySnapshot", { ...params, ...left }, deadline, context);
}
