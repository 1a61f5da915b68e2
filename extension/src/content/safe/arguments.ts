// Arguments: what functions of the language, of the DOM and of the page's scripts may be given.

import { LISTS } from "../../shared/values/safe-dom";
import { collectionOf, pairsOf } from "./collections";
import { listOf, primitiveOf, textOf } from "./conversions";
import { copied } from "./json";
import { CALLABLE, CONSTRUCTORS } from "./natives";
import type { Reach } from "./reach";
import { takesSimple } from "./sizes";
import { Refusal } from "./tree";
import { EFFECT, ELSEWHERE, GLOBAL, isObject, Settled, tagOf, UNKNOWN, type Fn } from "./values";

/** Functions that take a list of pairs, and not its text. */
const ITERATES = new Set<unknown>([Map, Set, Object.fromEntries]);

/** Things of the page, as functions of our realm may have them: a list as an array, everything else as its text. */
export function forLanguage(reach: Reach, value: unknown, target: Fn): unknown {
  if (!isObject(value) || value === ELSEWHERE) return value;
  if (typeof value === "function") {
    if (reach.origins.isCallable(value)) return value;
    // Asked again at each call: what it is called with there is not seen here.
    if (CALLABLE.has(value)) return reach.origins.calls((...given) => reach.call(value, undefined, given));
    if (CONSTRUCTORS.get(value) === "bare") return reach.origins.calls((...given) => reach.make(value, given));
    if (reach.origins.foreignOf(value)) return reach.origins.calls((...given) => reach.call(value, undefined, given));
    throw new Refusal(EFFECT);
  }
  if (value === GLOBAL) throw new Refusal("passes the window on");
  const isOwn = value instanceof Settled || reach.origins.isOwn(value);
  if (isOwn && takesSimple(target) && !(value instanceof RegExp)) return primitiveOf(reach, value);
  // One that is run through looks at the clock here.
  if (isOwn && ITERATES.has(target) && !Array.isArray(value)) return listOf(reach, value);
  if (isOwn) return value;
  if (reach.origins.prototypeBehind(value)) throw new Refusal(EFFECT);
  if (target === Object.prototype.hasOwnProperty || target === Object.hasOwn) {
    return Object.fromEntries(reach.keys(value).map((key) => [key, true]));
  }
  if (Array.isArray(value) || LISTS.test(tagOf(value))) return listOf(reach, value);
  return (ITERATES.has(target) ? pairsOf(reach, value) : null) ?? collectionOf(reach, value) ?? textOf(reach, value);
}

/** What a function of the DOM may be given: simple values, nodes, and options. */
export function forDom(reach: Reach, value: unknown): unknown {
  if (typeof value === "function") throw new Refusal("passes a function to the page");
  if (value === GLOBAL || value === ELSEWHERE) throw new Refusal("passes the window on");
  if (!isObject(value)) return value;
  // That of a form has its secret fields in it.
  if (tagOf(value) === "FormData") throw new Refusal(UNKNOWN);
  if (!reach.origins.isOwn(value)) return tagOf(value) === "" ? textOf(reach, value) : value;
  if (Array.isArray(value)) return textOf(reach, value);
  const options = Object.entries<unknown>(value as Record<string, unknown>).map(([key, inner]) => [
    key,
    isObject(inner) ? forDom(reach, inner) : inner,
  ]);
  return Object.fromEntries(options);
}

/** What the page is given: its own things, simple values, and copies of what the expression has made. */
export function forPage(reach: Reach, value: unknown): unknown {
  if (!isObject(value)) return value;
  if (value === GLOBAL) return undefined;
  if (value === ELSEWHERE || typeof value === "function") {
    throw new Refusal("passes a function or a window to the page's own code");
  }
  if (!reach.origins.isOwn(value)) return reach.origins.prototypeBehind(value) ? undefined : value;
  return cloneInto(copied(reach, value), window);
}
