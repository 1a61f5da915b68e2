// ARIA snapshots: those of all frames in one, and what changed in them since an agent last looked.

import { diffArrays } from "diff";
import {
  ENTERED,
  isEnteredIn,
  isInert,
  toldLine,
  withoutInert,
  type FrameLine,
  type FrameSnapshot,
  type TreeNode,
} from "../../shared/aria-snapshot";
import { comparable } from "../../shared/text/text";
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

/** Puts the snapshots of frames where their elements are; `inFrame` gives one, null if the frame does not answer. */
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
      return { ...frame, coming: found?.coming, joined: found && (await join(found, below, inFrame)) };
    }),
  );
  // From the last one up: what is put in moves no line that is still to be found.
  for (const { line, depth: levels, frameId, coming, joined } of inner.reverse()) {
    if (!joined?.lines.length) {
      if (!joined) lines[line] += " [does not answer]";
      else if (coming) lines[line] += " [loading]";
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
  | { since: "snapshot"; lines: string[]; cut: boolean; sinceLook: number; sinceMs: number }
  | { since: "nothing" | "otherPage" };

interface Seen {
  /** Null once the tab has left that page. */
  lines: string[] | null;
  /** True if the page has more below them. */
  cut: boolean;
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

  /** Remembers a look at the page at `url` in all the forms that it was shown in, by their keys. */
  remember(tabId: number, key: string, url: string, forms: ReadonlyMap<string, string[]>, cut: boolean): Look {
    const snapshots = this.#tabs.get(tabId) ?? new Map<string, Seen>();
    this.#tabs.set(tabId, snapshots);
    const look = (this.#looks.get(tabId) ?? 0) + 1;
    this.#looks.set(tabId, look);
    const last = snapshots.get(key);
    const at = performance.now();
    for (const [form, lines] of forms) {
      snapshots.delete(form);
      snapshots.set(form, { lines, cut, url, look, at });
    }
    for (const oldest of [...snapshots.keys()].slice(0, -MAX_REMEMBERED)) snapshots.delete(oldest);
    if (!last) return { look, before: { since: "nothing" } };
    if (!last.lines || pathOf(last.url) !== pathOf(url)) return { look, before: { since: "otherPage" } };
    const sinceMs = Math.round(at - last.at);
    const { lines, cut: wasCut, look: sinceLook } = last;
    return { look, before: { since: "snapshot", lines, cut: wasCut, sinceLook, sinceMs } };
  }
}

/** An application that goes to another path shows another page, whether or not it has loaded one. */
function pathOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? "";
}

/**
 * The lines that came (+) and went (-), and how many an open dialog now holds back, or no longer does, or are further down
 * than the snapshot before went, where that was cut (…); null if nearly everything changed.
 */
export function changes(before: string[], all: string[], cut = false): string[] | null {
  const now = cut ? all.slice(0, endOf(before, all)) : all;
  const was = new Map(before.map((line) => [refIn(line), line]));
  const known = (line: string): string => {
    const last = was.get(refIn(line));
    return last !== undefined && isEnteredIn(line, last) ? last : line;
  };
  const parts = diffArrays(before.map(compared), now.map(known).map(compared), { maxEditLength: MAX_CHANGES });
  if (!parts) return null;
  const changed: string[] = [];
  let [held, freed, from, to] = [0, 0, 0, 0];
  for (const { added, removed, count } of parts) {
    const old = added ? [] : before.slice(from, (from += count));
    const current = removed ? [] : now.slice(to, (to += count));
    if (removed) changed.push(...old.map((line) => `- ${line}`));
    else if (added) changed.push(...current.map((line) => `+ ${line}`));
    else {
      held += current.filter((line, at) => isInert(line) && !isInert(old[at] ?? "")).length;
      freed += current.filter((line, at) => !isInert(line) && isInert(old[at] ?? "")).length;
    }
  }
  if (held > 0) changed.push(`… ${linesAre(held)} [inert] now, behind an open dialog`);
  if (freed > 0) changed.push(`… ${linesAre(freed)} no longer [inert]`);
  const below = all.length - now.length;
  if (below > 0)
    changed.push(`… ${linesAre(below)} further down, where the last snapshot was cut: compared from now on`);
  return changed;
}

/** Where lines end that a snapshot which was cut ended with: by the last of its refs that is still there. */
function endOf(cut: string[], lines: string[]): number {
  const places = new Map(lines.map((line, at) => [refIn(line), at]));
  let texts = 0;
  for (const line of cut.toReversed()) {
    const place = places.get(refIn(line));
    if (refIn(line) === "") texts += 1;
    else if (place !== undefined) return place + 1 + texts;
  }
  return lines.length;
}

/** A line without what is no change by itself. */
function compared(line: string): string {
  return withoutInert(shownOf(line)).replace(`${ENTERED}]`, "]");
}

function linesAre(count: number): string {
  return count === 1 ? "1 line is" : `${count} lines are`;
}

/** One item of many: found by one of its words, it is shown whole. */
const ROW = /^ *- (?:article|listitem|row|treeitem)\b/;
/** One that is longer is a part of the page. */
const MAX_ROW = 20;

/**
 * The lines that hold a text, in any case, with their ancestors, and the whole row of a table or of a list that they
 * are in, or else a line before and after; `…` for what is left out.
 */
export function linesAround(lines: string[], text: string): string[] {
  const kept = new Set<number>();
  for (const at of hits(lines, text)) {
    const row = rowAround(lines, at);
    const [first, last] = row ?? [at - 1, at + 1];
    for (let near = Math.max(first, 0); near <= last && near < lines.length; near += 1) kept.add(near);
    for (const above of outsideOf(lines, at, depthOf(lines[row?.[0] ?? at] ?? ""))) kept.add(above);
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

/** Of a list of targets those that hold a text or are in what does, and the rows of the `whole` page that hold it. */
export function targetsAround(targets: string[], whole: string[], text: string): string[] {
  const rows: string[] = [];
  const told = new Set<string>();
  let end = -1;
  for (const at of hits(whole, text)) {
    const [first, last] = rowAround(whole, at) ?? [0, -1];
    if (first <= end || last < first) continue;
    end = last;
    const depth = depthOf(whole[first] ?? "");
    for (const line of whole.slice(first, last + 1)) {
      rows.push(line.slice(depth));
      told.add(refIn(line));
    }
  }
  const kept = withPlaces(targets, hits(targets, text));
  const others = kept.filter((at) => refIn(targets[at] ?? "") === "" || !told.has(refIn(targets[at] ?? "")));
  // A place of which nothing is left has been shown.
  const more = others.filter((at, n) => refIn(targets[at] ?? "") !== "" || isBelow(targets, others[n + 1] ?? -1, at));
  return [...rows, ...more.map((at) => targets[at] ?? "")];
}

/** Lines with the places that they are below, and all that is below a place among them. */
function withPlaces(targets: string[], found: number[]): number[] {
  const kept = new Set(found);
  for (const at of found) {
    for (const above of outsideOf(targets, at, depthOf(targets[at] ?? ""))) kept.add(above);
    if (refIn(targets[at] ?? "") !== "") continue;
    for (let below = at + 1; isBelow(targets, below, at); below += 1) kept.add(below);
  }
  return [...kept].sort((a, b) => a - b);
}

/** The lines before `at` that what is so deep is in, from the inside out. */
function* outsideOf(lines: string[], at: number, depth: number): Generator<number> {
  for (let above = at - 1; above >= 0 && depth > 0; above -= 1) {
    const outer = depthOf(lines[above] ?? "");
    if (outer >= depth) continue;
    yield above;
    depth = outer;
  }
}

function isBelow(lines: string[], at: number, head: number): boolean {
  const line = lines[at];
  return line !== undefined && depthOf(line) > depthOf(lines[head] ?? "");
}

function hits(lines: string[], text: string): number[] {
  const wanted = comparable(text).toLowerCase();
  return lines.flatMap((line, at) =>
    comparable(shownOf(toldLine(line)))
      .toLowerCase()
      .includes(wanted)
      ? [at]
      : [],
  );
}

/** The first and the last line of the row that a line is in, or begins; null if it is in none. */
function rowAround(lines: string[], at: number): [number, number] | null {
  let depth = Infinity;
  for (let first = at; first >= 0 && depth > 0; first -= 1) {
    const line = lines[first] ?? "";
    const own = depthOf(line);
    if (own >= depth) continue;
    depth = own;
    if (!ROW.test(line)) continue;
    let last = first;
    while (last + 1 < lines.length && depthOf(lines[last + 1] ?? "") > own) last += 1;
    return last - first < MAX_ROW ? [first, last] : null;
  }
  return null;
}

function refIn(line: string): string {
  return /\[ref=~?(\w+)\+?\]/.exec(line)?.[1] ?? "";
}

function depthOf(line: string): number {
  return line.length - line.trimStart().length;
}
