// Ways on which functions of Firefox's own lead to others: `led.way()` asks the site for `leak-way`. Beside them, in
// `plain`, what pages do with the same functions and no harm.
const ways = {
  speciesOfMap: ({ list }) => list.map((x) => x),
  speciesOfFilter: ({ list }) => list.filter((x) => x),
  speciesOfFlat: ({ list }) => list.flat(),
  speciesOfFlatMap: ({ list }) => list.flatMap((x) => x),
  speciesOfSlice: ({ list }) => list.slice(),
  speciesOfSplice: ({ list }) => list.splice(0, 0),
  speciesOfConcat: ({ list }) => list.concat(1),
  speciesOfTypedMap: ({ typed }) => typed.map((x) => x),
  speciesOfTypedFilter: ({ typed }) => typed.filter(() => true),
  speciesOfTypedSlice: ({ typed }) => typed.slice(),
  speciesOfTypedSubarray: ({ typed }) => typed.subarray(0),
  speciesOfSplit: ({ pattern }) => "a".split(pattern),
  speciesOfMatchAll: ({ pattern }) => "a".matchAll(pattern),
  speciesOfBuffer: ({ buffer }) => buffer.slice(1),
  speciesOfThen: ({ promise }) => promise.then((x) => x),
  speciesOfThis: ({ list }) => [1].map(Array.prototype.slice, list),
  speciesOfBoundThis: ({ list }) => [1].map(Array.prototype.slice.bind(list)),
  speciesInherited: ({ inheriting }) => inheriting.map((x) => x),
  speciesThroughProxy: ({ listOfProxy }) => listOfProxy.map((x) => x),
  speciesByGetter: ({ listOfGetter }) => listOfGetter.map((x) => x),
  constructorByGetter: ({ getting }) => getting.map((x) => x),
  constructorByTrap: ({ trapping }) => [].map.call(trapping, (x) => x),
  valueOf: ({ fetch }) => "x".padStart({ valueOf: fetch }),
  primitiveOf: ({ fetch }) => "x".padStart({ [Symbol.toPrimitive]: fetch }),
  valueOfInherited: ({ below }) => "x".padStart(below),
  valueOfByGetter: ({ byGetter }) => "x".padStart(byGetter),
  valueOfCalled: ({ called }) => "x".padStart({ valueOf: called }),
  valueOfApplied: ({ applied }) => "x".padStart({ valueOf: applied }),
  textOf: ({ fetch }) => "x".concat({ toString: fetch }),
  textOfItem: ({ fetch }) => [{ toString: fetch }].map(String),
  textOfItemInside: ({ fetch }) => [[{ toString: fetch }]].map(String),
  textForDom: ({ fetch }) => [{ toString: fetch }].map(document.getElementById, document),
  textOfError: ({ error }) => "x".padEnd(9, error),
  textOfList: ({ joining }) => [joining].map(String),
  textByJoin: ({ fetch }) => "x".padEnd(9, { toString: Array.prototype.join, length: 1, 0: { toString: fetch } }),
  textOfListLike: ({ fetch }) => "x".padEnd(9, { __proto__: Array.prototype, length: 1, 0: { toString: fetch } }),
  textOfErrorLike: ({ fetch }) => "x".padEnd(9, { toString: Error.prototype.toString, name: { toString: fetch } }),
  textOfRaw: ({ fetch }) => String.raw({ raw: { length: 1, 0: { toString: fetch } } }),
  joinOfThis: ({ fetch }) => [1].map(Array.prototype.join, { length: 1, 0: { toString: fetch } }),
  lengthOfListLike: ({ fetch }) => [].map.call({ length: { valueOf: fetch } }, (x) => x),
  flagsOfPattern: ({ fetch }) => RegExp.prototype[Symbol.replace].call({ flags: { toString: fetch } }, "x", "y"),
  resultOfExec: ({ executing }) => "x".replace(executing, "y"),
  resultOfComparing: ({ compare }) => [2, 1].toSorted(compare),
  comparing: ({ comparing }) => [1].map(comparing),
  toJSON: ({ stringify }) => [1].map(stringify),
  trap: ({ proxy }) => [].map.call(proxy, (x) => x),
  trapOfItem: ({ proxy }) => [proxy].flat(),
  trapOfItemLike: ({ proxy }) => [].flat.call({ length: 1, 0: proxy }),
  trapOfItemBelow: ({ holes }) => holes.flat(),
  trapOfResult: ({ toProxy }) => [1].flatMap(toProxy),
  trapInherited: ({ inheritedTraps }) => [].map.call(inheritedTraps, (x) => x),
  trapOfTarget: ({ proxyOfProxy }) => [].map.call(proxyOfProxy, (x) => x),
  trapOfPrototype: ({ belowProxy }) => "x".padEnd(belowProxy),
  trapForKeys: ({ keyless }) => [keyless].map(Object.keys),
};

