// The names that an expression has not declared: the language's, the window's, and those of the page's scripts.

import { INTERFACES, WINDOW_CALLS, WINDOW_READS } from "../../shared/values/safe-dom";
import { forDom } from "./arguments";
import type { Found } from "./page";
import type { Reach } from "./reach";
import { ELSEWHERE, GLOBAL, type Fn } from "./values";

const WINDOWS = new Set(["window", "self", "globalThis", "frames", "top", "parent"]);

/** The value of a name; null if there is nothing of this name. */
export function globalOf(reach: Reach, name: string): Found | null {
  const { names, origins, page } = reach;
  if (WINDOWS.has(name)) return { value: windowOf(name) };
  if (name in names) return { value: names[name] };
  if (WINDOW_READS.has(name)) return { value: origins.fromPage(Reflect.get(window, name)) };
  if (WINDOW_CALLS.has(name)) {
    const native = Reflect.get(window, name) as Fn;
    const call: Fn = (...given) =>
      Reflect.apply(
        native,
        window,
        given.map((one) => forDom(reach, one)),
      );
    return { value: origins.calls((...given) => origins.fromPage(call(...given))) };
  }
  if (INTERFACES.test(name)) {
    const native: unknown = Reflect.get(window, name);
    if (typeof native === "function") return { value: origins.fromPage(native) };
  }
  return page.member(window.wrappedJSObject, name, window) ?? page.variable(name);
}

function windowOf(name: string): object {
  if (name === "top") return window.top === window ? GLOBAL : ELSEWHERE;
  if (name === "parent") return window.parent === window ? GLOBAL : ELSEWHERE;
  return GLOBAL;
}
