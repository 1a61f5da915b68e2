// The language's own functions that a safe expression has: those of our realm, so that nothing the page has put in
// their place is met. They work on what the expression itself has made. The table says which by their names: what a
// new Firefox adds is refused until it is named here.

import { table } from "../../shared/table";

type Holder = object & { prototype?: object };

const ITERATOR = "map filter take drop reduce toArray forEach some every find";
const DATE_PARTS = "Date Day FullYear Hours Milliseconds Minutes Month Seconds".split(" ");
const WRITTEN_PARTS = DATE_PARTS.filter((part) => part !== "Day");
const DATE = [
  ...DATE_PARTS.flatMap((part) => [`get${part}`, `getUTC${part}`]),
  ...WRITTEN_PARTS.flatMap((part) => [`set${part}`, `setUTC${part}`]),
].join(" ");
const LISTED =
  "at entries every fill filter find findIndex findLast findLastIndex forEach includes indexOf join keys lastIndexOf " +
  "map reduce reduceRight reverse slice some sort toLocaleString toReversed toSorted toString values with copyWithin";
const NUMBERS = "BigInt64 BigUint64 Float32 Float64 Int8 Int16 Int32 Uint8 Uint16 Uint32".split(" ");

/** The members that only look, of constructors and namespaces. They are called on these alone. */
const STATICS = table<string>({
  Array: "isArray of",
  ArrayBuffer: "isView",
  BigInt: "asIntN asUintN",
  Date: "UTC now parse",
  Error: "isError",
  Intl: "getCanonicalLocales supportedValuesOf",
  Map: "groupBy",
  Math:
    "abs acos acosh asin asinh atan atan2 atanh cbrt ceil clz32 cos cosh exp expm1 f16round floor fround hypot imul " +
    "log log10 log1p log2 max min pow random round sign sin sinh sqrt sumPrecise tan tanh trunc",
  Number: "isFinite isInteger isNaN isSafeInteger parseFloat parseInt",
  Object: "freeze fromEntries hasOwn is isExtensible isFrozen isSealed preventExtensions seal",
  RegExp: "escape",
  String: "fromCharCode fromCodePoint raw",
});

/** The members of prototypes, functions and getters, that look or change only what they are called on. */
const MEMBERS = table<string>({
  Array: `${LISTED} concat flat flatMap pop push shift splice toSpliced unshift`,
  ArrayBuffer: "byteLength detached maxByteLength resizable resize slice transfer transferToFixedLength",
  BigInt: "toLocaleString toString valueOf",
  Boolean: "toString valueOf",
  DataView: ["buffer byteLength byteOffset", ...["Float16", ...NUMBERS].map((kind) => `get${kind} set${kind}`)].join(
    " ",
  ),
  Date:
    `${DATE} getTime getTimezoneOffset getYear setTime setYear toDateString toGMTString toISOString toJSON ` +
    "toLocaleDateString toLocaleString toLocaleTimeString toString toTimeString toUTCString valueOf",
  Error: "toString",
  Map: "clear delete entries forEach get has keys set size values",
  Number: "toExponential toFixed toLocaleString toPrecision toString valueOf",
  Object: "hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf",
  RegExp: "dotAll exec flags global hasIndices ignoreCase multiline source sticky test toString unicode unicodeSets",
  Set:
    "add clear delete difference entries forEach has intersection isDisjointFrom isSubsetOf isSupersetOf keys size " +
    "symmetricDifference union values",
  String:
    "anchor at big blink bold charAt charCodeAt codePointAt concat endsWith fixed fontcolor fontsize includes indexOf " +
    "isWellFormed italics lastIndexOf link localeCompare match matchAll normalize padEnd padStart repeat replace " +
    "replaceAll search slice small split startsWith strike sub substr substring sup toLocaleLowerCase " +
    "toLocaleUpperCase toLowerCase toString toUpperCase toWellFormed trim trimEnd trimLeft trimRight trimStart valueOf",
  Symbol: "description toString valueOf",
  WeakMap: "delete get has set",
  WeakSet: "add delete has",
});

/** The same of the members of `Intl`, which are constructors. */
const INTL = table<string>({
  Collator: "compare resolvedOptions",
  DateTimeFormat: "format formatRange formatRangeToParts formatToParts resolvedOptions",
  DisplayNames: "of resolvedOptions",
  DurationFormat: "format formatToParts resolvedOptions",
  ListFormat: "format formatToParts resolvedOptions",
  Locale:
    "baseName calendar caseFirst collation firstDayOfWeek getCalendars getCollations getHourCycles " +
    "getNumberingSystems getTextInfo " +
    "getTimeZones getWeekInfo hourCycle language maximize minimize numberingSystem numeric region script toString " +
    "variants",
  NumberFormat: "format formatRange formatRangeToParts formatToParts resolvedOptions",
  PluralRules: "resolvedOptions select selectRange",
  RelativeTimeFormat: "format formatToParts resolvedOptions",
  Segmenter: "resolvedOptions segment",
});

