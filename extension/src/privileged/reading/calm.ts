// What Firefox's own functions are given by code of a page that is held. Firefox asks about a native function that a
// script calls, but not about one that its own functions call in turn where they are written in JavaScript themselves:
// to convert a value, to make a list of another kind, for a trap of a proxy. So nothing they are given may lead to a
// native that is not known to only look. Scripts may be led to: what they do is held again.

import { isHarmless } from "./side-effect-free";

/** By these, what is given to a native makes it call something, or convert what is there. */
const CALLED = [
  ...[Symbol.toPrimitive, Symbol.species, "valueOf", "toString", "length"],
  ...["name", "message", "source", "flags", "lastIndex"],
];
/** Of these classes, natives ask for what makes another of the kind. */
const MADE_ANEW = /^(?:Array|ArrayBuffer|Promise|RegExp|(?:Big)?(?:Int|Uint|Float)\d+(?:Clamped)?Array)$/;
/** Their items are lists, numbers, or what the DOM gives. */
const LISTS_ONLY = /^(?:Array|(?:Big)?(?:Int|Uint|Float)\d+(?:Clamped)?Array|NodeList|HTMLCollection|DOMTokenList)$/;

/** Conversions: what they read is among what is looked at here. */
const CONVERSIONS: unknown[] = [
  ...[Error, RegExp, Object, Array, Function, Date, Number, String, Boolean, Symbol, BigInt].flatMap(
    ({ prototype }) => [prototype.toString, prototype.valueOf],
  ),
  ...[Date.prototype, Symbol.prototype].map((kind) => kind[Symbol.toPrimitive]),
];

