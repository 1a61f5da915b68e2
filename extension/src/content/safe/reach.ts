// What a safe expression reaches: its own objects, with the functions of our realm; and the page, through Firefox's Xray
// wrappers, so that no code of the page ever runs: no getter, no proxy, no overridden method. Nothing of the page can be
// written to, and of its functions only those in `shared/safe-dom.ts` can be called.

import type { HeldOutcome, Hold } from "../../shared/evaluator";
import { Stop } from "../../shared/pack";
import { htmlOf } from "../read";
import { isSecretField, masked } from "../../shared/secrets";
import { hasNamed, INTERFACES, LISTS, MADE, mayCall, mayRead, WINDOW_CALLS, WINDOW_READS } from "../../shared/safe-dom";
import { CALLABLE, CONSTRUCTORS, NAMES, SHARED } from "./natives";
import { Refusal, Suspension, TooLong } from "./tree";

/** The page's window: a sign for it alone, with nothing behind it. */
export const GLOBAL: object = Object.freeze(Object.create(null) as object);
/** Windows of others: the same, with nothing to read at all. */
const ELSEWHERE: object = Object.freeze(Object.create(null) as object);

const GLOBAL_NAMES = new Set(["window", "self", "globalThis", "frames", "top", "parent"]);

const EFFECT = "could do more than look";
const PAGE_CODE = "is only known to the page's own code, which may do more than look";
const UNKNOWN = "is not among what safe mode lets be read";
const WRITES = "would change the page";

/** A promise of the expression's own: it is settled as soon as it is made. */
export class Settled {
  readonly ok: boolean;
  readonly value: unknown;

  constructor(ok: boolean, value: unknown) {
    this.ok = ok;
    this.value = value;
  }
}

type Fn = (...given: unknown[]) => unknown;

declare function isProxy(value: object): boolean;

// Not by typeof: document.all says of itself that it is nothing.
const isObject = (value: unknown): value is object => Object(value) === value;

/** Lists of the page are taken as a whole. */
const MAX_LIST = 1_000_000;

/** And made no longer than this. */
const MAX_MADE = 10_000_000;

/** Function calls that take things of the page as they are: they only compare or keep them. */
const KEEPS = new WeakSet<object>([
  ...["includes", "indexOf", "lastIndexOf", "push", "unshift", "fill", "with", "splice", "toSpliced", "concat"].map(
    (name) => Array.prototype[name as "push"],
  ),
  ...["get", "has", "set", "delete"].map((name) => Map.prototype[name as "get"]),
  ...["add", "has", "delete"].map((name) => Set.prototype[name as "has"]),
  Array.of,
  Array.isArray,
  Object.is,
]);

export class Reach {
  /** Functions that the expression wrote. */
  readonly #closures = new WeakSet<object>();
  /** Functions of the page that may be called, and those of ours that stand for one. */
  readonly #callable = new WeakSet<object>();
  /** What stands for functions of the page, and cannot be called, whoever tries it; and the other way round. */
  readonly #foreign = new WeakMap<object, object>();
  readonly #standIns = new WeakMap<object, object>();
  /** What stands for the prototypes of our realm, which everybody shares; and the other way round. */
  readonly #prototypes = new WeakMap<object, object>();
  /** Objects without a prototype that the expression made. */
  readonly #bare = new WeakSet<object>();
  readonly #names: Record<string, unknown>;
  /** What promises of the page came to, as far as it was waited for. */
  readonly settled: Map<unknown, Settled>;

  /** True where code of the page was held: what was seen is no longer Firefox's view alone. */
  usedPage = false;
  readonly #hold: Hold | null;
  readonly #workMs: number;

  constructor(settled: Map<unknown, Settled>, hold: Hold | null, workMs: number) {
    this.settled = settled;
    this.#hold = hold;
    this.#workMs = workMs;
    this.#names = { __proto__: null, ...NAMES, ...this.#own() } as unknown as Record<string, unknown>;
  }

  closure<T extends Fn>(made: T): T {
    this.#closures.add(made);
    return made;
  }

