// The nearest of many lines: which are like a wanted one, by the pairs of letters that they share.

import { shownOf } from "./unseen";

/** Less in common is chance. */
const MIN_LIKENESS = 0.35;

/** The lines that are most like `wanted`, best first. */
export function nearest(lines: string[], wanted: string, most: number): string[] {
  const pairs = pairsOf(wanted);
  return lines
    .map((line) => ({ line, likeness: likeness(shownOf(line), wanted, pairs) }))
    .filter(({ likeness }) => likeness >= MIN_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, most)
    .map(({ line }) => line);
}

/** 0 to 1: how much of the wanted text is in the line, and a little for how much of the line it is. */
function likeness(line: string, wanted: string, pairs: Map<string, number>): number {
  if (wanted !== "" && line.toLowerCase().includes(wanted.toLowerCase())) return 1;
  const total = [...pairs.values()].reduce((sum, count) => sum + count, 0);
  const own = pairsOf(line);
  let shared = 0;
  for (const [pair, count] of pairs) shared += Math.min(count, own.get(pair) ?? 0);
  const length = Math.max(1, line.length - 1);
  return total === 0 ? 0 : (0.8 * shared) / total + (0.2 * shared) / Math.max(length, total);
}

function pairsOf(text: string): Map<string, number> {
  const letters = text.toLowerCase();
  const pairs = new Map<string, number>();
  for (let at = 0; at + 1 < letters.length; at += 1) {
    const pair = letters.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}
