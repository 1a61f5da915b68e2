// Serializing: a value as JSON, with a mark where JSON cannot hold it: { "$type": …, … }. Whose value it is, and how
// far it may be looked into, is the matter of a View: serializing itself runs nothing of the page.

import { cut } from "../text/text";
import { shownLength } from "../text/unseen";

export interface RemoteValue {
  result: unknown;
  type: string;
  truncated: boolean;
}

/** What an object is to look at. `name` is its type: array, object, Map, HTMLDivElement; the page may have set it. */
export type View = { name: string } & (
  | { is: "list"; mark?: string; length: number; at: (index: number) => unknown }
  | { is: "members"; keys: string[]; get: (key: string) => unknown }
  | { is: "map"; pairs: Array<[unknown, unknown]> }
  | { is: "mark"; mark: Record<string, unknown> }
  /** Its replacement: the value of a wrapper, or what its toJSON gives. */
  | { is: "other"; get: () => unknown }
);

export type ViewOf = (value: object) => View;

const MAX_DEPTH = 16;

/** How much of an element is given. */
export const NODE_HTML_CHARS = 500;
export const NODE_TEXT_CHARS = 100;
export const STACK_CHARS = 2_000;

/**
 * The value as the JSON of a RemoteValue of about `limit` characters. Texts in it are cut where they would be longer, but
 * have at least `leastText` characters.
 */
export function serializeValue(root: unknown, limit: number, viewOf: ViewOf, leastText = 100): string {
  const serializer = new Serializer(limit, viewOf, leastText);
  const result = serializer.walk(() => root, "$");
  const { truncated } = serializer;
  return JSON.stringify({ result, type: typeOf(root, viewOf), truncated } satisfies RemoteValue);
}

class Serializer {
  truncated = false;
  #left: number;
  /** The objects that hold what is looked at, and where each of them is. */
  readonly #above: object[] = [];
  readonly #paths: string[] = [];

  constructor(
    limit: number,
    private readonly viewOf: ViewOf,
    private readonly leastText: number,
  ) {
    this.#left = limit;
  }

  #text(value: string): string {
    const length = shownLength(value);
    this.#left -= length + 3;
    if (this.#left >= 0 || length < this.leastText) return value;
    this.truncated = true;
    const keep = Math.max(this.leastText, length + this.#left);
    return keep < length ? `${cut(value, keep)}…` : value;
  }

  #each<T>(count: number, make: (index: number) => T): Array<T | { $type: "cut"; left: number }> {
    const out: Array<T | { $type: "cut"; left: number }> = [];
    for (let i = 0; i < count; i += 1) {
      if (this.#left <= 0) {
        this.truncated = true;
        out.push({ $type: "cut", left: count - i });
        break;
      }
      out.push(make(i));
    }
    return out;
  }

  #members(keys: string[], get: (key: string) => unknown, path: string): unknown {
    const pairs: Array<[string, unknown]> = [];
    for (const [at, key] of keys.entries()) {
      if (this.#left <= 0) {
        this.truncated = true;
        pairs.push(["$cut", keys.length - at]);
        break;
      }
      const step = /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
      this.#left -= key.length + 4;
      pairs.push([key, this.walk(() => get(key), path + step)]);
    }
    // A member of this name would pass for a mark.
    if (pairs.some(([key]) => key === "$type")) return { $type: "object", entries: pairs };
    return Object.fromEntries(pairs);
  }

  #shown(view: View, path: string): unknown {
    switch (view.is) {
      case "list": {
        const values = this.#each(view.length, (i) => this.walk(() => view.at(i), `${path}[${i}]`));
        return view.mark ? { $type: view.mark, values } : values;
      }
      case "members":
        return this.#members(view.keys, view.get, path);
      case "map": {
        const entries = this.#each(view.pairs.length, (i) => [
          this.walk(() => view.pairs[i]?.[0], `${path}.key(${i})`),
          this.walk(() => view.pairs[i]?.[1], `${path}.value(${i})`),
        ]);
        return { $type: "map", entries };
      }
      case "other":
        return this.walk(view.get, path);
      default:
        return Object.fromEntries(
          Object.entries(view.mark).map(([key, value]) => [
            key,
            typeof value === "string" && key !== "$type" ? this.#text(value) : value,
          ]),
        );
    }
  }

  /** What `read` gives, at this path from the root. */
  walk(read: () => unknown, path: string): unknown {
    let entered = false;
    try {
      const value = read();
      this.#left -= 2;
      if (value === null || typeof value === "boolean") return value;
      if (value === undefined) return { $type: "undefined" };
      if (typeof value === "string") return this.#text(value);
      if (typeof value === "bigint") return { $type: "bigint", value: this.#text(String(value)) };
      if (typeof value === "symbol") return { $type: "symbol", value: this.#text(String(value)) };
      if (typeof value === "number") {
        if (Object.is(value, -0)) return { $type: "number", value: "-0" };
        return Number.isFinite(value) ? value : { $type: "number", value: String(value) };
      }
      const cycle = this.#above.indexOf(value);
      if (cycle >= 0) return { $type: "cycle", to: this.#paths[cycle] };
      const view = this.viewOf(value);
      if (this.#above.length >= MAX_DEPTH && view.is !== "mark") {
        this.truncated = true;
        return { $type: "deep", type: view.name };
      }
      this.#above.push(value);
      this.#paths.push(path);
      entered = true;
      return this.#shown(view, path);
    } catch (thrown) {
      if (thrown instanceof Stop) throw thrown;
      return { $type: "unreadable", message: messageOf(thrown) };
    } finally {
      if (entered) {
        this.#above.pop();
        this.#paths.pop();
      }
    }
  }
}

/** What ends the serializing as a whole; anything else that is thrown only leaves a mark. */
export class Stop extends Error {}

/** Why one value cannot be given, in the words for it. */
export class Unreadable extends Error {}

function messageOf(thrown: unknown): string {
  try {
    return thrown instanceof Unreadable ? thrown.message : String(thrown);
  } catch {
    return "it cannot be read";
  }
}

function typeOf(value: unknown, viewOf: ViewOf): string {
  if (value === null) return "null";
  if (typeof value !== "object") return typeof value;
  try {
    return viewOf(value).name;
  } catch {
    return "object";
  }
}
