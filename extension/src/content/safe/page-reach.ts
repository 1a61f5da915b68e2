// What a safe expression reaches: its own objects, with the functions of our realm; and the page, through Firefox's
// Xray wrappers, so that no code of the page ever runs: no getter, no proxy, no overridden method. Nothing of the page
// can be written to, and of its functions only those in `shared/values/safe-dom.ts` can be called.

import type { Hold } from "../../shared/values/evaluator";
import { hasNamed, MADE, mayRead } from "../../shared/values/safe-dom";
import { forDom, forLanguage, forPage } from "./arguments";
import { builtins } from "./builtins";
import { collectionMember } from "./collections";
import { listOf } from "./conversions";
import { domMember } from "./dom";
import { globalOf } from "./globals";
import { CALLABLE, CONSTRUCTORS, HOLDERS, NAMES, SHARED, SIZED } from "./natives";
import { Origins } from "./origins";
import { Page } from "./page";
import { promiseMember, waited } from "./promises";
import type { Reach } from "./reach";
import { begin, checkLength, counted, isOfText, made, type Effort } from "./sizes";
import { Refusal } from "./tree";
import {
  describe,
  EFFECT,
  ELSEWHERE,
  GLOBAL,
  isObject,
  isThenable,
  PAGE_CODE,
  Settled,
  tagOf,
  UNKNOWN,
  type Fn,
} from "./values";

const WRITES = "would change the page";

/** Function calls that take things of the page as they are: they only compare or keep them. */
const KEEPS = new WeakSet<object>([
  ...["includes", "indexOf", "lastIndexOf", "push", "unshift", "fill", "with", "splice", "toSpliced", "concat"].map(
    (name) => Array.prototype[name as "push"],
  ),
  ...["get", "has", "set", "delete"].map((name) => Map.prototype[name as "get"]),
  ...["add", "has", "delete"].map((name) => Set.prototype[name as "has"]),
  ...["get", "has", "set", "delete"].map((name) => WeakMap.prototype[name as "get"]),
  ...["add", "has", "delete"].map((name) => WeakSet.prototype[name as "has"]),
  Array.of,
  Array.isArray,
  Object.is,
]);

export class PageReach implements Reach {
  readonly origins = new Origins();
  readonly page: Page;
  readonly names: Record<string, unknown>;
  readonly statics = new Map<unknown, Record<string, unknown>>();
  readonly settled: Map<unknown, Settled>;

  constructor(
    settled: Map<unknown, Settled>,
    hold: Hold | null,
    workMs: number,
    readonly effort: Effort,
  ) {
    this.settled = settled;
    this.page = new Page(this.origins, hold, workMs);
    this.names = { __proto__: null, ...NAMES, ...builtins(this) };
  }

  read(value: unknown, key: PropertyKey): unknown {
    if (value === null || value === undefined) throw new TypeError(`${String(value)} has no property ${String(key)}`);
    if (value === GLOBAL) return typeof key === "string" ? globalOf(this, key)?.value : undefined;
    if (value === ELSEWHERE) throw new Refusal("reaches another window");
    if (!isObject(value)) return this.#inherited(value, Object(value) as object, key);
    if (typeof value === "function") return this.#ofFunction(value, key);
    if (value instanceof Settled) return promiseMember(this, value, key);
    const prototype = this.origins.prototypeBehind(value);
    if (prototype) return this.#inherited(prototype, prototype, key);
    if (SHARED.has(value) || this.origins.isOwn(value)) return this.#inherited(value, value, key);
    return this.#ofThing(value, key);
  }

