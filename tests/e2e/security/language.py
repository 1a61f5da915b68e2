"""The language's built-ins: an example of each that only looks, and why the others are not among them.

What a line of `LOOKS` names is in `extension/src/content/safe/natives.ts` or beside it in `builtins.ts`. Members that
go by symbols are not named: an expression has no symbols.
"""

from __future__ import annotations

LOOKS = dict(
    line.split(" = ", 1)
    for line in r"""
parseInt = parseInt("12px")
parseFloat = parseFloat("1.5e1x")
isNaN = isNaN("x")
isFinite = isFinite("1")
encodeURI = encodeURI("a b/c")
encodeURIComponent = encodeURIComponent("a b/c")
decodeURI = decodeURI("a%20b")
decodeURIComponent = decodeURIComponent("a%2Fb")
escape = escape("ä b")
unescape = unescape("%E4")
String = String(12) + String([1, 2])
String.fromCharCode = String.fromCharCode(65, 66)
String.fromCodePoint = String.fromCodePoint(128512)
String.raw = String.raw({raw: ["a", "b", "c"]}, 1, 2)
Number = Number("0x10")
Number.isFinite = Number.isFinite("1")
Number.isInteger = Number.isInteger(1)
Number.isNaN = Number.isNaN(NaN)
Number.isSafeInteger = Number.isSafeInteger(2 ** 53)
Number.parseFloat = Number.parseFloat("1.5")
Number.parseInt = Number.parseInt("ff", 16)
Boolean = ["", "a", 0].map(Boolean)
BigInt = String(BigInt("12"))
BigInt.asIntN = String(BigInt.asIntN(8, 255n))
BigInt.asUintN = String(BigInt.asUintN(8, 257n))
Array = Array(3).fill(0)
Array.from = Array.from("abc", c => c + c)
Array.isArray = [Array.isArray([]), Array.isArray("a")]
Array.of = Array.of(1, 2)
ArrayBuffer = new ArrayBuffer(4).byteLength
ArrayBuffer.isView = ArrayBuffer.isView(new Int8Array(1))
DataView = new DataView(new ArrayBuffer(4)).byteLength
Date = new Date(0).getTime() + typeof Date()
Date.UTC = Date.UTC(2020, 1, 2)
Date.now = Date.now() > 1e12
Date.parse = Date.parse("2020-01-02")
Map = [...new Map([[1, 2]])]
Map.groupBy = [...Map.groupBy([1, 2, 3], n => n % 2)]
Set = [...new Set([1, 1, 2])]
WeakMap = typeof new WeakMap()
WeakSet = typeof new WeakSet()
RegExp = RegExp("a+").source + new RegExp("b").source
RegExp.escape = RegExp.escape("a.b")
Error = Error("a").message
Error.isError = Error.isError(new Error("a"))
AggregateError = new AggregateError([], "a").message
EvalError = new EvalError("a").name
RangeError = new RangeError("a").name
ReferenceError = new ReferenceError("a").name
SyntaxError = new SyntaxError("a").name
TypeError = new TypeError("a").name
URIError = new URIError("a").name
Object.assign = Object.assign({a: 1}, {b: 2})
Object.create = Object.keys(Object.create(null))
Object.entries = Object.entries({a: 1})
Object.freeze = Object.freeze([1])
Object.fromEntries = Object.fromEntries([["a", 1]])
Object.getOwnPropertyNames = Object.getOwnPropertyNames({a: 1})
Object.groupBy = Object.groupBy([1, 2, 3], n => n % 2 ? "odd" : "even")
Object.hasOwn = Object.hasOwn({a: 1}, "a")
Object.is = Object.is(NaN, NaN)
Object.isExtensible = Object.isExtensible({})
Object.isFrozen = Object.isFrozen(Object.freeze({a: 1}))
Object.isSealed = Object.isSealed({a: 1})
Object.keys = Object.keys({a: 1})
Object.preventExtensions = Object.isExtensible(Object.preventExtensions({}))
Object.seal = Object.isSealed(Object.seal({a: 1}))
Object.values = Object.values({a: 1})
Object.prototype.hasOwnProperty = ({a: 1}).hasOwnProperty("a")
Object.prototype.isPrototypeOf = ({}).isPrototypeOf({})
Object.prototype.propertyIsEnumerable = ({a: 1}).propertyIsEnumerable("a")
Object.prototype.toLocaleString = ({}).toLocaleString()
Object.prototype.toString = ({}).toString()
Object.prototype.valueOf = ({a: 1}).valueOf()
Promise.all = await Promise.all([1, Promise.resolve(2)])
Promise.allSettled = await Promise.allSettled([1, Promise.reject(2)])
Promise.reject = await Promise.reject(1).catch(n => n + 1)
Promise.resolve = await Promise.resolve(1)
Promise.prototype.then = await Promise.resolve(1).then(n => n + 1)
Promise.prototype.catch = await Promise.resolve(1).catch(() => 2)
Promise.prototype.finally = await Promise.resolve(1).finally(() => 2)
JSON.parse = JSON.parse("[1, {\"a\": null}]")
JSON.stringify = JSON.stringify({a: [1, "b"]}, null, 1)
Math.E = Math.E
Math.LN10 = Math.LN10
Math.LN2 = Math.LN2
Math.LOG10E = Math.LOG10E
Math.LOG2E = Math.LOG2E
Math.PI = Math.PI
Math.SQRT1_2 = Math.SQRT1_2
Math.SQRT2 = Math.SQRT2
Math.abs = Math.abs(-1)
Math.acos = Math.acos(0.5)
Math.acosh = Math.acosh(2)
Math.asin = Math.asin(0.5)
Math.asinh = Math.asinh(1)
Math.atan = Math.atan(1)
Math.atan2 = Math.atan2(1, 2)
Math.atanh = Math.atanh(0.5)
Math.cbrt = Math.cbrt(27)
Math.ceil = Math.ceil(1.2)
Math.clz32 = Math.clz32(1)
Math.cos = Math.cos(1)
Math.cosh = Math.cosh(1)
Math.exp = Math.exp(1)
Math.expm1 = Math.expm1(1)
Math.f16round = Math.f16round(1.1)
Math.floor = [1.7, 2.2].map(Math.floor)
Math.fround = Math.fround(1.1)
Math.hypot = Math.hypot(3, 4)
Math.imul = Math.imul(3, 4)
Math.log = Math.log(2)
Math.log10 = Math.log10(100)
Math.log1p = Math.log1p(1)
Math.log2 = Math.log2(8)
Math.max = Math.max(1, 2) + Math.max(...[3, 4]) + Math.max.apply(null, [5, 6])
Math.min = Math.min(1, 2)
Math.pow = Math.pow(2, 3)
Math.random = Math.random() < 1
Math.round = Math.round(1.5)
Math.sign = Math.sign(-2)
Math.sin = Math.sin(1)
Math.sinh = Math.sinh(1)
Math.sqrt = Math.sqrt(4)
Math.sumPrecise = Math.sumPrecise([0.1, 0.2])
Math.tan = Math.tan(1)
Math.tanh = Math.tanh(1)
Math.trunc = Math.trunc(-1.5)
Intl.getCanonicalLocales = Intl.getCanonicalLocales("de-de")
Intl.supportedValuesOf = Intl.supportedValuesOf("currency").includes("EUR")
""".strip().splitlines()
)