  /** True for what the expression made, in our realm. */
  isOwn(value: object): boolean {
    if (value instanceof Settled || this.#bare.has(value)) return true;
    let at: object = value;
    for (let up = Object.getPrototypeOf(at) as object | null; up; up = Object.getPrototypeOf(at) as object | null) at = up;
    return at === Object.prototype && value !== at;
  }

  // Names

  /** The value of a name that the expression has not declared. */
  global(name: string): unknown {
    const found = this.#global(name);
    if (found) return found.value;
    throw new ReferenceError(`${name} is not defined`);
  }

  typeofGlobal(name: string): string {
    const found = this.#global(name);
    return found ? typeof found.value : "undefined";
  }

  #global(name: string): { value: unknown } | null {
    if (GLOBAL_NAMES.has(name)) return { value: this.#window(name) };
    if (name in this.#names) return { value: this.#names[name] };
    if (WINDOW_READS.has(name)) return { value: this.#fromPage(Reflect.get(window, name)) };
    if (WINDOW_CALLS.has(name)) {
      const native = Reflect.get(window, name) as Fn;
      return { value: this.#calls((...given) => this.#fromPage(Reflect.apply(native, window, given.map((x) => this.#plain(x))))) };
    }
    if (INTERFACES.test(name)) {
      const native: unknown = Reflect.get(window, name);
      if (typeof native === "function") return { value: this.#standIn(native) };
    }
    return this.#ofPage(window.wrappedJSObject, name, window) ?? this.#variable(name);
  }

  /** A variable of the page's scripts that is no member of its window. */
  #variable(name: string): { value: unknown } | null {
    if (!this.#hold || !/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)) return null;
    const found = this.#held(name);
    if (found.is === "value") return { value: found.value };
    if (tagOf(Object(found.value) as object) === "" && Reflect.get(Object(found.value) as object, "name") === "ReferenceError") return null;
    throw found.value;
  }

  /** A call into the page that Firefox ends before it has an effect. */
  #held(what: object | string, self?: unknown, given: unknown[] = []): { is: "value" | "threw"; value: unknown } {
    if (!this.#hold) throw new Refusal(PAGE_CODE);
    this.usedPage = true;
    let outcome: { is: HeldOutcome; value: unknown } = { is: "tooLong", value: undefined };
    this.#hold((is, value) => (outcome = { is, value }), this.#workMs, what, self, ...given);
    const { is, value } = outcome;
    if (is === "refused") throw new Refusal(String(value));
    if (is === "tooLong") throw new TooLong("took too long");
    return { is, value: this.#fromPage(value) };
  }

  /** Calls a function that the page's scripts wrote. */
  #callHeld(native: object, self: unknown, given: unknown[]): unknown {
    const { is, value } = this.#held(native, this.#forPage(self), given.map((one) => this.#forPage(one)));
    if (is === "threw") throw value;
    return value;
  }

  /** What is given to the page: its own things, simple values, and copies of what the expression has made. */
  #forPage(value: unknown): unknown {
    if (!isObject(value)) return value;
    if (value === GLOBAL) return undefined;
    if (value === ELSEWHERE || typeof value === "function") throw new Refusal("passes a function or a window to the page's own code");
    if (!this.isOwn(value)) return this.#prototypes.has(value) ? undefined : value;
    return cloneInto(this.#copied(value, null, null, {}, "", []), window);
  }

  /** To be called when the expression's turn is over. */
  end(): void {
    if (this.usedPage) this.#hold?.(() => undefined, 0, null);
  }

  #window(name: string): object {
    if (name === "top") return window.top === window ? GLOBAL : ELSEWHERE;
    if (name === "parent") return window.parent === window ? GLOBAL : ELSEWHERE;
    return GLOBAL;
  }

  /** A member that the page's own scripts have given an object; read without running any. Null where there is none. */
  #ofPage(holder: object, key: PropertyKey, self: object = holder): { value: unknown } | null {
    for (let at: object | null = holder; at; at = Object.getPrototypeOf(at) as object | null) {
      if (isProxy(at)) throw new Refusal(PAGE_CODE);
      const found = Reflect.getOwnPropertyDescriptor(at, key);
      if (!found) continue;
      if (!("value" in found)) return { value: found.get ? this.#callHeld(XPCNativeWrapper(found.get), XPCNativeWrapper(self), []) : undefined };
      return { value: this.#fromPage(found.value) };
    }
    return null;
  }

  /** What comes from the page, behind the wrapper through which its code does not run. */
  #fromPage(value: unknown): unknown {
    if (!isObject(value)) return value;
    if (value === window || value === window.wrappedJSObject) return GLOBAL;
    const seen = XPCNativeWrapper(value);
    if (typeof seen === "function") return this.#standIn(seen);
    return tagOf(seen) === "Window" ? ELSEWHERE : seen;
  }

  /** Functions of our realm call what they find as `toString` in an object: the page's own must not be found there. */
  #standIn(native: object): object {
    const known = this.#standIns.get(native);
    if (known) return known;
    const made = (): never => {
      throw new Refusal("passes a function of the page to one of the language's");
    };
    const name: unknown = Reflect.getOwnPropertyDescriptor(native, "name")?.value;
    Object.defineProperty(made, "name", { value: typeof name === "string" ? name : "" });
    this.#standIns.set(native, made);
    this.#foreign.set(made, native);
    return made;
  }

  /** The interface that a function stands for; itself where it stands for none. */
  native(value: object): object {
    return this.#foreign.get(value) ?? value;
  }

  // Reading

  read(value: unknown, key: PropertyKey): unknown {
    if (value === null || value === undefined) throw new TypeError(`${String(value)} has no property ${String(key)}`);
    if (value === GLOBAL) {
      return typeof key === "string" ? this.#global(key)?.value : undefined;
    }
    if (value === ELSEWHERE) throw new Refusal("reaches another window");
    if (!isObject(value)) return this.#inherited(value, Object(value) as object, key);
    if (typeof value === "function") return this.#ofFunction(value, key);
    if (value instanceof Settled) return this.#ofPromise(value, key);
    const prototype = this.#prototypes.get(value);
    if (prototype) return this.#inherited(prototype, prototype, key);
    if (SHARED.has(value) || this.isOwn(value)) return this.#inherited(value, value, key);
    return this.#ofThing(value, key);
  }

  /** From own properties, and from what our realm's prototypes allow. */
  #inherited(self: unknown, value: object, key: PropertyKey): unknown {
    for (let at: object | null = value; at; at = Object.getPrototypeOf(at) as object | null) {
      const found = Reflect.getOwnPropertyDescriptor(at, key);
      if (!found) continue;
      if (found.get) {
        if (CALLABLE.has(found.get)) return Reflect.apply(found.get, self, []) as unknown;
        throw new Refusal(UNKNOWN);
      }
      const member: unknown = found.value;
      if (at === value && !SHARED.has(value)) return member;
      if (!isObject(member) || CALLABLE.has(member) || this.#callable.has(member)) return member;
      throw new Refusal(UNKNOWN);
    }
    return undefined;
  }

  #ofFunction(value: object, key: PropertyKey): unknown {
    if (key === "name" || key === "length") return Reflect.getOwnPropertyDescriptor(value, key)?.value as unknown;
    if (key === "call") return this.#calls((self, ...given) => this.call(value, self, given));
    if (key === "apply") return this.#calls((self, list) => this.call(value, self, list == null ? [] : this.list(list)));
    if (key === "bind") return this.#calls((self, ...first) => this.#calls((...rest) => this.call(value, self, [...first, ...rest])));
    const own = this.#statics.get(value)?.[String(key)];
    if (own !== undefined) return own;
    const foreign = this.#foreign.get(value);
    if (key === "prototype" && SHARED.has(value)) return this.#prototypeOf(value as { prototype?: object });
    const found = Reflect.getOwnPropertyDescriptor(foreign ?? value, key);
    if (!found && !foreign) return undefined;
    const member: unknown = found?.value;
    if (found && "value" in found && (!isObject(member) || (!foreign && CALLABLE.has(member)))) return member;
    throw new Refusal(foreign ? PAGE_CODE : UNKNOWN);
  }

  #prototypeOf({ prototype }: { prototype?: object }): object | undefined {
    if (!prototype) return undefined;
    const known = this.#prototypes.get(prototype);
    if (known) return known;
    const made = Object.freeze(Object.create(null) as object);
    this.#prototypes.set(prototype, made);
    this.#prototypes.set(made, prototype);
    return made;
  }

  #ofPromise(promise: Settled, key: PropertyKey): unknown {
    if (key === "then") return this.#calls((good, bad) => this.#then(promise, good, bad));
    if (key === "catch") return this.#calls((bad) => this.#then(promise, undefined, bad));
    if (key === "finally") {
      return this.#calls((last) => {
        this.call(last, undefined, []);
        return promise;
      });
    }
    return undefined;
  }

  #then(promise: Settled, good: unknown, bad: unknown): Settled {
    const next = promise.ok ? good : bad;
    return typeof next === "function" ? this.promised(() => this.call(next, undefined, [promise.value])) : promise;
  }

  /** What an object of the page has, or of the DOM. */
  #ofThing(value: object, key: PropertyKey): unknown {
    const tag = tagOf(value);
    if (Array.isArray(value)) return this.read(this.list(value), key);
    if (tag === "Promise") {
      const waited = ["then", "catch", "finally"].includes(String(key)) && isThenable(value) ? this.#waited(value) : null;
      if (waited) return this.#ofPromise(waited, key);
    }
    if (tag === "") return this.#plainMember(value, key);
    const own = Reflect.getOwnPropertyDescriptor(value, key);
    if (own && "value" in own) {
      if (!hasNamed(tag)) throw new Refusal(UNKNOWN);
      return this.#fromPage(own.value);
    }
    if (typeof key !== "string") return undefined;
    if (own) {
      if (tag === "Document" || tag === "HTMLDocument" || tag === "XMLDocument") {
        if (key === "location") return this.#fromPage(Reflect.get(value, key));
      } else if (tag === "Location" && typeof own.get === "function") return Reflect.get(value, key);
      throw new Refusal(UNKNOWN);
    }
    return this.#domMember(value, key);
  }

  #domMember(value: object, key: string): unknown {
    const named = Object.getPrototypeOf(value) as object | null;
    for (let at = named; at; at = Object.getPrototypeOf(at) as object | null) {
      const found = Reflect.getOwnPropertyDescriptor(at, key);
      if (!found) continue;
      const owner = ownTag(at);
      if (typeof found.value === "function") {
        const native = found.value as Fn;
        if (!mayCall(owner, key)) {
          if (owner === "" && key === "toString") return this.#calls(() => String(tagged(value)));
          // What a list of the DOM shares with arrays it does as an array.
          if (LISTS.test(owner) && ["forEach", "entries", "keys", "values"].includes(key)) return this.read(this.list(value), key);
          throw new Refusal(EFFECT);
        }
        return this.#calls((...given) => this.#domCall(native, value, key, given));
      }
      if (found.get) {
        if (!mayRead(owner, key)) throw new Refusal(UNKNOWN);
        return this.#domRead(value, key);
      }
      const constant: unknown = found.value;
      if (isObject(constant)) throw new Refusal(UNKNOWN);
      return constant;
    }
    // The page's own members of an element.
    const open = XPCNativeWrapper.unwrap(value);
    return Object.hasOwn(open, key) ? this.#ofPage(open, key)?.value : undefined;
  }

  #domRead(value: object, key: string): unknown {
    const element = isElement(value) ? value : null;
    const secret = element && isSecretField(element) ? element : null;
    if (secret) {
      if (/^(?:value|defaultValue|textContent|innerText|innerHTML)$/.test(key)) return masked(String(Reflect.get(secret, key)));
      if (key === "valueAsNumber") return NaN;
      if (key === "valueAsDate") return null;
    }
    if (element && (key === "innerHTML" || key === "outerHTML")) return htmlOf(element, key);
    const tag = tagOf(value);
    if (tag === "ShadowRoot" && key === "innerHTML") return [...(value as ShadowRoot).children].map((child) => htmlOf(child)).join("");
    if (tag === "Attr" && /^(?:value|nodeValue|textContent)$/.test(key)) {
      const { ownerElement, name, value: text } = value as Attr;
      return attribute(ownerElement, name, text);
    }
    return this.#fromPage(Reflect.get(value, key));
  }

  #domCall(native: Fn, value: object, key: string, given: unknown[]): unknown {
    const result = this.#fromPage(Reflect.apply(native, value, given.map((one) => this.#plain(one))));
    if (isElement(value) && /^getAttribute(?:NS)?$/.test(key) && typeof result === "string") {
      return attribute(value, String(given.at(-1)), result);
    }
    return result;
  }

  /** What a function of the DOM may be given: simple values, nodes, and options. */
  #plain(value: unknown): unknown {
    if (typeof value === "function") throw new Refusal("passes a function to the page");
    if (value === GLOBAL || value === ELSEWHERE) throw new Refusal("passes the window on");
    if (!isObject(value)) return value;
    if (!this.isOwn(value)) return tagOf(value) === "" ? this.text(value) : value;
    if (Array.isArray(value)) return this.text(value);
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, isObject(inner) ? this.#plain(inner) : inner]));
  }

  /** A member of an object that the page's scripts made. */
  #plainMember(value: object, key: PropertyKey): unknown {
    return this.#ofPage(XPCNativeWrapper.unwrap(value), key)?.value;
  }

  /** The names of an object's own members, as Object.keys has them. */
  keys(value: unknown): string[] {
    if (!isObject(value)) return typeof value === "string" ? Object.keys(value) : [];
    if (value === GLOBAL || value === ELSEWHERE) throw new Refusal("lists the window's members");
    if (value instanceof Settled) return [];
    if (this.isOwn(value)) return Object.keys(value);
    if (typeof value === "function") return [];
    const tag = tagOf(value);
    if (tag !== "" && !hasNamed(tag)) return Object.keys(value).filter((key) => mayRead(tag, key) && tag !== "Location");
    if (tag !== "") return Object.keys(value);
    const open = XPCNativeWrapper.unwrap(value);
    if (isProxy(open)) throw new Refusal(PAGE_CODE);
    return Object.keys(open);
  }

  has(value: unknown, key: PropertyKey): boolean {
    if (!isObject(value)) throw new TypeError(`cannot look for ${String(key)} in ${String(value)}`);
    if (value === GLOBAL) return typeof key === "string" && this.#global(key) !== null;
    if (value === ELSEWHERE) throw new Refusal("reaches another window");
    if (this.isOwn(value)) return key in value;
    if (tagOf(value) !== "") return key in value;
    return this.#ofPage(XPCNativeWrapper.unwrap(value), key) !== null;
  }

  // Writing

  write(value: unknown, key: PropertyKey, given: unknown): void {
    this.#checkOwn(value);
    if (key === "__proto__") throw new Refusal(UNKNOWN);
    const isThere = Reflect.getOwnPropertyDescriptor(value, key) !== undefined;
    const rest = isThere ? {} : { writable: true, enumerable: true, configurable: true };
    if (!Reflect.defineProperty(value, key, { value: given, ...rest })) throw new TypeError(`"${String(key)}" cannot be set`);
  }

  delete(value: unknown, key: PropertyKey): boolean {
    this.#checkOwn(value);
    return Reflect.deleteProperty(value, key);
  }

  #checkOwn(value: unknown): asserts value is object {
    if (value === null || value === undefined) throw new TypeError(`${String(value)} has no properties to set`);
    if (value === GLOBAL || value === ELSEWHERE || !isObject(value)) throw new Refusal(WRITES);
    if (typeof value === "function" || SHARED.has(value) || !this.isOwn(value)) throw new Refusal(WRITES);
  }

  // Calling

  call(target: unknown, self: unknown, given: unknown[]): unknown {
    if (!isObject(target) || typeof target !== "function") throw new TypeError(`${describe(target)} is not a function`);
    if (this.#closures.has(target) || this.#callable.has(target)) return Reflect.apply(target as Fn, self, given) as unknown;
    if (CONSTRUCTORS.get(target) === "bare") return this.make(target, given);
    const foreign = this.#foreign.get(target);
    if (foreign) return this.#callHeld(foreign, self, given);
    if (!CALLABLE.has(target)) throw this.#refused(target);
    // What everybody shares is not to be changed, by `push` or `freeze` neither.
    if ([self, ...given].some((one) => isObject(one) && typeof one !== "function" && SHARED.has(one))) throw new Refusal(EFFECT);
    if (typeof self === "function") throw new Refusal(EFFECT);
    const receiver = isObject(self) && !this.isOwn(self) ? this.#lifted(self, target as Fn) : self;
    const wanted = KEEPS.has(target) ? given : given.map((one) => this.#lifted(one, target as Fn));
    return Reflect.apply(target as Fn, receiver, wanted) as unknown;
  }

  make(target: unknown, given: unknown[]): unknown {
    if (typeof target !== "function") throw new TypeError(`${describe(target)} is not a constructor`);
    if (CONSTRUCTORS.has(target)) {
      const wanted = given.map((one) => this.#lifted(one, target as Fn));
      return Reflect.construct(target, wanted) as unknown;
    }
    const native = this.#foreign.get(target) as typeof target | undefined;
    if (!native || ![...MADE].some((name) => Reflect.get(window, name) === native)) throw this.#refused(target);
    return this.#fromPage(Reflect.construct(native, given.map((one) => this.#plain(one))));
  }

  #refused(target: object): Refusal {
    return this.#foreign.has(target) ? new Refusal(PAGE_CODE) : new Refusal(EFFECT);
  }

  /** Things of the page, as functions of our realm may have them: a list as an array, everything else as its text. */
  #lifted(value: unknown, target: Fn): unknown {
    if (!isObject(value) || value === ELSEWHERE) return value;
    if (typeof value === "function") {
      if (this.#closures.has(value) || this.#callable.has(value) || CALLABLE.has(value)) return value;
      if (CONSTRUCTORS.get(value) === "bare") return this.#calls((...given) => this.make(value, given));
      if (this.#foreign.has(value)) return this.#calls((...given) => this.call(value, undefined, given));
      throw this.#refused(value);
    }
    if (value === GLOBAL) throw new Refusal("passes the window on");
    if (value instanceof Settled || this.isOwn(value)) return value;
    if (this.#prototypes.has(value)) throw new Refusal(EFFECT);
    if (target === Object.prototype.hasOwnProperty || target === Object.hasOwn) {
      return Object.fromEntries(this.keys(value).map((key) => [key, true]));
    }
    return this.#isList(value) ? this.list(value) : this.text(value);
  }

  #isList(value: object): boolean {
    return Array.isArray(value) || LISTS.test(tagOf(value));
  }

  // Lists, texts, promises

  /** All that an iteration over the value gives. */
  list(value: unknown): unknown[] {
    if (typeof value === "string") return [...value];
    if (!isObject(value) || value === GLOBAL || value === ELSEWHERE) throw new TypeError(`${describe(value)} is not iterable`);
    if (this.isOwn(value)) return this.#ownList(value);
    const tag = tagOf(value);
    if (Array.isArray(value)) {
      const open = XPCNativeWrapper.unwrap(value);
      if (isProxy(open)) throw new Refusal(PAGE_CODE);
      if (value.length > MAX_LIST) throw new RangeError("the page's list is too long");
      return Array.from({ length: value.length }, (_, index) => this.#ofPage(open, String(index))?.value);
    }
    if (LISTS.test(tag)) {
      const { length } = value as ArrayLike<unknown>;
      return Array.from({ length }, (_, index) => this.#fromPage(Reflect.get(value, index)));
    }
    if (tag === "URLSearchParams") return [...(value as URLSearchParams)].map(([key, inner]) => [key, inner]);
    throw new Refusal(PAGE_CODE);
  }

  #ownList(value: object): unknown[] {
    // What our realm can iterate: the expression cannot give an object an iterator of its own.
    if (Array.isArray(value)) return Array.from({ length: value.length }, (_, index) => value[index] as unknown);
    const iterator: unknown = Reflect.get(value, Symbol.iterator);
    if (typeof iterator !== "function") throw new TypeError(`${describe(value)} is not iterable`);
    return [...(value as Iterable<unknown>)];
  }

  /** The value as text, as `String` gives it. */
  text(value: unknown): string {
    const simple = this.simple(value);
    return typeof simple === "symbol" ? simple.toString() : `${simple as string}`;
  }

  /** The value as something simple, as operators take it. */
  simple(value: unknown, hint: "default" | "number" = "default"): unknown {
    if (!isObject(value)) return value;
    if (value === GLOBAL || value === ELSEWHERE) return "[object Window]";
    if (value instanceof Settled) return "[object Promise]";
    if (typeof value === "function") return "function () {…}";
    if (this.isOwn(value)) return this.#ownSimple(value, hint);
    if (Array.isArray(value)) return this.simple(this.list(value));
    return tagged(value);
  }

  #ownSimple(value: object, hint: "default" | "number"): unknown {
    if (Array.isArray(value)) return value.map((one) => (one == null ? "" : this.text(one))).join(",");
    if (value instanceof Date) return hint === "number" ? value.getTime() : String(value);
    if (value instanceof Number || value instanceof Boolean || value instanceof String) return value.valueOf();
    for (const name of ["valueOf", "toString"]) {
      const written: unknown = Reflect.getOwnPropertyDescriptor(value, name)?.value;
      if (!isObject(written) || !this.#closures.has(written)) continue;
      const given = this.call(written, value, []);
      if (!isObject(given)) return given;
    }
    return value instanceof Error || value instanceof RegExp ? String(value) : Object.prototype.toString.call(value);
  }

  /** Notes what a promise of the page came to. */
  note(promise: unknown, ok: boolean, value: unknown): void {
    this.settled.set(promise, new Settled(ok, this.#fromPage(value)));
  }

  #waited(promise: object): Settled {
    const found = this.settled.get(promise);
    if (found) return found;
    throw new Suspension(promise as PromiseLike<unknown>);
  }

  /** What `await` gives. */
  awaited(value: unknown): unknown {
    if (!isObject(value)) return value;
    const isSettled = value instanceof Settled;
    if (!isSettled && (this.isOwn(value) || tagOf(value) !== "Promise" || !isThenable(value))) return value;
    const promise = isSettled ? value : this.#waited(value);
    if (!promise.ok) throw promise.value;
    return this.awaited(promise.value);
  }

  promised(work: () => unknown): Settled {
    try {
      return new Settled(true, this.awaited(work()));
    } catch (thrown) {
      if (thrown instanceof Stop) throw thrown;
      return new Settled(false, thrown);
    }
  }

  // Functions of ours

  #calls(made: Fn): Fn {
    this.#callable.add(made);
    return made;
  }

  /** Members of constructors that look into what they are given: ours, so that they look no further than `read`. */
  readonly #statics = new Map<unknown, Record<string, unknown>>();

  #own(): Record<string, unknown> {
    const pairs = (value: unknown): Array<[string, unknown]> => this.keys(value).map((key) => [key, this.read(value, key)]);
    const add = (holder: unknown, made: Record<string, Fn>): void => {
      for (const own of Object.values(made)) this.#calls(own);
      this.#statics.set(holder, { __proto__: null, ...made } as unknown as Record<string, unknown>);
    };
    add(Object, {
      keys: (value) => this.keys(value),
      values: (value) => pairs(value).map(([, inner]) => inner),
      entries: (value) => pairs(value),
      getOwnPropertyNames: (value) => this.keys(value),
      assign: (target, ...sources) => {
        for (const source of sources) for (const [key, inner] of pairs(source)) this.write(target, key, inner);
        return target;
      },
      create: (above) => {
        if (above !== null) throw new Refusal(UNKNOWN);
        return this.bare();
      },
    });
    add(Array, {
      from: (source, map) => {
        const list = isObject(source) && this.isOwn(source) && !Reflect.has(source, Symbol.iterator) ? this.#arrayLike(source) : this.list(source);
        return map === undefined ? list : list.map((one, index) => this.call(map, undefined, [one, index]));
      },
    });
    const promise = this.closure(() => {
      throw new Refusal("makes a promise that something must settle later");
    });
    const each = (list: unknown, of: (one: unknown) => unknown): unknown[] => this.list(list).map(of);
    add(promise, {
      resolve: (value) => this.promised(() => value),
      reject: (value) => new Settled(false, value),
      all: (list) => this.promised(() => each(list, (one) => this.awaited(one))),
      allSettled: (list) =>
        this.promised(() =>
          each(list, (one) => {
            const { ok, value } = this.promised(() => one);
            return ok ? { status: "fulfilled", value } : { status: "rejected", reason: value };
          }),
        ),
    });
    const json = { __proto__: null } as unknown as Record<string, unknown>;
    json.parse = this.#calls((text, reviver) => {
      if (reviver !== undefined) throw new Refusal(UNKNOWN);
      return JSON.parse(this.text(text)) as unknown;
    });
    json.stringify = this.#calls((value, chosen, indent) => {
      const list = isObject(chosen) && Array.isArray(chosen) ? chosen.map(String) : null;
      const chooser = typeof chosen === "function" ? chosen : null;
      return JSON.stringify(this.#copied(value, list, chooser, {}, "", []), null, isObject(indent) ? undefined : (indent as number));
    });
    this.#bare.add(json);
    SHARED.add(json);
    const css = this.bare() as Record<string, unknown>;
    css.escape = this.#calls((text) => CSS.escape(this.text(text)));
    css.supports = this.#calls((...given) => Reflect.apply(CSS.supports, CSS, given.map((one) => this.text(one))));
    SHARED.add(css);
    return { Promise: promise, JSON: json, CSS: css };
  }

  bare(): object {
    const made = Object.create(null) as object;
    this.#bare.add(made);
    return made;
  }

  #arrayLike(source: object): unknown[] {
    const length = Math.max(0, Math.min(Math.floor(Number(this.simple(this.read(source, "length"), "number")) || 0), 2 ** 32 - 1));
    if (length > MAX_MADE) throw new RangeError("the list is too long for safe mode");
    if (Object.keys(source).length === 1) return Array.from({ length });
    return Array.from({ length }, (_, index) => this.read(source, String(index)));
  }

  /** A copy that JSON may be made of, with no more in it than may be read. */
  #copied(given: unknown, chosen: string[] | null, chooser: unknown, holder: object, key: string, above: unknown[]): unknown {
    let value = given;
    if (isObject(value) && typeof value !== "function" && value !== GLOBAL && value !== ELSEWHERE) {
      const own = this.isOwn(value);
      if (own && value instanceof Date) value = Number.isNaN(value.getTime()) ? null : value.toISOString();
      else if (own) {
        const toJson = Reflect.getOwnPropertyDescriptor(value, "toJSON")?.value as unknown;
        if (toJson !== undefined && this.#closures.has(toJson as object)) value = this.call(toJson, value, [key]);
      } else if (tagOf(value) !== "" && "toJSON" in value && !isDocument(value)) value = this.call(this.read(value, "toJSON"), value, []);
    }
    if (chooser) value = this.call(chooser, holder, [key, value]);
    if (!isObject(value)) return value;
    if (typeof value === "function" || value === GLOBAL || value === ELSEWHERE) return undefined;
    if (above.includes(value)) throw new TypeError("cyclic object value");
    if (value instanceof Number || value instanceof String || value instanceof Boolean) return value.valueOf();
    const inside = [...above, value];
    const self = value;
    if (Array.isArray(value)) return this.list(value).map((one, index) => this.#copied(one, chosen, chooser, self, String(index), inside));
    if (value instanceof Settled) return {};
    const out = Object.create(null) as Record<string, unknown>;
    for (const name of chosen ?? this.keys(value)) {
      out[name] = this.#copied(this.read(value, name), chosen, chooser, self, name, inside);
    }
    return out;
  }
}

