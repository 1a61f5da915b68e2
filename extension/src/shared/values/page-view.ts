// The value of an unsafe expression, as serializing sees it if there is no helper: with the functions of our own
// realm, so that what the page has put in their place can neither see it nor forge what is reported. Getters and toJSON
// are the value's own, and run.

import { cut } from "../text/text";
import { entriesOf, typedLength, valuesOf } from "./collections";
import { STACK_CHARS, type View } from "./serialize";
import { LISTS, mark, nodeMark, OPAQUE, TYPED_ARRAYS } from "./view-parts";

export function pageView(value: object): View {
  if (typeof value === "function")
    return mark("function", { $type: "function", name: String(Reflect.get(value, "name")) });
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  const seen = behindWrapper(value) as { nodeType?: unknown };
  const any = value as Record<string, unknown> & ArrayLike<unknown>;
  if (Array.isArray(value)) return { name: "array", is: "list", length: value.length, at: (index) => any[index] };
  if (LISTS.test(tag)) return { name: tag, is: "list", length: any.length, at: (index) => any[index] };
  if (tag === "Window" || tag === "global") return mark("Window", { $type: "window" });
  if (typeof seen.nodeType === "number") return mark(tag, nodeMark(seen as unknown as Node));
  if (tag === "Date") {
    const time = Date.prototype.getTime.call(value);
    return mark(tag, { $type: "date", value: Number.isNaN(time) ? "Invalid Date" : new Date(time).toISOString() });
  }
  if (tag === "RegExp") return mark(tag, { $type: "regexp", value: `/${String(any.source)}/${String(any.flags)}` });
  if (tag === "Map") return { name: tag, is: "map", pairs: entriesOf(value) as Array<[unknown, unknown]> };
  if (tag === "Set") {
    const values = valuesOf(value);
    return { name: tag, is: "list", mark: "set", length: values.length, at: (index) => values[index] };
  }
  if (tag === "Error" || tag === "DOMException" || (typeof any.stack === "string" && typeof any.message === "string")) {
    const stack = cut(String(any.stack ?? ""), STACK_CHARS);
    return mark(tag, { $type: "error", name: String(any.name), message: String(any.message), stack });
  }
  const numbers = TYPED_ARRAYS.test(tag) ? typedLength(value) : null;
  if (numbers !== null) return { name: tag, is: "list", mark: tag, length: numbers, at: (index) => any[index] };
  if (tag === "ArrayBuffer" || tag === "SharedArrayBuffer" || tag === "DataView")
    return mark(tag, { $type: tag, byteLength: any.byteLength });
  if (OPAQUE.test(tag)) return mark(tag, { $type: tag });
  if (/^(?:Number|String|Boolean|Symbol|BigInt)$/.test(tag))
    return { name: tag, is: "other", get: () => value.valueOf() };
  const { toJSON } = any as { toJSON?: unknown };
  if (typeof toJSON === "function")
    return { name: tag, is: "other", get: () => Reflect.apply(toJSON, value, []) as unknown };
  return {
    name: tag === "Object" ? "object" : tag,
    is: "members",
    keys: Array.from(Object.keys(value), String),
    get: (key) => any[key],
  };
}

/** As Firefox sees it. The helper sees nothing else. */
function behindWrapper(value: object): object {
  return typeof XPCNativeWrapper === "undefined" ? value : XPCNativeWrapper(value);
}