def examples(holder: str, made: str, calls: str) -> None:
    """Examples of members of a prototype, called on what `made` makes: `at(0)`, or a getter's name."""
    for call in calls.split(" | "):
        name = call.split("(")[0].split("[")[0]
        LOOKS[f"{holder}.prototype.{name}"] = f"{made}.{call}"


LISTED = (
    "at(-1) | every(n => n > 0) | fill(0) | filter(n => n > 1) | find(n => n > 1) | findIndex(n => n > 1) | "
    "findLast(n => n > 1) | findLastIndex(n => n > 1) | forEach(n => n) | includes(2) | indexOf(2) | join('-') | "
    "lastIndexOf(2) | map(n => n * 2) | reduce((a, n) => a + n) | reduceRight((a, n) => a - n) | reverse() | "
    "slice(1) | some(n => n > 2) | sort((a, b) => b - a) | toLocaleString() | toReversed() | toSorted() | toString() | "
    "with(0, 9) | copyWithin(0, 1) | entries().toArray() | keys().toArray() | values().toArray()"
)
examples("Array", "[3, 1, 2]", LISTED)
examples(
    "Array",
    "[3, [1], 2]",
    "concat([4]) | flat() | flatMap(n => [n, n]) | pop() | push(1) | shift() | splice(0, 1) | toSpliced(0, 1) | "
    "unshift(0)",
)
examples("TypedArray", "new Int16Array([3, 1, 2])", LISTED)
examples(
    "TypedArray",
    "new Int16Array([3, 1, 2])",
    "buffer.byteLength | byteLength | byteOffset | length | subarray(1) | set([9])",
)
LOOKS["TypedArray.prototype.buffer"] = LOOKS.pop("TypedArray.prototype.buffer.byteLength")
for kind in "Int8 Uint8 Uint8Clamped Int16 Uint16 Int32 Uint32 Float16 Float32 Float64".split():
    LOOKS[f"{kind}Array"] = f"[...new {kind}Array([1, 2])]"
