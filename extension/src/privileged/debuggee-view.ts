// What an unsafe evaluation gives, to look at for packing, from outside of the page. Getters and toJSON are the value's own,
// and run; nothing else of the page does, and what it has put in the place of the language's functions is not asked.

import { NODE_HTML_CHARS, NODE_TEXT_CHARS, STACK_CHARS, Unreadable, type View, type ViewOf } from "../shared/pack";
import { startTag } from "../shared/secrets";

declare const Cu: { waiveXrays<T>(object: T): T; isXrayWrapper(object: unknown): boolean };

const LIST = /^(?:NodeList|RadioNodeList|HTML\w*Collection|Arguments|FileList|DOMTokenList)$/;
const TYPED = /^(?:Big)?(?:Int|Uint|Float)\d+(?:Clamped)?Array$/;
const OPAQUE = /^(?:Promise|WeakMap|WeakSet|WeakRef|Generator|AsyncGenerator|Proxy)$/;

type Next = () => IteratorResult<unknown>;

const nextOfMap = Reflect.get(Object.getPrototypeOf(new Map().entries()) as object, "next") as Next;
const nextOfSet = Reflect.get(Object.getPrototypeOf(new Set().values()) as object, "next") as Next;

export function debuggeeView(page: GeckoDebuggee): ViewOf {
  const inside = (raw: unknown): unknown => page.makeDebuggeeValue(raw);

  const read = (value: GeckoDebuggee, key: string): unknown => {
    const own = value.getOwnPropertyDescriptor(key);
    if (own && "value" in own) return own.value;
    const completion = value.getProperty(key);
    if (!completion) throw new Unreadable("Firefox ended it");
    if ("throw" in completion) throw new Unreadable(textOf(completion.throw));
    return completion.return;
  };

  const keys = (value: GeckoDebuggee): string[] =>
    value.getOwnPropertyNames().filter((key) => value.getOwnPropertyDescriptor(key)?.enumerable);

  const called = (value: GeckoDebuggee, method: GeckoDebuggee): unknown => {
    const completion = method.call(value);
    if (!completion) throw new Unreadable("Firefox ended it");
    if ("throw" in completion) throw new Unreadable(textOf(completion.throw));
    return completion.return;
  };

  return (given) => {
    const value = given as GeckoDebuggee;
    const name = value.class;
    if (value.callable) return mark("function", { $type: "function", name: String(value.name ?? "") });
    if (value.isProxy) {
      return { name: "object", is: "members", keys: keys(value), get: (key) => read(value, key) };
    }
    const raw = value.unsafeDereference() as object & Record<string, unknown> & ArrayLike<unknown>;
    if (name === "Array") return { name: "array", is: "list", length: Number(read(value, "length")), at: (i) => read(value, String(i)) };
    if (LIST.test(name)) {
      if (name === "Arguments") return { name, is: "list", length: Number(read(value, "length")), at: (i) => read(value, String(i)) };
      return { name, is: "list", length: raw.length, at: (i) => inside(raw[i]) };
    }
    if (name === "Window" || name === "global") return mark("Window", { $type: "window" });
    if (Cu.isXrayWrapper(raw) && typeof raw.nodeType === "number") return mark(name, nodeMark(raw as unknown as Node));
    switch (name) {
      case "Date": {
        const time = Date.prototype.getTime.call(raw);
        return mark(name, { $type: "date", value: Number.isNaN(time) ? "Invalid Date" : new Date(time).toISOString() });
      }
      case "RegExp":
        return mark(name, { $type: "regexp", value: RegExp.prototype.toString.call(raw) });
      case "Map": {
        const pairs = stepped(Map.prototype.entries.call(Cu.waiveXrays(raw) as never), nextOfMap) as ArrayLike<unknown>[];
        return { name, is: "map", pairs: pairs.map((pair): [unknown, unknown] => [inside(pair[0]), inside(pair[1])]) };
      }
      case "Set": {
        const values = stepped(Set.prototype.values.call(Cu.waiveXrays(raw) as never), nextOfSet);
        return { name, is: "list", mark: "set", length: values.length, at: (i) => inside(values[i]) };
      }
      case "Error":
      case "DOMException": {
        const stack = String(raw.stack ?? "").slice(0, STACK_CHARS);
        return mark(name, { $type: "error", name: String(raw.name), message: String(raw.message), stack });
      }
      case "Number":
      case "String":
      case "Boolean":
      case "Symbol":
      case "BigInt":
        return { name, is: "other", get: () => Cu.waiveXrays(raw).valueOf() };
      case "ArrayBuffer":
      case "SharedArrayBuffer":
      case "DataView":
        return mark(name, { $type: name, byteLength: raw.byteLength });
    }
    if (TYPED.test(name)) return { name, is: "list", mark: name, length: raw.length, at: (i) => Cu.waiveXrays(raw)[i] };
    if (OPAQUE.test(name)) return mark(name, { $type: name });
    const toJson = read(value, "toJSON") as GeckoDebuggee | undefined;
    if (typeof toJson === "object" && toJson?.callable) return { name, is: "other", get: () => called(value, toJson) };
    return { name: name === "Object" ? "object" : name, is: "members", keys: keys(value), get: (key) => read(value, key) };
  };
}

function mark(name: string, what: Record<string, unknown>): View {
  return { name, is: "mark", mark: what };
}

function stepped(iterator: object, next: Next): unknown[] {
  const out: unknown[] = [];
  for (;;) {
    const { done, value } = Reflect.apply(next, iterator, []) as IteratorResult<unknown>;
    if (done) return out;
    out.push(value);
  }
}

function textOf(thrown: unknown): string {
  if (typeof thrown !== "object" || thrown === null) return String(thrown);
  const { name, message } = (thrown as GeckoDebuggee).unsafeDereference() as { name?: unknown; message?: unknown };
  return typeof message === "string" ? `${String(name ?? "Error")}: ${message}` : `[object ${(thrown as GeckoDebuggee).class}]`;
}

function nodeMark(node: Node): Record<string, unknown> {
  if (node.nodeType !== 1) return { $type: "node", name: node.nodeName, text: (node.nodeValue ?? "").slice(0, 200) };
  const element = node as Element;
  const text = (element.textContent ?? "").replace(/\s+/g, " ").trim();
  return { $type: "node", name: element.localName, html: startTag(element).slice(0, NODE_HTML_CHARS), text: text.slice(0, NODE_TEXT_CHARS) };
}
