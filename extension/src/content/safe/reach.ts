// What a safe expression may do with values, for all that reads them. `page-reach.ts` says where it ends.

import type { Origins } from "./origins";
import type { Page } from "./page";
import type { Effort } from "./sizes";
import type { Settled } from "./values";

export interface Reach {
  readonly origins: Origins;
  readonly page: Page;
  readonly effort: Effort;
  /** The language's own names. */
  readonly names: Record<string, unknown>;
  /** Members of constructors that are ours. */
  readonly statics: Map<unknown, Record<string, unknown>>;
  /** The outcomes of the page's promises that were waited for. */
  readonly settled: Map<unknown, Settled>;

  read(value: unknown, key: PropertyKey): unknown;
  /** The names of an object's own members, as Object.keys has them. */
  keys(value: unknown): string[];
  has(value: unknown, key: PropertyKey): boolean;
  write(value: unknown, key: PropertyKey, given: unknown): void;
  delete(value: unknown, key: PropertyKey): boolean;
  call(target: unknown, self: unknown, given: unknown[]): unknown;
  make(target: unknown, given: unknown[]): unknown;
}