for kind in "BigInt64 BigUint64".split():
    LOOKS[f"{kind}Array"] = f"String(new {kind}Array([1n, 2n])[1])"
for kind in "Int8 Uint8 Int16 Uint16 Int32 Uint32 Float16 Float32 Float64".split():
    examples("DataView", "new DataView(new ArrayBuffer(8))", f"get{kind}(0) | set{kind}(0, 1)")
for kind in "BigInt64 BigUint64".split():
    LOOKS[f"DataView.prototype.get{kind}"] = f"String(new DataView(new ArrayBuffer(8)).get{kind}(0))"
    LOOKS[f"DataView.prototype.set{kind}"] = f"new DataView(new ArrayBuffer(8)).set{kind}(0, 1n)"
examples("DataView", "new DataView(new ArrayBuffer(8))", "byteLength | byteOffset")
LOOKS["DataView.prototype.buffer"] = "new DataView(new ArrayBuffer(8)).buffer.byteLength"
examples("Uint8Array", "new Uint8Array([1, 2])", "toHex() | toBase64()")
LOOKS["Uint8Array.prototype.setFromHex"] = "const u = new Uint8Array(1); u.setFromHex('ff'); u"
LOOKS["Uint8Array.prototype.setFromBase64"] = "const u = new Uint8Array(1); u.setFromBase64('AQ=='); u"
examples("ArrayBuffer", "new ArrayBuffer(4)", "byteLength | detached | maxByteLength | resizable")
LOOKS["ArrayBuffer.prototype.slice"] = "new ArrayBuffer(4).slice(1).byteLength"
LOOKS["ArrayBuffer.prototype.transfer"] = "new ArrayBuffer(4).transfer(2).byteLength"
LOOKS["ArrayBuffer.prototype.transferToFixedLength"] = "new ArrayBuffer(4).transferToFixedLength().byteLength"
LOOKS["ArrayBuffer.prototype.resize"] = "const b = new ArrayBuffer(4, {maxByteLength: 8}); b.resize(8); b.byteLength"
examples("BigInt", "BigInt(12)", "toLocaleString() | toString(16) | valueOf().toString()")
examples("Boolean", "true", "toString() | valueOf()")
examples(
    "Number",
    "(12.5)",
    "toExponential(1) | toFixed(2) | toLocaleString('de') | toPrecision(2) | toString(2) | valueOf()",
)
examples("Error", "new TypeError('a')", "toString() | name | message")
for kind in "AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError".split():
    examples(kind, f"new {kind}('a')", "name | message")
