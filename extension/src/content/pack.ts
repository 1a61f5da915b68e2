// Packing: a value of the page as JSON, with a mark where JSON cannot hold it: { "$type": …, … }.

export interface Packed {
  result: unknown;
  type: string;
  truncated: boolean;
}

/**
 * The value as the JSON of a Packed of about `limit` characters. The function is also evaluated in the page, from its
 * own source: it may use nothing but its arguments and what every page has.
 */
export function pack(root: unknown, limit: number): string {
  const maxDepth = 16;
  let left = limit;
  let truncated = false;
  const above: object[] = [];
  const paths: string[] = [];

  const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1);

  const typeOf = (value: unknown): string => {
    if (value === null) return "null";
    if (typeof value !== "object") return typeof value;
    const tag = tagOf(value);
    return tag === "Array" || tag === "Object" ? tag.toLowerCase() : tag;
  };

  const text = (value: string): string => {
    left -= value.length + 3;
    if (left >= 0 || value.length < 100) return value;
    truncated = true;
    const keep = Math.max(100, value.length + left);
    return keep < value.length ? `${value.slice(0, keep)}…` : value;
  };

  const list = (values: ArrayLike<unknown>, path: string): unknown[] => {
    const out: unknown[] = [];
    for (let i = 0; i < values.length; i += 1) {
      if (left <= 0) {
        truncated = true;
        out.push({ $type: "cut", left: values.length - i });
        break;
      }
      out.push(walk(() => values[i], `${path}[${i}]`));
    }
    return out;
  };

  const members = (value: object, path: string): unknown => {
    const pairs: Array<[string, unknown]> = [];
    const keys = Object.keys(value);
    for (const [at, key] of keys.entries()) {
      if (left <= 0) {
        truncated = true;
        pairs.push(["$cut", keys.length - at]);
        break;
      }
      const step = /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
      left -= key.length + 4;
      pairs.push([key, walk(() => (value as Record<string, unknown>)[key], path + step)]);
    }
    // A member of this name would pass for a mark.
    if (pairs.some(([key]) => key === "$type")) return { $type: "object", entries: pairs };
    return Object.fromEntries(pairs);
  };

  const thing = (value: object, path: string): unknown => {
    const tag = tagOf(value);
    const any = value as any; // eslint-disable-line @typescript-eslint/no-explicit-any
    if (tag === "Array" || /^(?:NodeList|RadioNodeList|HTML\w*Collection|Arguments|FileList|DOMTokenList)$/.test(tag)) {
      return list(any, path);
    }
    if (tag === "Window" || tag === "global" || any.window === value) return { $type: "window" };
    if (typeof any.nodeType === "number" && typeof any.nodeName === "string") return node(any);
    if (tag === "Date") {
      const time = Number(any.getTime());
      return { $type: "date", value: Number.isNaN(time) ? "Invalid Date" : any.toISOString() };
    }
    if (tag === "RegExp") return { $type: "regexp", value: text(String(any)) };
    if (tag === "Map") {
      // Not forEach: the page may not call functions of ours.
      return { $type: "map", entries: pairsOf([...any.entries()], path) };
    }
    if (tag === "Set") {
      return { $type: "set", values: list([...any.values()], path) };
    }
    if (tag === "Error" || tag === "DOMException" || (typeof any.stack === "string" && typeof any.message === "string")) {
      return { $type: "error", name: text(String(any.name)), message: text(String(any.message)), stack: text(String(any.stack ?? "").slice(0, 2_000)) };
    }
    if (/^(?:Big)?(?:Int|Uint|Float)\d+(?:Clamped)?Array$/.test(tag)) return { $type: tag, values: list(any, path) };
    if (tag === "ArrayBuffer" || tag === "SharedArrayBuffer" || tag === "DataView") return { $type: tag, byteLength: any.byteLength };
    if (/^(?:Promise|WeakMap|WeakSet|WeakRef|Generator|AsyncGenerator)$/.test(tag)) return { $type: tag };
    if (/^(?:Number|String|Boolean|Symbol|BigInt)$/.test(tag)) return walk(() => any.valueOf(), path);
    if (typeof any.toJSON === "function") return walk(() => any.toJSON(), path);
    return members(value, path);
  };

  const pairsOf = (entries: Array<[unknown, unknown]>, path: string): unknown[] => {
    const out: unknown[] = [];
    for (const [at, [key, inner]] of entries.entries()) {
      if (left <= 0) {
        truncated = true;
        out.push({ $type: "cut", left: entries.length - at });
        break;
      }
      out.push([walk(() => key, `${path}.key(${at})`), walk(() => inner, `${path}.value(${at})`)]);
    }
    return out;
  };

  const node = (value: Node): unknown => {
    if (value.nodeType !== 1) return { $type: "node", name: value.nodeName, text: text((value.nodeValue ?? "").slice(0, 200)) };
    const html = (value.cloneNode(false) as Element).outerHTML ?? "";
    const words = (value.textContent ?? "").replace(/\s+/g, " ").trim();
    return { $type: "node", name: value.nodeName.toLowerCase(), html: text(html.slice(0, 500)), text: text(words.slice(0, 100)) };
  };

  const walk = (read: () => unknown, path: string): unknown => {
    let entered = false;
    try {
      const value = read();
      left -= 2;
      if (value === null || typeof value === "boolean") return value;
      if (value === undefined) return { $type: "undefined" };
      if (typeof value === "string") return text(value);
      if (typeof value === "bigint") return { $type: "bigint", value: text(String(value)) };
      if (typeof value === "symbol") return { $type: "symbol", value: text(String(value)) };
      if (typeof value === "function") return { $type: "function", name: text(String(value.name)) };
      if (typeof value === "number") {
        if (Object.is(value, -0)) return { $type: "number", value: "-0" };
        return Number.isFinite(value) ? value : { $type: "number", value: String(value) };
      }
      const cycle = above.indexOf(value);
      if (cycle >= 0) return { $type: "cycle", to: paths[cycle] };
      if (above.length >= maxDepth) {
        truncated = true;
        return { $type: "deep", type: typeOf(value) };
      }
      above.push(value);
      paths.push(path);
      entered = true;
      return thing(value, path);
    } catch (thrown) {
      return { $type: "unreadable", message: String(thrown) };
    } finally {
      if (entered) {
        above.pop();
        paths.pop();
      }
    }
  };

  const result = walk(() => root, "$");
  return JSON.stringify({ result, type: typeOf(root), truncated });
}
