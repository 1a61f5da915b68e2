// Values as lists, texts and primitives.

import { LISTS } from "../../shared/values/safe-dom";
import { collectionOf, pairsOf } from "./collections";
import type { Reach } from "./reach";
import { checkLength } from "./sizes";
import { Refusal } from "./tree";
import { describe, ELSEWHERE, GLOBAL, isObject, PAGE_CODE, Settled, tagged, tagOf } from "./values";

/** All that an iteration over the value gives. */
export function listOf(reach: Reach, value: unknown): unknown[] {
  const list = listed(reach, value);
  reach.effort.step(list.length);
  return reach.effort.made(list);
}

function listed(reach: Reach, value: unknown): unknown[] {
  if (typeof value === "string") {
    checkLength(value.length);
    return [...value];
  }
  if (!isObject(value) || value === GLOBAL || value === ELSEWHERE) {
    throw new TypeError(`${describe(value)} is not iterable`);
  }
  if (reach.origins.isOwn(value)) return ownList(reach, value);
  if (Array.isArray(value)) return reach.page.list(value);
  const tag = tagOf(value);
  if (LISTS.test(tag)) {
    const { length } = value as ArrayLike<unknown>;
    return Array.from({ length }, (_, index) => reach.origins.fromPage(Reflect.get(value, index)));
  }
  const list = pairsOf(reach, value) ?? collectionOf(reach, value);
  if (list === null) throw new Refusal(PAGE_CODE);
  return [...list];
}

function ownList(reach: Reach, value: object): unknown[] {
  // What our realm can iterate: the expression cannot give an object an iterator of its own.
  if (Array.isArray(value)) {
    checkLength(value.length);
    return Array.from({ length: value.length }, (_, index) => value[index] as unknown);
  }
  const iterator: unknown = Reflect.get(value, Symbol.iterator);
  if (typeof iterator !== "function") throw new TypeError(`${describe(value)} is not iterable`);
  const list: unknown[] = [];
  for (const one of value as Iterable<unknown>) {
    checkLength(list.push(one));
    reach.effort.step();
  }
  return list;
}

/** The value as text, as `String` gives it. */
export function textOf(reach: Reach, value: unknown): string {
  const primitive = primitiveOf(reach, value);
  return typeof primitive === "symbol" ? primitive.toString() : `${primitive as string}`;
}

/** The value as a primitive, as operators take it: by no conversion of an object but one that the expression wrote. */
export function primitiveOf(reach: Reach, value: unknown, hint: "default" | "number" = "default"): unknown {
  if (!isObject(value)) return value;
  if (value === GLOBAL || value === ELSEWHERE) return "[object Window]";
  if (value instanceof Settled) return "[object Promise]";
  if (typeof value === "function") return "function () {…}";
  if (reach.origins.isOwn(value)) return ownPrimitive(reach, value, hint);
  if (Array.isArray(value)) return primitiveOf(reach, listOf(reach, value));
  return tagged(value);
}

function ownPrimitive(reach: Reach, value: object, hint: "default" | "number"): unknown {
  if (Array.isArray(value)) {
    const texts = listOf(reach, value).map((one) => (one == null ? "" : textOf(reach, one)));
    checkLength(texts.reduce((length, text) => length + text.length + 1, 0));
    return texts.join(",");
  }
  if (value instanceof Date) return hint === "number" ? value.getTime() : String(value);
  if (value instanceof Number || value instanceof Boolean || value instanceof String) return value.valueOf();
  for (const name of ["valueOf", "toString"]) {
    const written: unknown = Reflect.getOwnPropertyDescriptor(value, name)?.value;
    if (!isObject(written) || !reach.origins.isClosure(written)) continue;
    const given = reach.call(written, value, []);
    if (!isObject(given)) return given;
  }
  return value instanceof Error || value instanceof RegExp ? String(value) : Object.prototype.toString.call(value);
}
