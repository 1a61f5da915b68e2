// snapshot: the accessibility tree of the page, frames and all.

import { toldLine } from "../../shared/aria-snapshot";
import { Deadline } from "../../shared/deadline";
import { LIMITS, type Commands } from "../../generated/registry";
import type { CommandContext } from "../command-context";
import type { Handlers } from "../dispatcher";
import type { Services } from "../services";
import { shownLength } from "../../shared/text/unseen";
import { changes, linesAround, targetsAround } from "../page/aria-snapshots";
import { wholeSnapshot } from "../page/whole-snapshot";

type Snapshot = Commands["getAccessibilitySnapshot"];

export function snapshotHandlers({ contentScripts, snapshotHistory }: Services) {
  return {
    getAccessibilitySnapshot: async (params, context) => {
      const { tabId } = context;
      // Each look is what the next one is compared with, also where that one asks for the other form.
      // What is searched or compared, or has its own form, is made as a whole.
      const { diff, find, tree, compact, depth, maxChars } = params;
      const isWhole = diff || find != null || tree || compact || depth != null;
      const asked = { ...params, forms: depth == null, ...(!isWhole && { most: maxChars }) };
      const joined = await wholeSnapshot(contentScripts, asked, Deadline.after(LIMITS.readMs), context);
      const key = keyOf(params, context);
      const seen = new Map([[key, joined.lines]]);
      for (const [form, lines] of joined.forms) {
        seen.set(keyOf({ ...params, ...PLAIN, interactive: form === "interactive" }, context), lines);
      }
      const { look, before } = snapshotHistory.remember(tabId, key, joined.url, seen, joined.left > 0);
      const changed =
        params.diff && before.since === "snapshot" ? changes(before.lines, joined.lines, before.cut) : null;
      const all = changed ?? joined.lines;
      const shown = found(all, params, changed ? undefined : joined.forms.get("all")).map(toldLine);
      const fitting = fit(shown, params.maxChars);
      return {
        tabId,
        url: joined.url,
        title: joined.title,
        snapshot: fitting.text,
        lines: shown.length,
        chars: shown.reduce((sum, line) => sum + shownLength(line) + 1, 0),
        shown: fitting.lines,
        truncated: fitting.lines < shown.length || joined.left > 0,
        ...(joined.left > 0 && { elementsLeft: joined.left }),
        diff: changed !== null,
        look,
        ...(params.interactive && { interactive: true }),
        ...(params.diff && { since: before.since }),
        ...(params.diff && before.since === "snapshot" && { sinceLook: before.sinceLook, sinceMs: before.sinceMs }),
        ...(joined.tree && { tree: joined.tree }),
      };
    },
  } satisfies Partial<Handlers>;
}

/** The lines that were asked for; `whole` are those of the page, where all of it was looked at. */
function found(lines: string[], { find, interactive }: Snapshot["params"], whole: string[] | undefined): string[] {
  if (find == null) return lines;
  return interactive && whole ? targetsAround(lines, whole, find) : linesAround(lines, find);
}

/** Without the options that say more, or less, of each element. */
const PLAIN = { compact: false, urls: false, boxes: false, colors: false };

/** Looks with other options show other lines: only like is compared with like. */
function keyOf(params: Snapshot["params"], context: CommandContext): string {
  const { target, frame, nth, depth, interactive, compact, urls, boxes, colors } = params;
  const place = [target, frame, nth, depth].map((given) => given ?? null);
  return JSON.stringify([context.agent, place, interactive, compact && !interactive, urls, boxes, colors]);
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