const PLAIN =
  "parseInt parseFloat isNaN isFinite encodeURI encodeURIComponent decodeURI decodeURIComponent escape unescape";
const ERRORS = "Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError";
const TYPED = [...NUMBERS, "Uint8Clamped", "Float16"].map((kind) => `${kind}Array`).join(" ");

const globals = (names: string): Holder[] => names.split(" ").flatMap((name) => valueOf(globalThis, name) ?? []);
const intl = (names: string): Holder[] => names.split(" ").flatMap((name) => valueOf(Intl, name) ?? []);

/** Undefined for what this Firefox does not have. */
function valueOf(holder: object, name: string): Holder | undefined {
  return Reflect.getOwnPropertyDescriptor(holder, name)?.value as Holder | undefined;
}

const some = (holder: object | undefined, names: string): object[] =>
  names.split(" ").flatMap((name) => {
    const found = holder && Reflect.getOwnPropertyDescriptor(holder, name);
    const member: unknown = found?.get ?? found?.value;
    return typeof member === "function" ? [member] : [];
  });

const prototypeOf = (value: object): object => Object.getPrototypeOf(value) as object;

const segments = new Intl.Segmenter().segment("");
const iterators = [
  ...[[].values(), new Map().values(), new Set().values(), ""[Symbol.iterator](), "".matchAll(/a/g)],
  ...[segments[Symbol.iterator]()],
].map(prototypeOf);
const iterator = prototypeOf(iterators[0] as object);
const helped = some(iterator, "take").map((take) =>
  prototypeOf(Reflect.apply(take as (count: number) => object, [].values(), [0])),
);

/** The functions that belong to a constructor or a namespace, and that one. */
export const HOLDERS = new Map<unknown, object>(
  Object.entries(STATICS).flatMap(([name, members]) =>
    globals(name).flatMap((holder) => some(holder, members).map((member): [unknown, object] => [member, holder])),
  ),
);

for (const kind of intl(Object.keys(INTL).join(" ")))
  for (const member of some(kind, "supportedLocalesOf")) HOLDERS.set(member, kind);

/** May be called. Those that make functions from text or functions are not among them. */
export const CALLABLE = new WeakSet<object>([
  ...(HOLDERS.keys() as Iterable<object>),
  ...Object.entries(MEMBERS).flatMap(([name, members]) =>
    globals(name).flatMap((kind) => some(kind.prototype, members)),
  ),
  ...Object.entries(INTL).flatMap(([name, members]) => intl(name).flatMap((kind) => some(kind.prototype, members))),
  ...some(prototypeOf(Int8Array.prototype), `${LISTED} buffer byteLength byteOffset length set subarray`),
  ...some(Uint8Array.prototype, "setFromBase64 setFromHex toBase64 toHex"),
  ...some(prototypeOf(segments), "containing"),
  ...[...iterators, ...helped].flatMap((prototype) => some(prototype, "next")),
  ...some(iterator, ITERATOR),
  ...globals(`${PLAIN} String Number Boolean BigInt Date`),
]);

/** May be called with `new`, and some of them without. */
export const CONSTRUCTORS = new Map<unknown, "bare" | "new">([
  ...globals(`Array RegExp ${ERRORS}`).map((kind): [unknown, "bare"] => [kind, "bare"]),
  ...globals(`Date Map Set WeakMap WeakSet ArrayBuffer DataView ${TYPED}`).map((kind): [unknown, "new"] => [
    kind,
    "new",
  ]),
  ...intl(Object.keys(INTL).join(" ")).map((kind): [unknown, "new"] => [kind, "new"]),
  ...intl("Collator DateTimeFormat NumberFormat").map((kind): [unknown, "bare"] => [kind, "bare"]),
]);

/** A number that these are given is the length of what they make. */
export const SIZED = new WeakSet<object>(globals(`Array ArrayBuffer ${TYPED}`));

const NAMED =
  `${PLAIN} ${ERRORS} ${TYPED} Array ArrayBuffer BigInt Boolean DataView Date Intl JSON Map Math Number Object ` +
  "RegExp Set String WeakMap WeakSet";

/** The names by which they are found. `Object`, `JSON`, `Array` and `Promise` have more, of ours. */
export const NAMES = table<unknown>({
  ...Object.fromEntries(NAMED.split(" ").flatMap((name) => globals(name).map((value) => [name, value]))),
  NaN,
  Infinity,
  undefined,
});

/** Objects that everybody shares: they are not to be written to. */
export const SHARED = new WeakSet<object>([
  ...[...globals(NAMED), ...CONSTRUCTORS.keys()].flatMap((value) => {
    const kind = value as Holder;
    return [kind, kind.prototype ?? kind];
  }),
  ...[...iterators, ...helped, iterator, prototypeOf(Int8Array.prototype), prototypeOf(segments)],
]);
