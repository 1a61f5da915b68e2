// Substitutes for windows and promises in a safe expression, and how to distinguish the page's objects.

import { withoutSecretValues } from "../../shared/secrets/held-now";
import { selectedTextOf } from "../text/selected-text";

/** The page's window: a sign for it alone, with nothing behind it. */
export const GLOBAL: object = Object.freeze(Object.create(null) as object);
/** Windows of others: the same, with nothing to read at all. */
export const ELSEWHERE: object = Object.freeze(Object.create(null) as object);

/** Why something is refused. */
export const EFFECT = "could do more than look";
export const PAGE_CODE = "is only known to the page's own code, which may do more than look";
export const UNKNOWN = "is not among what safe mode lets be read";

/** A promise of the expression's own: it is settled as soon as it is made. */
export class Settled {
  readonly ok: boolean;
  readonly value: unknown;

  constructor(ok: boolean, value: unknown) {
    this.ok = ok;
    this.value = value;
  }
}

export type Fn = (...given: unknown[]) => unknown;

// Not by typeof: document.all says of itself that it is nothing.
export const isObject = (value: unknown): value is object => Object(value) === value;

export function isElement(value: object): value is Element {
  return /^(?:HTML|SVG|MathML)?\w*Element$/.test(tagOf(value)) && Reflect.get(value, "nodeType") === 1;
}

/** The page cannot pass something else for a promise: of its own objects no function is seen. */
export function isThenable(value: object): boolean {
  return typeof Reflect.get(value, "then") === "function";
}

/** The interface of a DOM object, by the page's Firefox; empty for what the page's scripts made. */
export function tagOf(value: object): string {
  for (let at = Object.getPrototypeOf(value) as object | null; at; at = Object.getPrototypeOf(at) as object | null) {
    const tag = ownTag(at);
    if (tag !== "") return tag;
  }
  return "";
}

export function ownTag(value: object): string {
  const tag: unknown = Reflect.getOwnPropertyDescriptor(value, Symbol.toStringTag)?.value;
  return typeof tag === "string" ? tag : "";
}

export function isSelected(value: object): value is Selection | Range {
  return /^(?:Range|Selection)$/.test(tagOf(value));
}

/** What `String` gives for a thing of the page. */
export function tagged(value: object): string {
  if (isSelected(value)) return selectedTextOf(value);
  const tag = tagOf(value);
  const isText = /^(?:Location|URL|URLSearchParams|HTMLAnchorElement|HTMLAreaElement|DOMTokenList)$/.test(tag);
  return isText ? withoutSecretValues(String(value)) : `[object ${tag || "Object"}]`;
}

export function describe(value: unknown): string {
  return isObject(value) ? `[${typeof value}]` : String(value);
}