  /** From own properties, and from what our realm's prototypes allow. */
  #inherited(self: unknown, value: object, key: PropertyKey): unknown {
    for (let at: object | null = value; at; at = Object.getPrototypeOf(at) as object | null) {
      const found = Reflect.getOwnPropertyDescriptor(at, key);
      if (!found) continue;
      if (found.get) {
        if (CALLABLE.has(found.get)) return this.#bound(Reflect.apply(found.get, self, []));
        throw new Refusal(UNKNOWN);
      }
      const member: unknown = found.value;
      if (at === value && !SHARED.has(value)) return member;
      if (!isObject(member) || CALLABLE.has(member) || this.origins.isCallable(member)) return member;
      if (SHARED.has(value) && key !== "constructor" && CONSTRUCTORS.has(member)) return member;
      throw new Refusal(UNKNOWN);
    }
    return undefined;
  }

  /** What a getter gives: some of `Intl` give a function that formats or compares. */
  #bound(value: unknown): unknown {
    if (typeof value !== "function") return value;
    const native = value as Fn;
    return this.origins.calls((...given) => {
      const wanted = given.map((one) => forLanguage(this, one, native));
      begin(this.effort, native, null, wanted);
      return native(...wanted);
    });
  }

  #ofFunction(value: object, key: PropertyKey): unknown {
    if (key === "name" || key === "length") return Reflect.getOwnPropertyDescriptor(value, key)?.value as unknown;
    const { origins } = this;
    if (key === "call") return origins.calls((self, ...given) => this.call(value, self, given));
    if (key === "apply") {
      return origins.calls((self, list) => this.call(value, self, list == null ? [] : listOf(this, list)));
    }
    if (key === "bind") {
      return origins.calls((self, ...first) => origins.calls((...rest) => this.call(value, self, [...first, ...rest])));
    }
    const own = this.statics.get(value)?.[String(key)];
    if (own !== undefined) return own;
    const foreign = origins.foreignOf(value);
    if (key === "prototype" && SHARED.has(value)) return origins.prototypeOf(value);
    const found = Reflect.getOwnPropertyDescriptor(foreign ?? value, key);
    if (!found && !foreign) return undefined;
    const member: unknown = found?.value;
    if (found && "value" in found && (!isObject(member) || (!foreign && CALLABLE.has(member)))) return member;
    throw new Refusal(foreign ? PAGE_CODE : UNKNOWN);
  }

  /** What an object of the page has, or of the DOM. */
  #ofThing(value: object, key: PropertyKey): unknown {
    const tag = tagOf(value);
    if (Array.isArray(value)) return this.read(listOf(this, value), key);
    if (tag === "Promise") {
      const isWaitedFor = ["then", "catch", "finally"].includes(String(key)) && isThenable(value);
      if (isWaitedFor) return promiseMember(this, waited(this, value), key);
    }
    if (tag === "") return this.page.member(XPCNativeWrapper.unwrap(value), key)?.value;
    const looked = collectionMember(this, value, key);
    if (looked) return looked.value;
    const own = Reflect.getOwnPropertyDescriptor(value, key);
    if (own && "value" in own) {
      if (!hasNamed(tag)) throw new Refusal(UNKNOWN);
      return this.origins.fromPage(own.value);
    }
    if (typeof key !== "string") return undefined;
    if (own) {
      if (tag === "Document" || tag === "HTMLDocument" || tag === "XMLDocument") {
        if (key === "location") return this.origins.fromPage(Reflect.get(value, key));
      } else if (tag === "Location" && typeof own.get === "function")
        return this.origins.fromPage(Reflect.get(value, key));
      throw new Refusal(UNKNOWN);
    }
    return domMember(this, value, key);
  }

  keys(value: unknown): string[] {
    if (typeof value === "string") checkLength(value.length);
    return this.effort.names(this.#keysOf(value));
  }

  #keysOf(value: unknown): string[] {
    if (!isObject(value)) return typeof value === "string" ? Object.keys(value) : [];
    if (value === GLOBAL || value === ELSEWHERE) throw new Refusal("lists the window's members");
    if (value instanceof Settled) return [];
    if (this.origins.isOwn(value)) return Object.keys(value);
    if (typeof value === "function") return [];
    const tag = tagOf(value);
    if (tag !== "" && !hasNamed(tag))
      return Object.keys(value).filter((key) => mayRead(tag, key) && tag !== "Location");
    if (tag !== "") return Object.keys(value);
    return this.page.keys(value);
  }

  has(value: unknown, key: PropertyKey): boolean {
    if (!isObject(value)) throw new TypeError(`cannot look for ${String(key)} in ${String(value)}`);
    if (value === GLOBAL) return typeof key === "string" && globalOf(this, key) !== null;
    if (value === ELSEWHERE) throw new Refusal("reaches another window");
    if (this.origins.isOwn(value)) return key in value;
    if (tagOf(value) !== "") return key in value;
    return this.page.member(XPCNativeWrapper.unwrap(value), key) !== null;
  }

  write(value: unknown, key: PropertyKey, given: unknown): void {
    this.#checkOwn(value);
    if (key === "__proto__") throw new Refusal(UNKNOWN);
    if (Array.isArray(value) && typeof key === "string") checkLength(Number(key === "length" ? given : key) || 0);
    const isThere = Reflect.getOwnPropertyDescriptor(value, key) !== undefined;
    const rest = isThere ? {} : { writable: true, enumerable: true, configurable: true };
    const isSet = Reflect.defineProperty(value, key, { value: given, ...rest });
    if (!isSet) throw new TypeError(`"${String(key)}" cannot be set`);
  }

  delete(value: unknown, key: PropertyKey): boolean {
    this.#checkOwn(value);
    return Reflect.deleteProperty(value, key);
  }

  #checkOwn(value: unknown): asserts value is object {
    if (value === null || value === undefined) throw new TypeError(`${String(value)} has no properties to set`);
    if (value === GLOBAL || value === ELSEWHERE || !isObject(value)) throw new Refusal(WRITES);
    if (typeof value === "function" || SHARED.has(value) || !this.origins.isOwn(value)) throw new Refusal(WRITES);
  }

  call(target: unknown, self: unknown, given: unknown[]): unknown {
    if (!isObject(target) || typeof target !== "function") throw new TypeError(`${describe(target)} is not a function`);
    if (this.origins.isCallable(target)) return Reflect.apply(target as Fn, self, given);
    if (CONSTRUCTORS.get(target) === "bare") return this.make(target, given);
    const foreign = this.origins.foreignOf(target);
    if (foreign)
      return this.page.call(
        foreign,
        forPage(this, self),
        given.map((one) => forPage(this, one)),
      );
    if (!CALLABLE.has(target)) throw new Refusal(EFFECT);
    // What everybody shares is not to be changed, not by `push` or `freeze` either.
    const holder = HOLDERS.get(target);
    const taken = holder ? given : [self, ...given];
    const changesShared = taken.some((one) => isObject(one) && typeof one !== "function" && SHARED.has(one));
    if (changesShared || (!holder && typeof self === "function")) throw new Refusal(EFFECT);
    if (holder) self = holder;
    const isTaken = isObject(self) && (isOfText(target) || !this.origins.isOwn(self));
    const receiver = isTaken ? forLanguage(this, self, target as Fn) : self;
    const wanted = KEEPS.has(target) ? given : given.map((one) => forLanguage(this, one, target as Fn));
    begin(this.effort, target, receiver, wanted);
    return made(this.effort, target, Reflect.apply(target as Fn, receiver, counted(this.effort, target, wanted)));
  }

  make(target: unknown, given: unknown[]): unknown {
    if (typeof target !== "function") throw new TypeError(`${describe(target)} is not a constructor`);
    if (CONSTRUCTORS.has(target)) {
      const wanted = given.map((one) => forLanguage(this, one, target as Fn));
      begin(this.effort, target, null, wanted);
      if (!isObject(wanted[0]) && SIZED.has(target)) checkLength(Number(wanted[0]));
      return this.effort.made(Reflect.construct(target, wanted) as unknown);
    }
    const native = this.origins.foreignOf(target) as typeof target | undefined;
    if (!native) throw new Refusal(EFFECT);
    if (![...MADE].some((name) => Reflect.get(window, name) === native)) throw new Refusal(PAGE_CODE);
    return this.origins.fromPage(
      Reflect.construct(
        native,
        given.map((one) => forDom(this, one)),
      ),
    );
  }
}
