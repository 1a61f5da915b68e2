import { afterEach, expect, test, vi } from "vitest";
import { missingMeans } from "./means";

afterEach(() => vi.unstubAllGlobals());

const act = (): void => undefined;

test("what sends trusted input is named where it is not there", () => {
  vi.stubGlobal("Cc", { "@mozilla.org/text-input-processor;1": {} });
  const windowUtils = { sendWheelEvent: act, sendContentCommandEvent: act };
  const whole = { synthesizeMouseEvent: act, synthesizeTouchEvent: act, windowUtils };
  expect(missingMeans(whole as unknown as GeckoWindow)).toEqual([]);

  vi.stubGlobal("Cc", {});
  const moved = { synthesizeTouchEvent: act, windowUtils: { sendContentCommandEvent: act } };
  expect(missingMeans(moved as unknown as GeckoWindow)).toEqual([
    "synthesizeMouseEvent",
    "sendWheelEvent",
    "@mozilla.org/text-input-processor;1",
  ]);
});
