// snapshot: the accessibility tree of the page, frames and all.

import { Deadline } from "../../shared/deadline";
import { LIMITS, type Commands } from "../../generated/registry";
import type { CommandContext } from "../command-context";
import type { Handlers } from "../dispatcher";
import { shownLength } from "../../shared/text/unseen";
import type { ContentScriptClient } from "../page/content-client";
import { changes, linesAround, type SnapshotHistory } from "../page/aria-snapshots";
import { wholeSnapshot } from "../page/whole-snapshot";

type Snapshot = Commands["getAccessibilitySnapshot"];

export function snapshotHandlers(
  contentScripts: ContentScriptClient,
  history: SnapshotHistory,
): Pick<Handlers, "getAccessibilitySnapshot"> {
  return { getAccessibilitySnapshot };

  async function getAccessibilitySnapshot(
    params: Snapshot["params"],
    context: CommandContext,
  ): Promise<Snapshot["result"]> {
    const { tabId } = context;
    const joined = await wholeSnapshot(contentScripts, params, Deadline.after(LIMITS.autoWaitMs), context);
    const before = history.remember(tabId, keyOf(params, context), joined.url, joined.lines);
    const changed = params.diff && before.since === "snapshot" ? changes(before.lines, joined.lines) : null;
    const all = changed ?? joined.lines;
    const shown = params.find == null ? all : linesAround(all, params.find);
    const fitting = fit(shown, params.maxChars);
    return {
      tabId,
      url: joined.url,
      title: joined.title,
      snapshot: fitting.text,
      lines: shown.length,
      chars: shown.reduce((sum, line) => sum + shownLength(line) + 1, 0),
      shown: fitting.lines,
      truncated: fitting.lines < shown.length,
      diff: changed !== null,
      ...(params.diff && { since: before.since }),
      ...(joined.tree && { tree: joined.tree }),
    };
  }
}

/** Looks with other options show other lines: only like is compared with like. */
function keyOf(
  { tabId: _tab, maxChars: _chars, diff: _diff, tree: _tree, find: _find, ...look }: Snapshot["params"],
  context: CommandContext,
): string {
  return JSON.stringify([context.agent, Object.entries(look).sort()]);
}

/** The lines that fit. */
function fit(lines: string[], maxChars: number): { text: string; lines: number } {
  let chars = -1;
  let count = 0;
  for (const line of lines) {
    chars += shownLength(line) + 1;
    if (chars > maxChars) break;
    count += 1;
  }
  return { text: (count === lines.length ? lines : lines.slice(0, count)).join("\n"), lines: count };
}
