// Sizes: the language's functions are carried out in one go, which nothing ends: they get nothing that is too large, and make
// nothing of that kind.

import { isObject } from "./values";

/** Lists, texts and buffers are made no longer than this. */
const MAX_MADE = 10_000_000;

/** What they make may be longer than what they get. */
const LENGTHENS = new Map<unknown, (self: unknown, given: unknown[]) => number>([
  [String.prototype.repeat, (self, [times]) => String(self).length * Number(times)],
  [String.prototype.padStart, (_, [length]) => Number(length)],
  [String.prototype.padEnd, (_, [length]) => Number(length)],
  [Array.prototype.flat, (self) => (Array.isArray(self) ? lengthInside(self) : 0)],
]);

/** Throws a RangeError for a function of the language that would take longer than anybody waits. */
export function checkSizes(target: unknown, self: unknown, given: unknown[]): void {
  for (const one of [self, ...given]) checkLength(lengthOf(one));
  const made = LENGTHENS.get(target);
  if (made) checkLength(made(self, given));
}

export function checkLength(length: number): void {
  if (length > MAX_MADE) throw new RangeError("this is too long for safe mode");
}

function lengthOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (!isObject(value) || typeof value === "function") return 0;
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return value.byteLength;
  return Number(Reflect.getOwnPropertyDescriptor(value, "length")?.value) || 0;
}

/** The length of a list with all that is in the lists in it, as far as that matters. */
function lengthInside(list: unknown[], above = 0): number {
  let length = above + list.length;
  for (const one of list) {
    if (length > MAX_MADE) break;
    if (Array.isArray(one)) length = lengthInside(one, length);
  }
  return length;
}