examples("Iterator", "[1, 2, 3].values()", "map(n => n + 1).toArray() | filter(n => n > 1).toArray()")
examples(
    "Iterator", "[1, 2, 3].values()", "take(1).toArray() | drop(1).toArray() | reduce((a, n) => a + n) | toArray()"
)
examples("Iterator", "[1, 2, 3].values()", "forEach(n => n) | some(n => n > 2) | every(n => n > 2) | find(n => n > 2)")
examples("Map", "new Map([[1, 2]])", "clear() | delete(1) | forEach(n => n) | get(1) | has(1) | size | set(2, 3)")
examples("Map", "new Map([[1, 2]])", "entries().toArray() | keys().toArray() | values().toArray()")
examples("Set", "new Set([1, 2])", "add(3) | clear() | delete(1) | forEach(n => n) | has(1) | size")
examples("Set", "new Set([1, 2])", "entries().toArray() | keys().toArray() | values().toArray()")
for name in "difference intersection symmetricDifference union isDisjointFrom isSubsetOf isSupersetOf".split():
    examples("Set", "new Set([1, 2])", f"{name}(new Set([2, 3]))")
examples("WeakMap", "new WeakMap()", "delete({}) | get({}) | has({})")
LOOKS["WeakMap.prototype.set"] = "const key = {}; new WeakMap().set(key, 1).get(key)"
examples("WeakSet", "new WeakSet()", "delete({}) | has({})")
LOOKS["WeakSet.prototype.add"] = "const key = {}; new WeakSet().add(key).has(key)"
examples(
    "RegExp",
    "/(a)b/dgi",
    "dotAll | exec('ab')[1] | flags | global | hasIndices | ignoreCase | multiline | source | sticky | test('AB') | "
    "toString() | unicode | unicodeSets",
)
examples(
    "String",
    "'aBc a'",
    "at(0) | charAt(1) | charCodeAt(1) | codePointAt(1) | concat('x') | endsWith('a') | includes('B') | indexOf('c') | "
    "isWellFormed() | lastIndexOf('a') | length | localeCompare('b') | match(/a/g) | normalize() | padEnd(9, '.') | "
    "padStart(9, '.') | repeat(2) | replace(/a/, c => c + c) | replaceAll('a', 'x') | search(/c/) | slice(1) | "
    "split(' ') | startsWith('a') | substr(1, 2) | substring(1) | toLocaleLowerCase() | toLocaleUpperCase() | "
    "toLowerCase() | toString() | toUpperCase() | toWellFormed() | trim() | trimEnd() | trimLeft() | trimRight() | "
    "trimStart() | valueOf() | anchor('n') | big() | blink() | bold() | fixed() | fontcolor('red') | fontsize(1) | "
    "italics() | link('x') | small() | strike() | sub() | sup()",
)
LOOKS["String.prototype.matchAll"] = "[...'aba'.matchAll(/a/g)].map(m => m.index)"
LOOKS["Array.prototype.length"] = "[1, 2].length"
for part in "Date Day FullYear Hours Milliseconds Minutes Month Seconds".split():
    for zone in ("", "UTC"):
        examples("Date", "new Date(1e12)", f"get{zone}{part}()")
        if part != "Day":
            examples("Date", "new Date(1e12)", f"set{zone}{part}(1)")
examples(
    "Date",
    "new Date(1e12)",
    "getTime() | getTimezoneOffset() | getYear() | setTime(1) | setYear(99) | toDateString() | toGMTString() | "
    "toISOString() | toJSON() | toLocaleDateString() | toLocaleString() | toLocaleTimeString() | toString() | "
    "toTimeString() | toUTCString() | valueOf()",
)
for kind in "Int8 Uint8 Uint8Clamped Int16 Uint16 Int32 Uint32 Float16 Float32 Float64 BigInt64 BigUint64".split():
    LOOKS[f"{kind}Array.BYTES_PER_ELEMENT"] = f"{kind}Array.BYTES_PER_ELEMENT"
    LOOKS[f"{kind}Array.prototype.BYTES_PER_ELEMENT"] = f"new {kind}Array(0).BYTES_PER_ELEMENT"
