// ARIA snapshots: those of all frames in one, and what changed in them since an agent last looked.

import { diffArrays } from "diff";
import type { FrameLine, FrameSnapshot, TreeNode } from "../../shared/aria-snapshot";
import { normalizeWhitespace } from "../../shared/text/text";
import { shownOf } from "../../shared/text/unseen";
import { TabMap } from "../scopes";

/** Two pages that have little in common are given whole: comparing them would take longer than reading. */
const MAX_CHANGES = 5_000;

/** How many snapshots of one tab, each with other options, are remembered. */
const MAX_REMEMBERED = 24;

export interface Joined {
  lines: string[];
  tree?: TreeNode[] | undefined;
}

/** Puts the snapshots of frames where their elements stand; `inFrame` gives one, null if the frame does not answer. */
export async function join(
  snapshot: FrameSnapshot,
  depth: number,
  inFrame: (frame: FrameLine, depth: number) => Promise<FrameSnapshot | null>,
): Promise<Joined> {
  const lines = snapshot.text === "" ? [] : snapshot.text.split("\n");
  const { tree } = snapshot;
  const inner = await Promise.all(
    snapshot.frames.map(async (frame) => {
      const below = depth + frame.depth;
      const found = await inFrame(frame, below);
      return { ...frame, joined: found && (await join(found, below, inFrame)) };
    }),
  );
  // From the last one up: what is put in moves no line that is still to be found.
  for (const { line, depth: levels, frameId, joined } of inner.reverse()) {
    if (!joined?.lines.length) {
      if (!joined) lines[line] += " [does not answer]";
      continue;
    }
    const indent = "  ".repeat(levels);
    lines.splice(line, 1, `${lines[line]}:`, ...joined.lines.map((text) => indent + text));
    if (tree && joined.tree) graft(tree, frameId, joined.tree);
  }
  return { lines, tree };
}

function graft(nodes: TreeNode[], frameId: number, inner: TreeNode[]): void {
  for (const node of nodes) {
    if (node.frameId === frameId) node.children = inner;
    else if (node.children) graft(node.children, frameId, inner);
  }
}

/** What was seen last: lines of the same page, or why there is nothing to compare with. */
type Before =
  { since: "snapshot"; lines: string[]; sinceLook: number; sinceMs: number } | { since: "nothing" | "otherPage" };

interface Seen {
  /** Null once the tab has left that page. */
  lines: string[] | null;
  url: string;
  look: number;
  at: number;
}

/** A look at a page: its number among those at the tab, and what its lines are to be compared with. */
interface Look {
  look: number;
  before: Before;
}

/** What each agent saw last of each tab, by the options it looked with. */
export class SnapshotHistory {
  readonly #tabs = new TabMap<Map<string, Seen>>();
  readonly #looks = new TabMap<number>();

  /** Another host knows nothing of what goes along unseen with these. */
  forgetAll(): void {
    this.#tabs.clear();
  }

  /** Another document is in the tab. */
  leave(tabId: number): void {
    for (const seen of this.#tabs.get(tabId)?.values() ?? []) seen.lines = null;
  }

  /** Remembers a look at the page at `url` in all the forms that were made of it, by their keys. */
  remember(tabId: number, key: string, url: string, forms: ReadonlyMap<string, string[]>): Look {
    const snapshots = this.#tabs.get(tabId) ?? new Map<string, Seen>();
    this.#tabs.set(tabId, snapshots);
    const look = (this.#looks.get(tabId) ?? 0) + 1;
    this.#looks.set(tabId, look);
    const last = snapshots.get(key);
    const at = performance.now();
    for (const [form, lines] of forms) {
      snapshots.delete(form);
      snapshots.set(form, { lines, url, look, at });
    }
    for (const oldest of [...snapshots.keys()].slice(0, -MAX_REMEMBERED)) snapshots.delete(oldest);
    if (!last) return { look, before: { since: "nothing" } };
    if (!last.lines || pathOf(last.url) !== pathOf(url)) return { look, before: { since: "otherPage" } };
    const sinceMs = Math.round(at - last.at);
    return { look, before: { since: "snapshot", lines: last.lines, sinceLook: last.look, sinceMs } };
  }
}

/** An application that goes to another path shows another page, whether or not it has loaded one. */
function pathOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? "";
}

/** The lines that came (+) and went (-); null if nearly everything did. */
export function changes(before: string[], now: string[]): string[] | null {
  const comparator = (one: string, other: string): boolean => one === other || shownOf(one) === shownOf(other);
  const parts = diffArrays(before, now, { maxEditLength: MAX_CHANGES, comparator });
  if (!parts) return null;
  return parts.flatMap(({ added, removed, value }) => {
    if (!added && !removed) return [];
    return value.map((line) => `${added ? "+" : "-"} ${line}`);
  });
}

/**
 * The lines that hold a text, in any case, with what they stand in and a line before and after; `…` for what is left
 * out.
 */
export function linesAround(lines: string[], text: string): string[] {
  const wanted = normalizeWhitespace(text).toLowerCase();
  const kept = new Set<number>();
  for (const [at, line] of lines.entries()) {
    if (!normalizeWhitespace(shownOf(line)).toLowerCase().includes(wanted)) continue;
    for (const near of [at - 1, at, at + 1]) if (near >= 0 && near < lines.length) kept.add(near);
    let depth = depthOf(line);
    for (let above = at - 1; above >= 0 && depth > 0; above -= 1) {
      const outer = depthOf(lines[above] ?? "");
      if (outer >= depth) continue;
      kept.add(above);
      depth = outer;
    }
  }
  let last = -1;
  return [...kept]
    .sort((a, b) => a - b)
    .flatMap((at) => {
      const line = lines[at] ?? "";
      const gap = at > last + 1 ? [`${" ".repeat(depthOf(line))}…`] : [];
      last = at;
      return [...gap, line];
    });
}

function depthOf(line: string): number {
  return line.length - line.trimStart().length;
}
