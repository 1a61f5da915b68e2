// Which native functions have no effect, as Firefox's developer tools know it: their own lists, not a copy of them.

interface Loader {
  require: (id: string) => unknown;
}

const LISTS = "resource://devtools/server/actors/webconsole";

/**
 * `Function` makes code from strings: a policy that forbids it may have that reported to a server. `Reflect.construct`
 * makes anything, and so do `from` and `of` of arrays, by what they are called on: Firefox takes the constructor that
 * they call for a part of them, and does not ask about that one. `String.raw` converts what is in what it is given.
 */
const NOT_THESE = new Set(["Function", "construct", "from", "of", "raw"]);

let known: Map<string, unknown[]> | null = null;

/** True for a native function on those lists: for the very function, whatever the page calls it. */
export function isHarmless(callee: GeckoDebuggee): boolean {
  const target = callee.isBoundFunction ? callee.boundTargetFunction : callee;
  known ??= load();
  const { name } = target;
  if (!name || NOT_THESE.has(name)) return false;
  return (known.get(name) ?? []).some((native) => target.isSameNativeWithJitInfo(native));
}

function load(): Map<string, unknown[]> {
  const { require } = ChromeUtils.importESModule<Loader>("resource://devtools/shared/loader/Loader.sys.mjs");
  const language = require(`${LISTS}/eager-ecma-allowlist.js`) as { functions: unknown[]; getters: unknown[] };
  const dom = require(`${LISTS}/eager-function-allowlist.js`) as { natives: unknown[] };
  const found = new Map<string, unknown[]>();
  for (const native of [...language.functions, ...language.getters, ...dom.natives]) {
    const { name } = native as { name: string };
    found.set(name, [...(found.get(name) ?? []), native]);
  }
  return found;
}