CONSTANTS = "EPSILON MAX_SAFE_INTEGER MAX_VALUE MIN_SAFE_INTEGER MIN_VALUE NEGATIVE_INFINITY NaN POSITIVE_INFINITY"
LOOKS["Error.stackTraceLimit"] = "typeof Error.stackTraceLimit"
for name in CONSTANTS.split():
    LOOKS[f"Number.{name}"] = f"String(Number.{name})"
for name in "Intl JSON Math Object".split():
    LOOKS[name] = f"typeof {name}"
KINDS = {
    "Collator": ("", "compare('a', 'b')"),
    "DateTimeFormat": (
        "'de', {timeZone: 'UTC'}",
        "format(0) | formatRange(0, 1e9) | formatRangeToParts(0, 1e9) | formatToParts(0)",
    ),
    "DisplayNames": ("'en', {type: 'region'}", "of('DE')"),
    "DurationFormat": ("'en'", "format({hours: 1}) | formatToParts({hours: 1})"),
    "ListFormat": ("'en'", "format(['a', 'b']) | formatToParts(['a', 'b'])"),
    "NumberFormat": ("'de'", "format(1.5) | formatRange(1, 2) | formatRangeToParts(1, 2) | formatToParts(1)"),
    "PluralRules": ("'en'", "select(1) | selectRange(1, 2)"),
    "RelativeTimeFormat": ("'en'", "format(1, 'day') | formatToParts(1, 'day')"),
    "Segmenter": ("'en', {granularity: 'word'}", "segment('a b').containing(0).segment"),
}
for kind, (given, calls) in KINDS.items():
    examples(f"Intl.{kind}", f"new Intl.{kind}({given})", f"resolvedOptions().locale | {calls}")
    LOOKS[f"Intl.{kind}.supportedLocalesOf"] = f"Intl.{kind}.supportedLocalesOf('de')"
    LOOKS[f"Intl.{kind}"] = f"typeof new Intl.{kind}({given})"
LOOKS["Intl.Locale"] = "new Intl.Locale('de-DE').toString()"
examples(
    "Intl.Locale",
    "new Intl.Locale('de-Latn-DE-u-ca-gregory')",
    "baseName | calendar | caseFirst | collation | firstDayOfWeek | hourCycle | "
    "language | maximize().language | minimize().language | "
    "numberingSystem | numeric | region | script | toString() | variants | getCalendars() | getCollations() | "
    "getHourCycles() | getNumberingSystems() | getTextInfo() | getTimeZones() | getWeekInfo()",
)