/** These look deeper into what they are given than is looked here, and are not to be called by other natives. */
const LOOK_DEEPER = new Set(["stringify"]);
/** These convert each item of a list. */
const TAKE_LISTS = new Set(["join", "flat"]);
/** These convert what the pattern's `exec` gives. */
const OF_PATTERNS = /^\[Symbol\.(?:match|replace|search|split)/;
/** These pass on what is in a list as it is. */
const PASS_ON = new Set(
  (
    "at concat entries every filter find findIndex findLast findLastIndex flatMap forEach includes indexOf keys " +
    "lastIndexOf map reduce reduceRight slice some subarray toReversed toSorted toSpliced values with"
  ).split(" "),
);
/** Their options are converted one by one. */
const WITH_OPTIONS = /^(?:toLocale|localeCompare)/;

/** These look at the first of what they are given alone. */
const TAKE_ONE = new Set(
  (
    "BigInt Boolean Number String abs ceil decodeURI decodeURIComponent encodeURI encodeURIComponent entries floor " +
    "isArray isFinite isInteger isNaN isSafeInteger keys parseFloat round sign sqrt trunc values"
  ).split(" "),
);

export class Calm {
  /** Prototypes that Firefox made: nothing that is held can change them. */
  readonly #builtIn = new Set<GeckoDebuggee>();
  readonly #seen = new Set<GeckoDebuggee>();
  readonly #seenInside = new Set<GeckoDebuggee>();

  constructor(private readonly isOfDom: (native: GeckoDebuggee) => boolean) {}

  /** True if nothing that the native is given leads to another native that could do more than look. */
  isCall(callee: GeckoDebuggee, self: unknown, given: unknown[]): boolean {
    this.#begin();
    const { name = "" } = callee;
    if (callee.isBoundFunction && !this.#at(callee)) return false;
    if (isHarmless(callee) && !this.#isSelf(self, name)) return false;
    const looked = TAKE_ONE.has(name) ? given.slice(0, 1) : given;
    if (!looked.every((one) => this.#at(one, true))) return false;
    return !WITH_OPTIONS.test(name) || looked.every((one) => this.#atFields(one));
  }

  #isSelf(self: unknown, name: string): boolean {
    if (typeof self !== "object" || self === null) return true;
    const { class: kind, isProxy } = self as GeckoDebuggee;
    if (TAKE_LISTS.has(name) && !LISTS_ONLY.test(kind)) return false;
    if (OF_PATTERNS.test(name) && (kind !== "RegExp" || isProxy)) return false;
    return this.#at(self, !PASS_ON.has(name));
  }

  /** The same of what a function of the page gives back: it may have been a native that called it. */
  isResult(value: unknown): boolean {
    this.#begin();
    return this.#at(value);
  }

  #begin(): void {
    this.#seen.clear();
    this.#seenInside.clear();
  }

  #at(value: unknown, inside = false): boolean {
    if (typeof value !== "object" || value === null) return true;
    const object = value as GeckoDebuggee;
    // A mark of Firefox's for what is not there, such as `this` of a constructor.
    if (typeof object.class !== "string") return true;
    if (inside && object.class === "Array" && !object.isProxy && !this.#atItems(object)) return false;
    if (this.#seen.has(object)) return true;
    this.#seen.add(object);
    if (object.isProxy) return this.#atProxy(object);
    if (object.callable && !this.#isCalmFunction(object)) return false;
    if (object.class === "RegExp" && !this.#executes(object)) return false;
    const isMadeAnew = MADE_ANEW.test(object.class);
    for (let at: GeckoDebuggee | null = object; at; at = at.proto) {
      if (at.isProxy) return this.#at(at);
      const holder = at;
      if (isMadeAnew && !this.#atMember(holder, "constructor")) return false;
      if (!this.#atMember(holder, "join", object)) return false;
      if (this.#builtIn.has(at)) continue;
      if (!CALLED.every((key) => this.#atMember(holder, key, object))) return false;
      if (at !== object && isBuiltIn(at)) this.#builtIn.add(at);
    }
    return true;
  }

  /** By Firefox's own `exec`: what another one gives is converted. */
  #executes(pattern: GeckoDebuggee): boolean {
    for (let at: GeckoDebuggee | null = pattern; at; at = at.proto) {
      if (at.isProxy) return false;
      const member = at.getOwnPropertyDescriptor("exec");
      if (member) return isNative(member.value) && isHarmless(member.value);
    }
    return false;
  }

  #atFields(value: unknown): boolean {
    if (typeof value !== "object" || value === null) return true;
    const object = value as GeckoDebuggee;
    return object.isProxy || object.getOwnPropertyNames().every((key) => this.#atMember(object, key));
  }

  #atItems(list: GeckoDebuggee): boolean {
    if (this.#seenInside.has(list)) return true;
    this.#seenInside.add(list);
    const length = Number(list.getOwnPropertyDescriptor("length")?.value ?? 0);
    for (let index = 0; index < length; index += 1) {
      const item = list.getOwnPropertyDescriptor(String(index));
      if (!item || !this.#at(item.value, true)) return false;
    }
    return true;
  }

  /** What a getter gives is looked at when it gives it. `of` is what would be converted by it. */
  #atMember(holder: GeckoDebuggee, key: string | symbol, of?: GeckoDebuggee): boolean {
    const member = holder.getOwnPropertyDescriptor(key);
    if (!member) return true;
    const { value } = member;
    if (of && isNative(value) && typeof key === "string") return this.#converts(value, of);
    return this.#at(value, true) && this.#at(member.get);
  }

  #converts(native: GeckoDebuggee, of: GeckoDebuggee): boolean {
    if (native.isSameNativeWithJitInfo(Array.prototype.join)) return LISTS_ONLY.test(of.class);
    return isConversion(native) || this.isOfDom(native);
  }

  /** Its traps are called by natives, and what it has none for is asked of its target. */
  #atProxy({ proxyHandler, proxyTarget }: GeckoDebuggee): boolean {
    for (let at: GeckoDebuggee | null = proxyHandler; at && !this.#builtIn.has(at); at = at.proto) {
      if (at.isProxy) return false;
      const holder = at;
      if (!at.getOwnPropertyNames().every((key) => this.#atMember(holder, key))) return false;
    }
    return this.#at(proxyTarget, true);
  }

  #isCalmFunction(native: GeckoDebuggee): boolean {
    if (native.script) return true;
    if (native.isBoundFunction) {
      const { boundTargetFunction: target, boundThis, boundArguments = [] } = native;
      const isCall = target.name === "call" || target.name === "apply";
      const isKept = target.script !== undefined || this.isOfDom(target) || (isCall && boundArguments.length === 0);
      return isKept && [target, boundThis, ...boundArguments].every((one) => this.#at(one, true));
    }
    if (LOOK_DEEPER.has(native.name ?? "")) return false;
    return isHarmless(native) || this.isOfDom(native) || isConversion(native);
  }
}

function isConversion(native: GeckoDebuggee): boolean {
  return CONVERSIONS.some((known) => native.isSameNativeWithJitInfo(known));
}

function isNative(value: unknown): value is GeckoDebuggee {
  if (typeof value !== "object" || value === null) return false;
  const { isProxy, callable, script, isBoundFunction } = value as GeckoDebuggee;
  return !isProxy && callable && !script && !isBoundFunction;
}

/** Whether this is the prototype of a class that no script wrote. */
function isBuiltIn(prototype: GeckoDebuggee): boolean {
  const kind = prototype.getOwnPropertyDescriptor("constructor")?.value;
  return isNative(kind);
}
