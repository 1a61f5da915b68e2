// Sizes: the language's functions are carried out in one go, which nothing ends: they get nothing that is too large, and make
// nothing of that kind. What they do counts as steps of the expression, which has so much time and so much memory.

import type { Deadline } from "../../shared/deadline";
import { TooLong } from "./tree";
import { isObject, type Fn } from "./values";

/** Lists, texts and buffers are no longer than this. */
const MAX_LENGTH = 10_000_000;
/** All that an expression makes together, also what it has let go by then. */
const MAX_BYTES = 1_000_000_000;
/** How many characters are compared where one text is looked for in another, or in a list of them. */
const MAX_COMPARED = 10_000_000_000;
/** What is read as a number of any length, as a regular expression or as a selector. */
const MAX_READ = 100_000;
/** Such a number is no larger. */
const MAX_BITS = 100_000n;
const LARGEST = 1n << MAX_BITS;

/** So many steps are made between two looks at the clock. */
const CLOCK_EVERY = 256;
/** So many elements in one go are worth a step. */
const PER_STEP = 100;

const BYTES = { element: 8, entry: 50, name: 40 };

export class Effort {
  #steps = 0;
  #bytes = 0;

  constructor(private readonly deadline: Deadline) {}

  /** To be called for each step, with how many elements are looked at in it. */
  step(size = 0): void {
    this.#steps += 1 + size / PER_STEP;
    if (this.#steps < CLOCK_EVERY) return;
    this.#steps = 0;
    if (this.deadline.passed) throw new TooLong("took too long");
  }

  /** To be called with what was made in one go. */
  made<T>(made: T): T {
    this.keep(bytesOf(made));
    return made;
  }

  names(names: string[]): string[] {
    this.step(names.length);
    this.keep(names.length * BYTES.name);
    return names;
  }

  get isOver(): boolean {
    return this.deadline.passed;
  }

  keep(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > MAX_BYTES) throw new RangeError("this takes too much memory for safe mode");
  }
}

/** About how long it is what a function makes. */
type Estimate = (self: unknown, given: unknown[]) => number;

const [LIST, TEXT, BUFFER] = [Array.prototype, String.prototype, ArrayBuffer.prototype];
const RESIZES = [BUFFER.resize, BUFFER.transfer, BUFFER.transferToFixedLength];
const SEARCHES = [TEXT.indexOf, TEXT.lastIndexOf, TEXT.includes, TEXT.split, TEXT.replace, TEXT.replaceAll];
const PATTERNS = [TEXT.match, TEXT.matchAll, TEXT.search];
const CUTS = [BigInt.asIntN, BigInt.asUintN];
const DIGITS = [BigInt, ...CUTS, DataView.prototype.setBigInt64, DataView.prototype.setBigUint64];

