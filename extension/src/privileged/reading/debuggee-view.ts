// What an unsafe evaluation gives, as serializing sees it from outside of the page. Getters and toJSON are the value's
// own, and run; nothing else of the page does, and what it has put in the place of the language's functions is not
// asked.

import { cut } from "../../shared/text/text";
import { entriesOf, typedLength, valuesOf } from "../../shared/values/collections";
import { STACK_CHARS, Unreadable, type ViewOf } from "../../shared/values/serialize";
import { ERRORS, LISTS, mark, nodeMark, OPAQUE, TYPED_ARRAYS } from "../../shared/values/view-parts";

declare const Cu: { waiveXrays<T>(object: T): T; isXrayWrapper(object: unknown): boolean };

const BOXED = {
  Number: Number.prototype,
  String: String.prototype,
  Boolean: Boolean.prototype,
  Symbol: Symbol.prototype,
  BigInt: BigInt.prototype,
} as const;

export function debuggeeView(page: GeckoDebuggee): ViewOf {
  const inside = (raw: unknown): unknown => page.makeDebuggeeValue(raw);

  const read = (value: GeckoDebuggee, key: string): unknown => {
    const own = value.getOwnPropertyDescriptor(key);
    if (own && "value" in own) return own.value;
    return returned(value.getProperty(key));
  };

  const keys = (value: GeckoDebuggee): string[] =>
    value.getOwnPropertyNames().filter((key) => value.getOwnPropertyDescriptor(key)?.enumerable);

  return (given) => {
    const value = given as GeckoDebuggee;
    const name = value.class;
    if (value.callable) return mark("function", { $type: "function", name: String(value.name ?? "") });
    if (value.isProxy) {
      return { name: "object", is: "members", keys: keys(value), get: (key) => read(value, key) };
    }
    const raw = value.unsafeDereference() as object & Record<string, unknown> & ArrayLike<unknown>;
    if (name === "Array" || name === "Arguments") {
      const length = Number(read(value, "length"));
      return { name: name === "Array" ? "array" : name, is: "list", length, at: (i) => read(value, String(i)) };
    }
    if (LISTS.test(name)) return { name, is: "list", length: raw.length, at: (i) => inside(raw[i]) };
    if (name === "Window" || name === "global") return mark("Window", { $type: "window" });
    if (Cu.isXrayWrapper(raw) && typeof raw.nodeType === "number") return mark(name, nodeMark(raw as unknown as Node));
    if (ERRORS.test(name)) {
      const stack = cut(String(raw.stack ?? ""), STACK_CHARS);
      const own = value.getOwnPropertyDescriptor("name")?.value;
      const called = typeof own === "string" ? own : String(raw.name);
      return mark(name, { $type: "error", name: called, message: String(raw.message), stack });
    }
    switch (name) {
      case "Date": {
        const time = Date.prototype.getTime.call(raw);
        return mark(name, { $type: "date", value: Number.isNaN(time) ? "Invalid Date" : new Date(time).toISOString() });
      }
      case "RegExp":
        return mark(name, { $type: "regexp", value: RegExp.prototype.toString.call(raw) });
      case "Map": {
        const pairs = entriesOf(Cu.waiveXrays(raw));
        return { name, is: "map", pairs: pairs.map((pair) => [inside(pair[0]), inside(pair[1])]) };
      }
      case "Set": {
        const values = valuesOf(Cu.waiveXrays(raw));
        return { name, is: "list", mark: "set", length: values.length, at: (i) => inside(values[i]) };
      }
      case "Number":
      case "String":
      case "Boolean":
      case "Symbol":
      case "BigInt":
        return { name, is: "other", get: (): unknown => Reflect.apply(BOXED[name].valueOf, Cu.waiveXrays(raw), []) };
      case "ArrayBuffer":
      case "SharedArrayBuffer":
      case "DataView":
        return mark(name, { $type: name, byteLength: raw.byteLength });
    }
    if (TYPED_ARRAYS.test(name)) {
      // Not all kinds are seen through Firefox's Xray wrappers; the items are nothing that a page can have replaced.
      const items = Cu.waiveXrays(raw);
      return { name, is: "list", mark: name, length: typedLength(items) ?? 0, at: (i) => items[i] };
    }
    if (OPAQUE.test(name)) return mark(name, { $type: name });
    const toJson = read(value, "toJSON") as GeckoDebuggee | undefined;
    if (typeof toJson === "object" && toJson?.callable)
      return { name, is: "other", get: () => returned(toJson.call(value)) };
    return {
      name: name === "Object" ? "object" : name,
      is: "members",
      keys: keys(value),
      get: (key) => read(value, key),
    };
  };
}

/** Throws Unreadable if the page's code threw, or Firefox ended it. */
function returned(completion: GeckoCompletion | null): unknown {
  if (!completion) throw new Unreadable("Firefox ended it");
  if ("throw" in completion) throw new Unreadable(textOf(completion.throw));
  return completion.return;
}

function textOf(thrown: unknown): string {
  if (typeof thrown !== "object" || thrown === null) return String(thrown);
  const { name, message } = (thrown as GeckoDebuggee).unsafeDereference() as { name?: unknown; message?: unknown };
  return typeof message === "string"
    ? `${String(name ?? "Error")}: ${message}`
    : `[object ${(thrown as GeckoDebuggee).class}]`;
}
