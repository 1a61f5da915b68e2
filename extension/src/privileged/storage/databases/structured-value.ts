// Values of IndexedDB as JSON, in the form of Playwright's storage state
// (https://github.com/microsoft/playwright, packages/isomorphic/utilityScriptSerializers.ts), with what that has no form for:
//
//   {v: "undefined" | "null" | "NaN" | "Infinity" | "-Infinity" | "-0"}   {bi: digits}   {d: ISO date}   {r: {p, f}}
//   {e: {n, m, s}}   {ta: {b: base64, k: kind}}   {ab: {b: base64}}   {a: [value], id}   {o: [{k, v: value}], id}   {ref: id}
//   ours: {dv: {b}}   {m: [[key, value]], id}   {s: [value], id}   {bl: {b, t: type, n?: name, at?: last modified}}
//   {us: base64 of UTF-16}, for a string with half of a surrogate pair

import { ofUtf16, toUtf16 } from "../utf16";
import { table } from "../../../shared/table";

/** As it is in JSON. */
type Encoded = string | number | boolean | { [tag: string]: unknown };

/** What a value holds that no JSON can say, such as a CryptoKey. */
export class Unencodable extends Error {
  constructor(readonly kind: string) {
    super(`JSON has no form for a ${kind}`);
  }
}

type TypedArray = Exclude<ArrayBufferView, DataView> & { BYTES_PER_ELEMENT: number };
type TypedArrayConstructor = new (buffer: ArrayBuffer) => TypedArray;

const TYPED_ARRAYS = table<TypedArrayConstructor>({
  i8: Int8Array,
  ui8: Uint8Array,
  ui8c: Uint8ClampedArray,
  i16: Int16Array,
  ui16: Uint16Array,
  i32: Int32Array,
  ui32: Uint32Array,
  f32: Float32Array,
  f64: Float64Array,
  bi64: BigInt64Array,
  bui64: BigUint64Array,
});

/** Readers of our Python refuse what is nested more than 200 levels deep, of which the file itself has some. */
const MAX_DEPTH = 180;

/** The value, encoded, and whether it is plain JSON, which needs no encoding. */
export async function encode(value: unknown): Promise<{ encoded: Encoded; isPlain: boolean }> {
  const encoder = new Encoder();
  const encoded = encoder.encode(value, 0);
  await Promise.all(encoder.reading);
  return { encoded, isPlain: encoder.isPlain };
}

/** The value that was encoded. Throws where it is none. */
export function decode(encoded: unknown): unknown {
  return new Decoder().decode(encoded);
}

class Encoder {
  isPlain = true;
  /** Blobs, whose bytes come later. */
  readonly reading: Array<Promise<void>> = [];
  readonly #ids = new Map<object, number>();

  encode(value: unknown, depth: number): Encoded {
    if (depth > MAX_DEPTH) throw new Unencodable("value nested so deeply");
    if (typeof value === "string") return this.#string(value);
    if (typeof value === "boolean") return value;
    if (typeof value === "number" && Number.isFinite(value) && !Object.is(value, -0)) return value;
    if (value === null) return { v: "null" };
    if (typeof value === "object") return this.#object(value, depth);
    this.isPlain = false;
    if (value === undefined) return { v: "undefined" };
    if (typeof value === "bigint") return { bi: String(value) };
    if (typeof value === "number") return { v: Object.is(value, -0) ? "-0" : String(value) };
    throw new Unencodable(typeof value);
  }

  #string(value: string): Encoded {
    if (value.isWellFormed()) return value;
    this.isPlain = false;
    return { us: toUtf16(value) };
  }

  #object(value: object, depth: number): Encoded {
    const known = this.#ids.get(value);
    const isPlain = this.isPlain;
    this.isPlain = false;
    if (known !== undefined) return { ref: known };
    const bytes = encodeBytes(value);
    if (bytes) return bytes;
    if (value instanceof Date) return { d: Number.isNaN(value.getTime()) ? "" : value.toJSON() };
    if (value instanceof RegExp) return { r: { p: value.source, f: value.flags } };
    if (value instanceof Error) return { e: { n: value.name, m: value.message, s: value.stack ?? "" } };
    if (value instanceof Blob) return this.#blob(value);
    const id = this.#ids.size + 1;
    this.#ids.set(value, id);
    const inner = (one: unknown): Encoded => this.encode(one, depth + 3);
    if (value instanceof Map) return { m: [...value].map(([key, one]) => [inner(key), inner(one)]), id };
    if (value instanceof Set) return { s: [...value].map(inner), id };
    const isArray = Array.isArray(value);
    if (!isArray && Object.getPrototypeOf(value) !== Object.prototype) throw new Unencodable(kindOf(value));
    this.isPlain = isPlain;
    if (isArray) return { a: Array.from(value as unknown[], inner), id };
    const entries = Object.entries(value);
    if (entries.some(([k]) => !k.isWellFormed())) throw new Unencodable("name with half of a character");
    return { o: entries.map(([k, one]) => ({ k, v: inner(one) })), id };
  }

  #blob(blob: Blob): Encoded {
    const known = { b: "", t: blob.type, ...(blob instanceof File && { n: blob.name, at: blob.lastModified }) };
    const read = async (): Promise<void> => {
      known.b = new Uint8Array(await blob.arrayBuffer()).toBase64();
    };
    this.reading.push(read());
    return { bl: known };
  }
}

