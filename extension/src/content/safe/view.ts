// What a safe expression gives, as serializing sees it: no further than the expression itself could look.

import { cut } from "../../shared/text/text";
import { STACK_CHARS, type View } from "../../shared/values/serialize";
import { LISTS } from "../../shared/values/safe-dom";
import { elementMark, mark, VALUE_CHARS } from "../../shared/values/view-parts";
import { collectionOf } from "./collections";
import { listOf } from "./conversions";
import type { Reach } from "./reach";
import { GLOBAL, Settled, isElement, tagOf } from "./values";

export function viewIn(reach: Reach): (value: object) => View {
  return (value) => viewOf(value, reach);
}

function viewOf(value: object, reach: Reach): View {
  if (typeof value === "function") return mark("function", { $type: "function", name: nameOf(value) });
  if (value === GLOBAL) return mark("Window", { $type: "window" });
  if (value instanceof Settled) return mark("Promise", { $type: "Promise" });
  return reach.origins.isOwn(value) ? ownView(value, reach) : pageView(value, reach);
}

function nameOf(value: object): string {
  return String(Reflect.getOwnPropertyDescriptor(value, "name")?.value ?? "");
}

function ownView(value: object, reach: Reach): View {
  if (Array.isArray(value))
    return { name: "array", is: "list", length: value.length, at: (index) => value[index] as unknown };
  if (value instanceof Map) return { name: "Map", is: "map", pairs: [...value] };
  if (value instanceof Set) return listed("Set", "set", [...value]);
  if (value instanceof Date) {
    const time = value.getTime();
    return mark("Date", { $type: "date", value: Number.isNaN(time) ? "Invalid Date" : value.toISOString() });
  }
  if (value instanceof RegExp) return mark("RegExp", { $type: "regexp", value: String(value) });
  if (value instanceof Error) return errorView(reach.read(value, "name"), reach.read(value, "message"), "");
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    const name = Object.prototype.toString.call(value).slice(8, -1);
    return listed(name, name, [...(value as Uint8Array)]);
  }
  if (value instanceof Number || value instanceof String || value instanceof Boolean) {
    return { name: "object", is: "other", get: () => value.valueOf() };
  }
  const name = Object.prototype.toString.call(value).slice(8, -1);
  return membersOf(name === "Object" ? "object" : name, value, reach);
}

function errorView(name: unknown, message: unknown, stack: string): View {
  return mark("Error", {
    $type: "error",
    name: String(name),
    message: String(message),
    stack: cut(stack, STACK_CHARS),
  });
}

function listed(name: string, as: string, values: unknown[]): View {
  return { name, is: "list", mark: as, length: values.length, at: (index) => values[index] };
}

function membersOf(name: string, value: object, reach: Reach): View {
  return { name, is: "members", keys: reach.keys(value), get: (key) => reach.read(value, key) };
}

function pageView(value: object, reach: Reach): View {
  const tag = tagOf(value);
  if (Array.isArray(value) || LISTS.test(tag)) {
    if (!isElement(value)) {
      const values = listOf(reach, value);
      return {
        name: Array.isArray(value) ? "array" : tag,
        is: "list",
        length: values.length,
        at: (index) => values[index],
      };
    }
  }
  if (isElement(value)) return mark(tag, elementMark(value, String(reach.read(value, "textContent"))));
  if (typeof Reflect.get(value, "nodeType") === "number" && tag !== "") {
    const { nodeName, nodeValue } = value as Node;
    const text = tag === "Attr" ? String(reach.read(value, "value")) : (nodeValue ?? "");
    return mark(tag, { $type: "node", name: nodeName, text: cut(text, VALUE_CHARS) });
  }
  const collection = collectionOf(reach, value);
  if (collection) return ownView(collection, reach);
  if (tag === "Promise") return mark(tag, { $type: tag });
  if (tag === "URL" || tag === "Location") return { name: tag, is: "other", get: () => String(value) };
  if (/^DOM(?:Rect|Point|Matrix|Quad)|^Performance/.test(tag) && "toJSON" in value) {
    return { name: tag, is: "other", get: () => reach.call(reach.read(value, "toJSON"), value, []) };
  }
  return membersOf(tag === "" ? "object" : tag, value, reach);
}
