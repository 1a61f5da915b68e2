// Members of the language's objects that look into what they are given: ours, so that they look no further than `read`.

import { listOf, primitiveOf, textOf } from "./conversions";
import { copied } from "./json";
import { SHARED } from "./natives";
import { awaited, promised } from "./promises";
import type { Reach } from "./reach";
import { checkLength } from "./sizes";
import { Refusal } from "./tree";
import { isObject, Settled, UNKNOWN, type Fn } from "./values";

export function builtins(reach: Reach): Record<string, unknown> {
  const { origins, statics } = reach;
  const pairs = (value: unknown): Array<[string, unknown]> =>
    reach.keys(value).map((key) => [key, reach.read(value, key)]);
  const add = (holder: unknown, made: Record<string, Fn>): void => {
    for (const own of Object.values(made)) origins.calls(own);
    statics.set(holder, { __proto__: null, ...made });
  };
  add(Object, {
    keys: (value) => reach.keys(value),
    values: (value) => pairs(value).map(([, inner]) => inner),
    entries: (value) => pairs(value),
    getOwnPropertyNames: (value) => reach.keys(value),
    assign: (target, ...sources) => {
      for (const source of sources) for (const [key, inner] of pairs(source)) reach.write(target, key, inner);
      return target;
    },
    create: (above) => {
      if (above !== null) throw new Refusal(UNKNOWN);
      return origins.bare();
    },
    groupBy: (list, by) => {
      const made = origins.bare() as Record<string, unknown[]>;
      for (const [index, one] of listOf(reach, list).entries())
        (made[textOf(reach, reach.call(by, undefined, [one, index]))] ??= []).push(one);
      return made;
    },
  });
  add(Array, {
    from: (source, map) => {
      const isArrayLike = isObject(source) && origins.isOwn(source) && !Reflect.has(source, Symbol.iterator);
      const list = isArrayLike ? arrayLike(reach, source) : listOf(reach, source);
      return map === undefined ? list : list.map((one, index) => reach.call(map, undefined, [one, index]));
    },
  });
  const promise = origins.closure(() => {
    throw new Refusal("makes a promise that something must settle later");
  });
  const each = (list: unknown, of: (one: unknown) => unknown): unknown[] => listOf(reach, list).map(of);
  add(promise, {
    resolve: (value) => promised(reach, () => value),
    reject: (value) => new Settled(false, value),
    all: (list) => promised(reach, () => each(list, (one) => awaited(reach, one))),
    allSettled: (list) =>
      promised(reach, () =>
        each(list, (one) => {
          const { ok, value } = promised(reach, () => one);
          return ok ? { status: "fulfilled", value } : { status: "rejected", reason: value };
        }),
      ),
  });
  const json = origins.bare();
  json.parse = origins.calls((text, reviver) => {
    if (reviver !== undefined) throw new Refusal(UNKNOWN);
    return JSON.parse(textOf(reach, text)) as unknown;
  });
  json.stringify = origins.calls((value, chosen, indent) => {
    const list = isObject(chosen) && Array.isArray(chosen) ? chosen.map(String) : null;
    const chooser = typeof chosen === "function" ? chosen : null;
    return JSON.stringify(copied(reach, value, list, chooser), null, isObject(indent) ? undefined : (indent as number));
  });
  SHARED.add(json);
  const css = origins.bare();
  css.escape = origins.calls((text) => CSS.escape(textOf(reach, text)));
  css.supports = origins.calls((...given) =>
    Reflect.apply(
      CSS.supports,
      CSS,
      given.map((one) => textOf(reach, one)),
    ),
  );
  SHARED.add(css);
  return { Promise: promise, JSON: json, CSS: css };
}

function arrayLike(reach: Reach, source: object): unknown[] {
  const given = Number(primitiveOf(reach, reach.read(source, "length"), "number")) || 0;
  const length = Math.max(0, Math.floor(given));
  checkLength(length);
  if (Object.keys(source).length === 1) return Array.from({ length });
  return Array.from({ length }, (_, index) => reach.read(source, String(index)));
}