/** The page cannot pass something else for a promise: of its own objects no function is seen. */
function isThenable(value: object): boolean {
  return typeof Reflect.get(value, "then") === "function";
}

export function isElement(value: object): value is Element {
  return /^(?:HTML|SVG|MathML)?\w*Element$/.test(tagOf(value)) && Reflect.get(value, "nodeType") === 1;
}

function isDocument(value: object): boolean {
  return /Document$/.test(tagOf(value));
}

function attribute(owner: Element | null, name: string, value: string): string {
  return owner && name.toLowerCase() === "value" && isSecretField(owner) ? masked(value) : value;
}

/** The interface of a DOM object, by the page's Firefox; empty for what the page's scripts made. */
export function tagOf(value: object): string {
  for (let at = Object.getPrototypeOf(value) as object | null; at; at = Object.getPrototypeOf(at) as object | null) {
    const tag = ownTag(at);
    if (tag !== "") return tag;
  }
  return "";
}

function ownTag(value: object): string {
  const tag: unknown = Reflect.getOwnPropertyDescriptor(value, Symbol.toStringTag)?.value;
  return typeof tag === "string" ? tag : "";
}

/** What `String` gives for a thing of the page. */
function tagged(value: object): string {
  const tag = tagOf(value);
  if (/^(?:Location|URL|URLSearchParams|HTMLAnchorElement|HTMLAreaElement|Range|Selection|DOMTokenList)$/.test(tag)) return String(value);
  return `[object ${tag || "Object"}]`;
}

function describe(value: unknown): string {
  return isObject(value) ? `[${typeof value}]` : String(value);
}