const replaced: Estimate = (self, [pattern, by]) => {
  const length = lengthOf(self);
  if (typeof by !== "string") return length;
  const times = typeof pattern === "string" ? length / Math.max(1, pattern.length) : length;
  // What is before or after a match may be nearly all of the text.
  const beside = (by.match(/\$[`']/g) ?? []).length;
  // Few texts match everywhere.
  return Math.max(length, (times * (by.length + beside * length)) / 10);
};

const joined: Estimate = (self, [between]) => {
  const inside = Array.isArray(self) ? lengthInside(self) : lengthOf(self);
  return inside + lengthOf(self) * lengthOf(between);
};

const summed: Estimate = (self, given) =>
  [self, ...given].reduce<number>((sum, one) => sum + Math.max(1, lengthOf(one)), 0);

const of = (functions: unknown[], estimate: Estimate): Array<[unknown, Estimate]> =>
  functions.map((does) => [does, estimate]);

/** What they make may be longer than what they get. */
const MAKES = new Map<unknown, Estimate>([
  ...of([TEXT.repeat], (self, [times]) => lengthOf(self) * Number(times)),
  ...of([TEXT.padStart, TEXT.padEnd], (_, [length]) => Number(length)),
  ...of([TEXT.replace, TEXT.replaceAll], replaced),
  ...of([TEXT.concat, LIST.concat], summed),
  ...of([TEXT.normalize], (self) => lengthOf(self) * 10),
  ...of([LIST.join, LIST.toString, Int8Array.prototype.join], joined),
  ...of([String], (_, [value]) => (Array.isArray(value) ? joined(value, []) : 0)),
  ...of([LIST.sort, LIST.toSorted], (self) => Math.max(lengthOf(self) * 10, joined(self, []) / 10)),
  ...of([LIST.toLocaleString, Int8Array.prototype.toLocaleString], (self) => joined(self, []) * 100),
  ...of([LIST.flat], (self) => joined(self, [])),
  ...of(RESIZES, (_, [length]) => Number(length ?? 0)),
  ...of([String.raw], (_, [parts]) => (isObject(parts) ? listLength(Reflect.get(parts, "raw")) * 10 : 0)),
  ...of(CUTS, (_, [bits]) => (Number(bits) > MAX_BITS ? Infinity : 0)),
]);

/** They compare what they are given first with all of what they are called on. */
const COMPARES = new Set<unknown>([...SEARCHES, LIST.indexOf, LIST.lastIndexOf, LIST.includes]);
const READS_PATTERN = new Set<unknown>([RegExp, ...PATTERNS]);
const READS_DIGITS = new Set<unknown>([...DIGITS, BigInt64Array, BigUint64Array]);
const COPIES = new Set<unknown>([
  ...[LIST.slice, LIST.splice, LIST.with, LIST.concat, LIST.flat, LIST.toReversed, LIST.toSorted, LIST.toSpliced],
  ...[TEXT.split, TEXT.match, Int8Array.prototype.slice, Int8Array.prototype.toSorted, Int8Array.prototype.toReversed],
]);
const CALLS_BACK = new Set<unknown>([LIST.flatMap, TEXT.replace, TEXT.replaceAll]);
const OF_TEXT = new Set<unknown>([...SEARCHES, ...PATTERNS, TEXT.repeat, TEXT.padStart, TEXT.padEnd, TEXT.concat]);
const TAKES_SIMPLE = new Set<unknown>([...OF_TEXT, ...RESIZES, ...DIGITS, LIST.join]);

/** True for a function of texts. What it is called on, and given, is made simple first: asked again it may be another. */
export function isOfText(target: unknown): boolean {
  return OF_TEXT.has(target);
}

export function takesSimple(target: unknown): boolean {
  return TAKES_SIMPLE.has(target);
}

/** Counts what a function of the language is about to do. Throws a RangeError if that takes longer than anybody waits. */
export function begin(effort: Effort, target: unknown, self: unknown, given: unknown[]): void {
  const [first] = given;
  const lengths = [listLength(self ?? first), ...given.map(lengthOf)];
  for (const length of lengths) checkLength(length);
  const compared = COMPARES.has(target) && typeof first === "string" ? lengthOf(self) * first.length : 0;
  if (compared > MAX_COMPARED) tooLong();
  if (READS_PATTERN.has(target)) checkRead(first);
  if (READS_DIGITS.has(target)) for (const one of given.flat()) checkRead(one);
  const made = MAKES.get(target)?.(self, given) ?? 0;
  checkLength(made);
  effort.step(lengths.reduce((sum, length) => sum + length, made));
  effort.keep(made);
}

/** What a function of the language gives, counted if it has made it. */
export function made(effort: Effort, target: unknown, result: unknown): unknown {
  return COPIES.has(target) ? effort.made(result) : result;
}

/** What a function is given, with the length of what is called back counted where it is kept. */
export function counted(effort: Effort, target: unknown, given: unknown[]): unknown[] {
  if (!CALLS_BACK.has(target)) return given;
  return given.map((one) => (typeof one === "function" ? counts(effort, one as Fn) : one));
}

function counts(effort: Effort, called: Fn): Fn {
  return (...values) => {
    const part = called(...values);
    effort.step(lengthOf(part));
    effort.keep(lengthOf(part) * BYTES.element);
    return part;
  };
}

export function checkLength(length: number): void {
  if (length > MAX_LENGTH) tooLong();
}

/** Before an operator: numbers of any length are no longer than can be worked with. */
export function checkOperands(operator: string, a: unknown, b: unknown): void {
  if (typeof a !== "bigint" && typeof b !== "bigint") return;
  checkRead(a);
  checkRead(b);
  if (typeof a !== "bigint" || typeof b !== "bigint") return;
  if (operator === "**" && (a > 1n || a < -1n) && b * BigInt(a.toString(2).length) > MAX_BITS) tooLong();
  if ((operator === "<<" && b > MAX_BITS) || (operator === ">>" && b < -MAX_BITS)) tooLong();
}

export function checkMade<T>(made: T): T {
  if (typeof made === "string") checkLength(made.length);
  if (typeof made === "bigint" && (made > LARGEST || made < -LARGEST)) tooLong();
  return made;
}

export function checkRead(value: unknown): void {
  if (typeof value === "string" && value.length > MAX_READ) tooLong();
}

function tooLong(): never {
  throw new RangeError("this is too long for safe mode");
}

function lengthOf(value: unknown): number {
  if (typeof value === "string" || Array.isArray(value)) return value.length;
  if (value instanceof Map || value instanceof Set) return value.size;
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer ? value.byteLength : 0;
}

/** Also of what is only like a list. */
function listLength(value: unknown): number {
  if (!isObject(value) || typeof value === "function") return lengthOf(value);
  const length: unknown = Reflect.getOwnPropertyDescriptor(value, "length")?.value;
  // What has to be asked may say something else the next time.
  return isObject(length) ? Infinity : Math.max(lengthOf(value), Number(length) || 0);
}

function bytesOf(made: unknown): number {
  if (Array.isArray(made)) return made.length * BYTES.element;
  return lengthOf(made) * (made instanceof Map || made instanceof Set ? BYTES.entry : 1);
}

/** The length of a list with all that is in the lists and texts in it, as far as that matters. */
function lengthInside(list: unknown[], above = 0): number {
  let length = above;
  for (const one of list) {
    if (length > MAX_LENGTH) break;
    length = Array.isArray(one) ? lengthInside(one, length + 1) : length + Math.max(1, lengthOf(one));
  }
  return length;
}
