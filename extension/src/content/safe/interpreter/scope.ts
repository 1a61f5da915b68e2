// Scopes: the variables that an expression has declared.

import { GLOBAL } from "../values";

interface Cell {
  value: unknown;
  fixed: boolean;
}

/** Variables, by lexical scope. */
export class Scope {
  // Few names a scope, and many scopes: lists are quicker than maps.
  readonly #names: string[] = [];
  readonly #cells: Cell[] = [];
  readonly parent: Scope | null;
  /** Where `var` puts its names, and what `this` is there. */
  readonly home: Scope;
  readonly self: unknown;

  constructor(parent: Scope | null, self?: { self: unknown }) {
    this.parent = parent;
    this.home = parent && !self ? parent.home : this;
    this.self = self ? self.self : (parent?.self ?? GLOBAL);
  }

  declare(name: string, value: unknown, fixed: boolean): void {
    const at = this.#names.indexOf(name);
    if (at >= 0) this.#cells[at] = { value, fixed };
    else {
      this.#names.push(name);
      this.#cells.push({ value, fixed });
    }
  }

  cell(name: string): Cell | null {
    return this.#cells[this.#names.indexOf(name)] ?? this.parent?.cell(name) ?? null;
  }

  /** Of a loop's turn: with values of its own for the same names. */
  next(): Scope {
    const made = new Scope(this.parent);
    for (const [at, name] of this.#names.entries()) {
      const { value, fixed } = this.#cells[at] as Cell;
      made.declare(name, value, fixed);
    }
    return made;
  }
}
