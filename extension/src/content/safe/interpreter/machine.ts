// What is known of an expression that runs: how its parts become functions, where in the source it is, and its last value.

import { textOf } from "../conversions";
import type { Reach } from "../reach";
import type { Tree } from "../tree";
import type { Scope } from "./scope";

/** Trees become functions, once: `Do` gives the value of an expression, `Assign` gives one to a pattern. */
export type Do = (scope: Scope) => unknown;
export type Assign = (scope: Scope, value: unknown) => void;

/** How a statement ended; undefined if it ran to its end. */
export type End = "break" | "continue" | { value: unknown } | undefined;
export type Step = (scope: Scope) => End;

/** What a declaration declares its names as; null for an assignment, which gives values to what is there. */
export type Declares = "let" | "const" | "var" | null;

/** The parts of the language that hold each other: an expression may be a function, whose statements hold expressions. */
export interface Compilers {
  expression: (machine: Machine, node: Tree) => Do;
  pattern: (machine: Machine, node: Tree, declares: Declares) => Assign;
  block: (machine: Machine, statements: Tree[], own: boolean) => Step;
}

export class Machine {
  readonly reach: Reach;
  /** What is being done, for the error that it may end in. */
  place: [start: number, end: number] = [0, 0];
  /** The value of the last statement that has one. */
  last: unknown;
  readonly #compilers: Compilers;
  readonly #source: string;

  constructor(compilers: Compilers, reach: Reach, source: string) {
    this.#compilers = compilers;
    this.reach = reach;
    this.#source = source;
  }

  expression(node: Tree): Do {
    return this.#compilers.expression(this, node);
  }

  pattern(node: Tree, declares: Declares): Assign {
    return this.#compilers.pattern(this, node, declares);
  }

  /** Statements, in a scope of their own if `own` says so. */
  block(statements: Tree[], own: boolean): Step {
    return this.#compilers.block(this, statements, own);
  }

  tick(): void {
    this.reach.effort.step();
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
