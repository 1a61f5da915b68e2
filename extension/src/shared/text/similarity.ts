// The similarity of two words, for suggestions.

/** Letters to add, drop, change or swap with their neighbour to make one word of the other (Damerau-Levenshtein). */
export function editDistance(a: string, b: string): number {
  let last: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swaps = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = swaps ? (last[j - 2] ?? 0) + 1 : changed;
      next.push(Math.min(changed, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    last = row;
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Longer words are not compared letter by letter: the cost grows with both lengths. */
const MAX_COMPARED = 40;

/** 0 for nothing in common, 1 for the same word: few changes, or one being a part of the other. */
export function similarity(a: string, b: string): number {
  if (a === b) return 1;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length < 2) return 0;
  if (short.length > 3 && long.includes(short)) return 0.6 + (0.4 * short.length) / long.length;
  // So different in length that no count of changes could make them similar.
  if (long.length > MAX_COMPARED || short.length * 2 < long.length) return 0;
  return 1 - editDistance(a, b) / long.length;
}

/** A name as presets are written. */
export function presetName(given: string): string {
  return given
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, "-");
}

/** Those of `known` that are most like `wanted`, best first. */
export function mostSimilar(known: readonly string[], wanted: string, least: number, most: number): string[] {
  const scored = known.map((word) => ({ word, score: similarity(wanted, word) })).sort((a, b) => b.score - a.score);
  return scored
    .filter(({ score }) => score >= least)
    .slice(0, most)
    .map(({ word }) => word);
}
