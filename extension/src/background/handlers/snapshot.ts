// snapshot: the accessibility tree of the page, frames and all.

import { LIMITS, type Commands } from "../../generated/registry";
import type { FrameOutline } from "../../shared/outline";
import type { Call } from "../command-context";
import type { Handlers } from "../dispatcher";
import type { ContentScriptClient } from "../page/content-client";
import { changes, join, linesAround, type SnapshotHistory } from "../page/aria-snapshots";

type Snapshot = Commands["getAccessibilitySnapshot"];

/** A frame that is busy for longer is left out. */
const FRAME_MS = 1_500;

export function snapshotHandlers(
  contentScripts: ContentScriptClient,
  history: SnapshotHistory,
): Pick<Handlers, "getAccessibilitySnapshot"> {
  return { getAccessibilitySnapshot };

  async function getAccessibilitySnapshot(params: Snapshot["params"], call: Call): Promise<Snapshot["result"]> {
    const { tabId } = call;
    const { value } = await contentScripts.call("getAccessibilitySnapshot", params, LIMITS.autoWaitMs, call);
    const joined = await join(value, 0, (frameId, depth) => inFrame(frameId, depth, params, call));
    const before = history.remember(tabId, keyOf(params, call), joined.lines);
    const changed = params.diff && before ? changes(before, joined.lines) : null;
    const all = changed ?? joined.lines;
    const shown = params.find == null ? all : linesAround(all, params.find);
    const fitting = fit(shown, params.maxChars);
    return {
      tabId,
      url: value.url,
      title: value.title,
      snapshot: fitting.text,
      lines: shown.length,
      chars: shown.reduce((sum, line) => sum + line.length + 1, 0),
      shown: fitting.lines,
      truncated: fitting.lines < shown.length,
      diff: changed !== null,
      ...(joined.tree && { tree: joined.tree }),
    };
  }

  function inFrame(
    frameId: number,
    depth: number,
    { target: _target, frame: _frame, nth: _nth, ...params }: Snapshot["params"],
    call: Call,
  ): Promise<FrameOutline | null> {
    const left = params.depth == null ? {} : { depth: params.depth - depth };
    if (left.depth !== undefined && left.depth < 1)
      return Promise.resolve({ text: "", lines: 0, frames: [], url: "", title: "" });
    const ms = Math.min(FRAME_MS, call.left() / 2);
    return contentScripts.inFrame(frameId, "getAccessibilitySnapshot", { ...params, ...left }, ms, call);
  }
}

/** Looks with other options show other lines: only like is compared with like. */
function keyOf(
  { maxChars: _chars, diff: _diff, tree: _tree, find: _find, ...look }: Snapshot["params"],
  call: Call,
): string {
  return JSON.stringify([call.agent, Object.entries(look).sort()]);
}

/** The lines that fit. */
function fit(lines: string[], maxChars: number): { text: string; lines: number } {
  let chars = -1;
  let count = 0;
  for (const line of lines) {
    chars += line.length + 1;
    if (chars > maxChars) break;
    count += 1;
  }
  return { text: (count === lines.length ? lines : lines.slice(0, count)).join("\n"), lines: count };
}
