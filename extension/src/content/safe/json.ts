// JSON of what an expression may read.

import { listOf } from "./conversions";
import type { Reach } from "./reach";
import { ELSEWHERE, GLOBAL, isObject, Settled, tagOf } from "./values";

/** A value, and each step by which it is indented, takes about so much. */
const BYTES = 10;

/** A copy for JSON, with no more in it than may be read. */
export function copied(
  reach: Reach,
  given: unknown,
  chosen: string[] | null = null,
  chooser: unknown = null,
  holder: object = {},
  key = "",
  above: unknown[] = [],
): unknown {
  let value = given;
  reach.effort.step();
  reach.effort.keep(BYTES * (1 + above.length) + (typeof value === "string" ? value.length : 0));
  if (isObject(value) && typeof value !== "function" && value !== GLOBAL && value !== ELSEWHERE) {
    const own = reach.origins.isOwn(value);
    if (own && value instanceof Date) value = Number.isNaN(value.getTime()) ? null : value.toISOString();
    else if (own) {
      const toJson = Reflect.getOwnPropertyDescriptor(value, "toJSON")?.value as unknown;
      if (toJson !== undefined && reach.origins.isClosure(toJson as object)) value = reach.call(toJson, value, [key]);
    } else if (tagOf(value) !== "" && "toJSON" in value && !isDocument(value)) {
      value = reach.call(reach.read(value, "toJSON"), value, []);
    }
  }
  if (chooser) value = reach.call(chooser, holder, [key, value]);
  if (!isObject(value)) return value;
  if (typeof value === "function" || value === GLOBAL || value === ELSEWHERE) return undefined;
  if (above.includes(value)) throw new TypeError("cyclic object value");
  if (value instanceof Number || value instanceof String || value instanceof Boolean) return value.valueOf();
  const inside = [...above, value];
  const self = value;
  if (Array.isArray(value)) {
    return listOf(reach, value).map((one, index) => copied(reach, one, chosen, chooser, self, String(index), inside));
  }
  if (value instanceof Settled) return {};
  const out = Object.create(null) as Record<string, unknown>;
  for (const name of chosen ?? reach.keys(value)) {
    out[name] = copied(reach, reach.read(value, name), chosen, chooser, self, name, inside);
  }
  return out;
}

function isDocument(value: object): boolean {
  return /Document$/.test(tagOf(value));
}
