// The language's own functions that a safe expression has: those of our realm, so that nothing the page has put in
// their place is met. They work on what the expression itself has made.

const all = (holder: object, ...without: string[]): unknown[] => {
  const found: unknown[] = [];
  for (const key of Reflect.ownKeys(holder)) {
    if (typeof key === "string" && !without.includes(key)) {
      const descriptor = Reflect.getOwnPropertyDescriptor(holder, key);
      found.push(descriptor?.value, descriptor?.get);
    }
  }
  return found;
};

const some = (holder: object, names: string): unknown[] =>
  names.split(" ").map((name) => (Reflect.getOwnPropertyDescriptor(holder, name) ?? {}).value as unknown);

const prototypeOf = (value: object): object => Object.getPrototypeOf(value) as object;

const iterators = [[].values(), new Map().values(), new Set().values(), "".matchAll(/a/g)].map(prototypeOf);

/** May be called. Those that make functions from text or functions are not among them. */
export const CALLABLE = new WeakSet<object>(
  [
    ...all(Array.prototype, "constructor"),
    ...all(String.prototype, "constructor"),
    ...all(Number.prototype, "constructor"),
    ...all(Boolean.prototype, "constructor"),
    ...all(BigInt.prototype, "constructor"),
    ...all(Symbol.prototype, "constructor"),
    ...all(Date.prototype, "constructor"),
    ...all(Map.prototype, "constructor"),
    ...all(Set.prototype, "constructor"),
    ...all(RegExp.prototype, "constructor", "compile"),
    ...all(Error.prototype, "constructor", "stack"),
    ...some(Object.prototype, "hasOwnProperty isPrototypeOf propertyIsEnumerable toString toLocaleString valueOf"),
    ...some(Array, "isArray of"),
    ...some(Object, "is freeze seal isFrozen isSealed isExtensible hasOwn fromEntries create"),
    ...some(String, "fromCharCode fromCodePoint"),
    ...all(Number, "prototype"),
    ...all(Math),
    ...some(Date, "now parse UTC"),
    ...some(BigInt, "asIntN asUintN"),
    ...some(JSON, "parse"),
    ...[parseInt, parseFloat, isNaN, isFinite, encodeURI, encodeURIComponent, decodeURI, decodeURIComponent],
    ...[escape, unescape, String, Number, Boolean, BigInt],
    ...iterators.flatMap((prototype) => some(prototype, "next")),
  ].filter((value): value is object => typeof value === "function"),
);

/** May be called with `new`, and some of them without. */
export const CONSTRUCTORS = new Map<unknown, "bare" | "new">([
  [Array, "bare"],
  [Date, "new"],
  [Map, "new"],
  [Set, "new"],
  [RegExp, "bare"],
  ...[Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError].map((kind): [unknown, "bare"] => [
    kind,
    "bare",
  ]),
  ...[
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
    Float64Array,
  ].map((kind): [unknown, "new"] => [kind, "new"]),
]);

/** The names by which they are found. `Object`, `JSON`, `Array` and `Promise` have more, of ours. */
export const NAMES: Record<string, unknown> = {
  Array,
  Object,
  String,
  Number,
  Boolean,
  BigInt,
  Date,
  Map,
  Set,
  RegExp,
  Math,
  JSON,
  Error,
  TypeError,
  RangeError,
  SyntaxError,
  ReferenceError,
  EvalError,
  URIError,
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  parseInt,
  parseFloat,
  isNaN,
  isFinite,
  encodeURI,
  encodeURIComponent,
  decodeURI,
  decodeURIComponent,
  escape,
  unescape,
  NaN,
  Infinity,
  undefined,
};

/** Objects that everybody shares: they are not to be written to. */
export const SHARED = new WeakSet<object>(
  Object.values(NAMES)
    .filter((value): value is object => value !== null && (typeof value === "object" || typeof value === "function"))
    .flatMap((value) => [value, (value as { prototype?: object }).prototype ?? value]),
);
