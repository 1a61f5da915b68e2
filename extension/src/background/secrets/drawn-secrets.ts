// Where what a document draws shows a secret: its texts are searched as one, as they follow each other on the page.

import { formsOf } from "../../shared/secrets/secret-values";

/** What is not seen between two letters, or is not the same on a page as it was written. */
const BETWEEN = /[\s\u00ad\u200b-\u200f\u2060\ufeff]+/g;

/** The texts that show one of the values, or a part of one that goes on in the next. */
export function placesOf(texts: readonly string[], values: readonly string[]): number[] {
  const pieces = texts.map(plain);
  const ends: number[] = [];
  let length = 0;
  for (const piece of pieces) ends.push((length += piece.length));
  const all = pieces.join("");
  const found = new Set<number>();
  for (const form of new Set(values.flatMap(allForms))) {
    for (let at = all.indexOf(form); at >= 0; at = all.indexOf(form, at + 1)) {
      for (let place = firstAfter(ends, at); place < pieces.length; place += 1) {
        const end = ends[place] ?? 0;
        if (end - (pieces[place]?.length ?? 0) >= at + form.length) break;
        if (pieces[place] !== "") found.add(place);
      }
    }
  }
  return [...found].sort((one, other) => one - other);
}

function plain(text: string): string {
  return text.toLowerCase().replace(BETWEEN, "");
}

function allForms(value: string): string[] {
  const bytes = new TextEncoder().encode(value);
  const cores = [0, 1, 2].map((before) =>
    btoa("\0".repeat(before) + String.fromCharCode(...bytes))
      .replace(/=+$/, "")
      .slice(before === 0 ? 0 : 4, -2),
  );
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const long = value.length < 6 ? [] : [...cores, hex];
  return [...formsOf(value.toWellFormed()), ...long].map(plain).filter(Boolean);
}

/** The first of `ends` that is beyond `at`. */
function firstAfter(ends: readonly number[], at: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}
