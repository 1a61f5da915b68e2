// The value of an unsafe expression, to look at for packing, where there is no helper: with the functions of our own realm,
// so that what the page has put in their place can neither see it nor forge what is reported. Getters and toJSON are the
// value's own, and run.

import { NODE_HTML_CHARS, NODE_TEXT_CHARS, STACK_CHARS, type View } from "./pack";
import { startTag } from "./secrets";

const LIST = /^(?:NodeList|RadioNodeList|HTML\w*Collection|Arguments|FileList|DOMTokenList)$/;
const TYPED = /^(?:Big)?(?:Int|Uint|Float)\d+(?:Clamped)?Array$/;

const nextOfMap = Reflect.get(Object.getPrototypeOf(new Map().entries()) as object, "next") as () => IteratorResult<unknown>;
const nextOfSet = Reflect.get(Object.getPrototypeOf(new Set().values()) as object, "next") as () => IteratorResult<unknown>;

export function pageView(value: object): View {
  if (typeof value === "function") return mark("function", { $type: "function", name: String(Reflect.get(value, "name")) });
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  const seen = behindWrapper(value) as { nodeType?: unknown };
  const any = value as Record<string, unknown> & ArrayLike<unknown>;
  if (Array.isArray(value)) return { name: "array", is: "list", length: value.length, at: (index) => any[index] };
  if (LIST.test(tag)) return { name: tag, is: "list", length: any.length, at: (index) => any[index] };
  if (tag === "Window" || tag === "global") return mark("Window", { $type: "window" });
  if (typeof seen.nodeType === "number") return mark(tag, nodeMark(seen as unknown as Node));
  if (tag === "Date") {
    const time = Date.prototype.getTime.call(value);
    return mark(tag, { $type: "date", value: Number.isNaN(time) ? "Invalid Date" : new Date(time).toISOString() });
  }
  if (tag === "RegExp") return mark(tag, { $type: "regexp", value: `/${String(any.source)}/${String(any.flags)}` });
  if (tag === "Map") return { name: tag, is: "map", pairs: stepped(Map.prototype.entries.call(value as never), nextOfMap) as Array<[unknown, unknown]> };
  if (tag === "Set") {
    const values = stepped(Set.prototype.values.call(value as never), nextOfSet);
    return { name: tag, is: "list", mark: "set", length: values.length, at: (index) => values[index] };
  }
  if (tag === "Error" || tag === "DOMException" || (typeof any.stack === "string" && typeof any.message === "string")) {
    const stack = String(any.stack ?? "").slice(0, STACK_CHARS);
    return mark(tag, { $type: "error", name: String(any.name), message: String(any.message), stack });
  }
  if (TYPED.test(tag)) return { name: tag, is: "list", mark: tag, length: any.length, at: (index) => any[index] };
  if (tag === "ArrayBuffer" || tag === "SharedArrayBuffer" || tag === "DataView") return mark(tag, { $type: tag, byteLength: any.byteLength });
  if (/^(?:Promise|WeakMap|WeakSet|WeakRef|Generator|AsyncGenerator)$/.test(tag)) return mark(tag, { $type: tag });
  if (/^(?:Number|String|Boolean|Symbol|BigInt)$/.test(tag)) return { name: tag, is: "other", get: () => value.valueOf() };
  const { toJSON } = any as { toJSON?: unknown };
  if (typeof toJSON === "function") return { name: tag, is: "other", get: () => Reflect.apply(toJSON, value, []) as unknown };
  return { name: tag === "Object" ? "object" : tag, is: "members", keys: Array.from(Object.keys(value), String), get: (key) => any[key] };
}

/** As Firefox sees it. The helper sees nothing else. */
function behindWrapper(value: object): object {
  return typeof XPCNativeWrapper === "undefined" ? value : XPCNativeWrapper(value);
}

function mark(name: string, what: Record<string, unknown>): View {
  return { name, is: "mark", mark: what };
}

function stepped(iterator: object, next: () => IteratorResult<unknown>): unknown[] {
  const out: unknown[] = [];
  for (;;) {
    const { done, value } = Reflect.apply(next, iterator, []) as IteratorResult<unknown>;
    if (done) return out;
    out.push(value);
  }
}

function nodeMark(node: Node): Record<string, unknown> {
  if (node.nodeType !== 1) return { $type: "node", name: node.nodeName, text: (node.nodeValue ?? "").slice(0, 200) };
  const element = node as Element;
  const text = (element.textContent ?? "").replace(/\s+/g, " ").trim();
  return { $type: "node", name: element.localName, html: startTag(element).slice(0, NODE_HTML_CHARS), text: text.slice(0, NODE_TEXT_CHARS) };
}