function encodeBytes(value: object): Encoded | null {
  if (value instanceof ArrayBuffer) return { ab: { b: new Uint8Array(value).toBase64() } };
  if (!ArrayBuffer.isView(value)) return null;
  const b = new Uint8Array(value.buffer as ArrayBuffer, value.byteOffset, value.byteLength).toBase64();
  if (value instanceof DataView) return { dv: { b } };
  const kind = Object.entries(TYPED_ARRAYS).find(([, type]) => value instanceof type)?.[0];
  if (kind === undefined) throw new Unencodable(kindOf(value));
  return { ta: { b, k: kind } };
}

class Decoder {
  readonly #byId = new Map<number, object>();

  decode(encoded: unknown): unknown {
    if (typeof encoded !== "object" || encoded === null) return encoded;
    const { id, ...rest } = encoded as { id?: number };
    const [[tag, of] = ["", null]] = Object.entries(rest);
    switch (tag) {
      case "v":
        return SPECIAL.get(String(of));
      case "bi":
        return BigInt(of as string);
      case "d":
        return new Date(of === "" ? NaN : (of as string));
      case "r":
        return new RegExp((of as { p: string }).p, (of as { f: string }).f);
      case "e":
        return decodeError(of as { n: string; m: string; s: string });
      case "u": // an address: nothing that IndexedDB keeps as one
        return of;
      case "us":
        return ofUtf16(of as string);
      case "ref":
        return this.#byId.get(of as number);
      case "a":
        return this.#items(id, [] as unknown[], of as unknown[], (array, one) => array.push(one));
      case "s":
        return this.#items(id, new Set(), of as unknown[], (set, one) => set.add(one));
      case "o":
        return this.#objectOf(id, of as Array<{ k: string; v: unknown }>);
      case "m":
        return this.#mapOf(id, of as Array<[unknown, unknown]>);
      default:
        return decodeBytes(tag, of);
    }
  }

  #items<T extends object>(id: number | undefined, into: T, items: unknown[], add: (into: T, one: unknown) => void): T {
    this.#keep(id, into);
    for (const item of items) add(into, this.decode(item));
    return into;
  }

  #objectOf(id: number | undefined, entries: Array<{ k: string; v: unknown }>): object {
    const made = {};
    this.#keep(id, made);
    for (const { k, v } of entries) {
      // An entry named __proto__ is one like any other.
      Object.defineProperty(made, k, { value: this.decode(v), enumerable: true, writable: true, configurable: true });
    }
    return made;
  }

  #mapOf(id: number | undefined, entries: Array<[unknown, unknown]>): Map<unknown, unknown> {
    const made = new Map<unknown, unknown>();
    this.#keep(id, made);
    for (const [key, value] of entries) made.set(this.decode(key), this.decode(value));
    return made;
  }

  #keep(id: number | undefined, made: object): void {
    if (id !== undefined) this.#byId.set(id, made);
  }
}

const SPECIAL = new Map<string, unknown>([
  ["undefined", undefined],
  ["null", null],
  ["NaN", NaN],
  ["Infinity", Infinity],
  ["-Infinity", -Infinity],
  ["-0", -0],
]);

function decodeError({ n, m, s }: { n: string; m: string; s: string }): Error {
  const made = new Error(m);
  made.name = n;
  made.stack = s;
  return made;
}

function decodeBytes(tag: string, of: unknown): unknown {
  const { b, k = "", t, n, at } = of as { b: string; k?: string; t: string; n?: string; at?: number };
  const { buffer } = Uint8Array.fromBase64(b);
  const type = TYPED_ARRAYS[k];
  if (tag === "ab") return buffer;
  if (tag === "dv") return new DataView(buffer);
  if (tag === "ta" && type) return new type(buffer);
  if (tag !== "bl") throw new TypeError(`a value of the unknown kind ${tag} ${k}`.trimEnd());
  return n === undefined ? new Blob([buffer], { type: t }) : new File([buffer], n, { type: t, lastModified: at ?? 0 });
}

function kindOf(value: object): string {
  return Object.prototype.toString.call(value).slice("[object ".length, -1);
}
