// What is known while an expression runs: where in the source it is, how long it may take, and its last value.

import { textOf } from "../conversions";
import type { Reach } from "../reach";
import { TooLong, type Tree } from "../tree";
import type { Scope } from "./scope";

/** Trees become functions, once: `Do` gives the value of an expression, `Assign` gives one to a pattern. */
export type Do = (scope: Scope) => unknown;
export type Assign = (scope: Scope, value: unknown) => void;

/** How a statement ended; undefined if it ran to its end. */
export type End = "break" | "continue" | { value: unknown } | undefined;
export type Step = (scope: Scope) => End;

const CLOCK_EVERY = 256;

export class Machine {
  readonly reach: Reach;
  /** What is being done, for the error that it may end in. */
  place: [start: number, end: number] = [0, 0];
  /** The value of the last statement that has one. */
  last: unknown;
  readonly #source: string;
  readonly #until: number;
  #count = 0;

  constructor(reach: Reach, source: string, until: number) {
    this.reach = reach;
    this.#source = source;
    this.#until = until;
  }

  tick(): void {
    this.#count += 1;
    if (this.#count % CLOCK_EVERY === 0 && performance.now() > this.#until) throw new TooLong("took too long");
  }

  /** The source of a part of the expression. */
  text([, start, end]: Tree): string {
    return this.#source.slice(start, end);
  }

  /** The value as the name of a member. */
  key(value: unknown): PropertyKey {
    return typeof value === "symbol" ? value : textOf(this.reach, value);
  }
}