CODE = "makes or runs code from text, or calls what it is given"
SHARES = "gives or changes what everybody shares, or hides what an object does"
WAITS = "makes what something must settle later"
ITERATES = "takes or makes iterators of the expression's own"
NEW = "is not in every Firefox that is driven"
TELLS = "tells about the code that evaluates"
# Refused whatever is called of them, so that a new member is refused, too.
REFUSED_ROOTS = {
    "eval": CODE,
    "Function": CODE,
    "Reflect": CODE,
    "Proxy": CODE,
    "WebAssembly": CODE,
    "AsyncIterator": WAITS,
    "Atomics": "is memory that workers share",
    "SharedArrayBuffer": "is memory that workers share",
    "FinalizationRegistry": "calls back later",
    "WeakRef": "tells when memory is cleared",
    "DisposableStack": "calls back later",
    "AsyncDisposableStack": "calls back later",
    "SuppressedError": "belongs to disposing",
    "InternalError": "is Firefox's own",
    "netscape": "is Firefox's own",
    "Symbol": "would let an expression give objects iterators and conversions that Firefox calls",
    "Temporal": NEW,
}
# Of those that an expression has: these, and no others.
DOES_NOT = {
    **dict.fromkeys("Iterator Iterator.from Iterator.concat Iterator.zip Iterator.zipKeyed".split(), ITERATES),
    "Iterator.prototype.flatMap": ITERATES,
    # Firefox 159 has these and no ESR does; the interpreter knows none of them.
    **{f"Iterator.prototype.{name}": NEW for name in "chunks includes join windows".split()},
    **dict.fromkeys("Promise.allKeyed Promise.allSettledKeyed".split(), NEW),
    **dict.fromkeys(
        "Promise Promise.any Promise.race Promise.withResolvers Promise.try Array.fromAsync".split(), WAITS
    ),
    **{f"{kind}.prototype.getOrInsert{more}": NEW for kind in ("Map", "WeakMap") for more in ("", "Computed")},
    "Date.prototype.toTemporalInstant": "is of Temporal",
    **dict.fromkeys("Error.captureStackTrace Error.prototype.stack".split(), TELLS),
    "RegExp.prototype.compile": "changes a pattern that is in use",
    **dict.fromkeys("Uint8Array.fromBase64 Uint8Array.fromHex".split(), "is called on a constructor"),
    **dict.fromkeys("TypedArray.from TypedArray.of".split(), "makes by what it is called on"),
    **dict.fromkeys("JSON.rawJSON JSON.isRawJSON".split(), "is a mark for stringify, which copies"),
    **{
        f"Object.prototype.__{name}__": SHARES
        for name in "defineGetter defineSetter lookupGetter lookupSetter proto".split()
    },
    **{
        f"Object.{name}": SHARES
        for name in "defineProperties defineProperty getOwnPropertyDescriptor getOwnPropertyDescriptors "
        "getOwnPropertySymbols getPrototypeOf setPrototypeOf".split()
    },
}
# The last match of all expressions, of everybody: `RegExp.$1`, `RegExp.lastMatch`.
LAST_MATCH = "input lastMatch lastParen leftContext rightContext".split()
DOES_NOT |= {f"RegExp.{name}": SHARES for name in [*LAST_MATCH, *(f"${at}" for at in "123456789_&+`'*")]}


def is_left_out(path: str) -> bool:
    return path in DOES_NOT or path.partition(".")[0] in REFUSED_ROOTS


def read(path: str) -> str:
    """An expression that reads it; all kinds of typed arrays share what `TypedArray` has, which has no name."""
    holder, _, name = path.replace("TypedArray", "Int8Array").rpartition(".")
    return f"{holder}[{name!r}]" if holder else name


# Which of the window's names are the language's: what they give does not show when it is listed, what the DOM has does.
ALL_BUILT_INS = r"""
const found = [];
const isHidden = (it) => Reflect.ownKeys(it).every((key) => !Object.getOwnPropertyDescriptor(it, key).enumerable);
const members = (path, it) => {
  for (const key of Object.getOwnPropertyNames(it)) {
    if (["constructor", "prototype"].includes(key)) continue;
    if (typeof it === "function" && ["name", "length"].includes(key)) continue;
    const { value } = Object.getOwnPropertyDescriptor(it, key);
    found.push(`${path}.${key}`);
    if (typeof value === "function" && value.prototype && /^[A-Z]/.test(key)) {
      members(`${path}.${key}`, value);
      members(`${path}.${key}.prototype`, value.prototype);
    }
  }
};
for (const name of Object.getOwnPropertyNames(window)) {
  const it = Object.getOwnPropertyDescriptor(window, name).value;
  if (Object.getOwnPropertyDescriptor(window, name).enumerable || Object(it) !== it || it === window) continue;
  const above = typeof it === "function" && it.prototype;
  if (!isHidden(above || it)) continue;
  const own = Object.getOwnPropertyNames(above || it).filter((key) => key !== "constructor");
  if (/^[A-Z]/.test(name) && !own.length) continue;
  found.push(name);
  if (/^[A-Z]/.test(name)) { members(name, it); if (above) members(`${name}.prototype`, above); }
}
const typed = Object.getPrototypeOf(Int8Array);
members("TypedArray", typed);
members("TypedArray.prototype", typed.prototype);
found
"""