/** What the ways lead through: as scripts of a page could have made it at any time. */
function made(name) {
  const ask = fetch.bind(null, `leak-${name}`, {});
  const source = EventSource.bind(null, `leak-${name}`, {});
  const kind = { [Symbol.species]: source };
  const of = (it, constructor = kind) => Object.assign(it, { constructor });
  const traps = { get: ask };
  const proxy = new Proxy([], traps);
  const compare = () => ({ valueOf: ask });
  return {
    fetch: ask,
    list: of([1]),
    typed: of(new Int8Array(1)),
    pattern: of(/a/g),
    buffer: of(new ArrayBuffer(2)),
    promise: of(Promise.resolve(1)),
    inheriting: Object.setPrototypeOf([1], of(Object.create(Array.prototype))),
    listOfProxy: of([1], { [Symbol.species]: new Proxy(source, {}) }),
    listOfGetter: of([1], { get [Symbol.species]() { return source; } }),
    getting: Object.defineProperty([1], "constructor", { get: () => kind }),
    trapping: new Proxy([1], { get: (list, key) => (key === "constructor" ? kind : list[key]) }),
    called: Function.prototype.call.bind(ask),
    applied: Reflect.apply.bind(null, ask, null, []),
    executing: Object.assign(/x/, { exec: () => ({ length: 1, index: { valueOf: ask }, 0: "x" }) }),
    holes: Object.setPrototypeOf(new Array(1), Object.assign(Object.create(Array.prototype), { 0: new Proxy([], traps) })),
    error: Object.assign(new Error("x"), { name: { toString: ask } }),
    joining: Object.assign([], { join: ask }),
    below: Object.create(Object.create({ valueOf: ask })),
    byGetter: { get valueOf() { return ask; } },
    compare,
    comparing: Array.prototype.toSorted.bind([2, 1], compare),
    stringify: JSON.stringify.bind(null, { toJSON: ask }),
    proxy,
    toProxy: () => proxy,
    inheritedTraps: new Proxy([], Object.create(traps)),
    proxyOfProxy: new Proxy(new Proxy([], traps), {}),
    belowProxy: Object.create(new Proxy({}, traps)),
    keyless: new Proxy({}, { ownKeys: ask }),
  };
}

window.led = Object.fromEntries(
  Object.entries(ways).map(([name, way]) => {
    const parts = made(name);
    return [name, () => way(parts)];
  }),
);

class Rows extends Array {}
class Point {
  constructor(n) { this.n = n; }
  get twice() { return this.n * 2; }
}
const watched = (it) => new Proxy(it, { get: (of, key, self) => Reflect.get(of, key, self), has: (of, key) => Reflect.has(of, key) });
const kept = { rows: Rows.from([1, 2, 3]), point: new Point(2), reactive: watched([{ n: 1 }, { n: 2 }]), by: new Map([["a", [1, 2]]]) };
const sliced = Function.prototype.call.bind(Array.prototype.slice);
const found = document.querySelector.bind(document);
window.plain = {
  rows: () => kept.rows.map((x) => x + 1).filter((x) => x > 2).length,
  reactive: () => kept.reactive.map((x) => x.n).filter((n) => n > 1),
  getter: () => kept.point.twice,
  kept: () => kept.by.get("a").map(String).concat(["b"]).filter(Boolean).join("-"),
  sliced: () => sliced([1, 2], 1),
  sorted: () => [3, 1].toSorted((a, b) => a - b),
  flat: () => [[1], [2, [3]]].flat(2).join(),
  sum: () => [1, 2].reduce((a, b) => a + b, 0),
  words: () => "a-b".replace(/-(.)/g, (_, c) => c.toUpperCase()).split("").map((c) => c.charCodeAt(0)),
  padded: () => "7".padStart(3, "0") + "x".at(-1),
  date: () => new Date(0).toISOString(),
  error: () => [new Error("x")].map((e) => e.message).join(),
  keys: () => [{ a: 1 }].map(Object.keys).flat(),
  json: () => JSON.stringify({ a: [1, { b: "c" }] }),
  percent: () => (0.5).toLocaleString("en", { style: "percent" }),
  dom: () => Array.prototype.map.call(document.querySelectorAll("option"), (e) => e.textContent.trim()),
  found: () => found("h1").id,
  many: () => Array.prototype.filter.call("x".repeat(1000), (x) => "xy".includes(x)).map((x) => x + x).length,
};
