// What a document keeps in its storage, for a trace: names and sizes, and something to tell values apart by. The values
// themselves stay in the page.

import type { Kept, KeptNow } from "../../shared/messages";
import { table } from "../../shared/table";

const MAX_NAMES = 300;
const MAX_NAME = 100;
/** Of a longer value its beginning and its end are looked at. */
const MAX_LOOKED_AT = 20_000;

let told = "";

/** Null where nothing has changed since it was asked last, or the page may keep nothing. */
export function keptNow(): KeptNow | null {
  try {
    const now = { localStorage: keptIn(window.localStorage), sessionStorage: keptIn(window.sessionStorage) };
    const said = JSON.stringify(now);
    if (said === told) return null;
    told = said;
    return now;
  } catch {
    return null;
  }
}

function keptIn(storage: Storage): Kept {
  const made = table<[number, number]>({});
  for (let at = 0; at < Math.min(storage.length, MAX_NAMES); at += 1) {
    const name = storage.key(at);
    const value = name === null ? null : storage.getItem(name);
    if (name === null || value === null) continue;
    const { length } = value;
    const looked =
      length <= MAX_LOOKED_AT ? value : value.slice(0, MAX_LOOKED_AT / 2) + value.slice(-MAX_LOOKED_AT / 2);
    made[name.slice(0, MAX_NAME)] = [length, sumOf(looked)];
  }
  return made;
}

/** FNV-1a: values that differ have other sums but for one in four billion. */
function sumOf(text: string): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return sum >>> 0;
}
