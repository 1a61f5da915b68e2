// What the page's own scripts have made: its members are read without running any of its code, and its functions run
// only while they are held: Firefox ends them before they have an effect.

import type { HeldOutcome, Hold } from "../../shared/values/evaluator";
import type { Origins } from "./origins";
import { Refusal, TooLong } from "./tree";
import { PAGE_CODE, tagOf } from "./values";

declare function isProxy(value: object): boolean;

/** Lists of the page are taken as a whole. */
export const MAX_LIST = 1_000_000;

export interface Found {
  value: unknown;
}

/** No function that somebody wrote reads as one of Firefox's. */
function sourceOf(does: object): string {
  return Function.prototype.toString.call(does).replace(/\s+/g, " ").replace("function get ", "function ");
}

export class Page {
  /** True if code of the page was held: what was seen is no longer Firefox's view alone. */
  used = false;
  readonly #origins: Origins;
  readonly #hold: Hold | null;
  readonly #workMs: number;

  constructor(origins: Origins, hold: Hold | null, workMs: number) {
    this.#origins = origins;
    this.#hold = hold;
    this.#workMs = workMs;
  }

  /** A member that the page's own scripts have given an object. Null if there is none. */
  member(holder: object, key: PropertyKey, self: object = holder): Found | null {
    for (let at: object | null = holder; at; at = Object.getPrototypeOf(at) as object | null) {
      if (isProxy(at)) throw new Refusal(PAGE_CODE);
      const found = Reflect.getOwnPropertyDescriptor(at, key);
      if (!found) continue;
      if ("value" in found) return { value: this.#origins.fromPage(found.value) };
      return { value: found.get ? this.call(XPCNativeWrapper(found.get), XPCNativeWrapper(self), []) : undefined };
    }
    return null;
  }

  /** The names of what the page's own scripts have given an object. */
  keys(value: object): string[] {
    return Object.keys(this.#open(value));
  }

  /** True if what is found there is a function that Firefox itself has by that name. */
  isNative(holder: object, key: PropertyKey, name = String(key)): boolean {
    for (let at: object | null = holder; at; at = Object.getPrototypeOf(at) as object | null) {
      if (isProxy(at)) throw new Refusal(PAGE_CODE);
      const found = Reflect.getOwnPropertyDescriptor(at, key);
      const does: unknown = found?.get ?? found?.value;
      if (found) return typeof does === "function" && sourceOf(does) === `function ${name}() { [native code] }`;
    }
    return false;
  }

  short<T extends ArrayLike<unknown>>(list: T): T {
    if (list.length > MAX_LIST) throw new RangeError("the page's list is too long");
    return list;
  }

  list(value: unknown[]): unknown[] {
    const open = this.#open(this.short(value));
    return Array.from({ length: value.length }, (_, index) => this.member(open, String(index))?.value);
  }

  /** A variable of the page's scripts that is not a member of its window. */
  variable(name: string): Found | null {
    if (!this.#hold || !/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)) return null;
    const { is, value } = this.#held(name);
    if (is === "value") return { value };
    const thrown = Object(value) as object;
    if (tagOf(thrown) === "" && Reflect.get(thrown, "name") === "ReferenceError") return null;
    throw value;
  }

  /** Calls a function that the page's scripts wrote; what it is given is the page's already. */
  call(native: object, self: unknown, given: unknown[]): unknown {
    const { is, value } = this.#held(native, self, given);
    if (is === "threw") throw value;
    return value;
  }

  /** To be called when the expression's turn is over. */
  end(): void {
    if (this.used) this.#hold?.(() => undefined, 0, null);
  }

  #held(what: object | string, self?: unknown, given: unknown[] = []): { is: "value" | "threw"; value: unknown } {
    if (!this.#hold) throw new Refusal(PAGE_CODE);
    this.used = true;
    let outcome: { is: HeldOutcome; value: unknown } = { is: "tooLong", value: undefined };
    this.#hold((is, value) => (outcome = { is, value }), this.#workMs, what, self, ...given);
    const { is, value } = outcome;
    if (is === "refused") throw new Refusal(String(value));
    if (is === "tooLong") throw new TooLong("took too long");
    return { is, value: this.#origins.fromPage(value) };
  }

  #open(value: object): object {
    const open = XPCNativeWrapper.unwrap(value);
    if (isProxy(open)) throw new Refusal(PAGE_CODE);
    return open;
  }
}
