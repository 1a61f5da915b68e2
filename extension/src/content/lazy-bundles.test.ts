import { afterEach, expect, test, vi } from "vitest";
import type { FrameCall } from "./command";
import { BundleNeeded, evaluatorFor, trustedInputFor } from "./lazy-bundles";

afterEach(() => vi.unstubAllGlobals());

const act = (): void => undefined;
const call = (brings: Partial<FrameCall> = {}): FrameCall => ({ helper: true, id: "1", ...brings }) as FrameCall;

/** The helper in a Firefox that has these parts of it. */
function helperWith(...parts: string[]): void {
  const has = (what: string): boolean => parts.includes(what);
  vi.stubGlobal("__clz", { performActions: act, hasFiles: () => true, evaluator: act, hold: act, has });
}

test("the helper is brought in before it is asked what it can do", () => {
  vi.stubGlobal("__clz", {});
  expect(() => trustedInputFor(call())).toThrow(BundleNeeded);
  expect(() => evaluatorFor(call())).toThrow(BundleNeeded);
});

test("a Firefox with all of it takes trusted input and the helper's evaluator", () => {
  helperWith("input", "debugger");
  expect(trustedInputFor(call({ bringsFiles: true }))).toBe(act);
  expect(evaluatorFor(call())).toEqual({ evaluator: act, hold: act });
});

test("where the debugger has moved, expressions go the plain way and input stays trusted", () => {
  helperWith("input");
  expect(evaluatorFor(call())).toBeNull();
  expect(trustedInputFor(call())).toBe(act);
});

test("where input has moved it is synthetic, but for files, which only the helper can read", () => {
  helperWith("debugger");
  expect(trustedInputFor(call())).toBeNull();
  expect(() => trustedInputFor(call({ bringsFiles: true }))).toThrow("Firefox has changed inside");
});
