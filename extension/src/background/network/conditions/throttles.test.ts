import { expect, test } from "vitest";
import { CommandError } from "../../../shared/errors";
import { OFF, throttleOf } from "./throttles";

test.each([
  ["slow-3g", "slow-3g", 400, 400, 2_000],
  ["3g", "slow-3g", 400, 400, 2_000],
  ["Fast 3G", "fast-3g", 1_440, 675, 563],
  ["regular_2G", "regular-2g", 250, 50, 300],
  ["LTE", "regular-4g", 4_000, 3_000, 20],
  ["Wi-Fi", "wifi", 30_000, 15_000, 2],
])("%s is %s", (asked, preset, down, up, latency) => {
  expect(throttleOf({ preset: asked })).toEqual({ preset, down, up, latency });
});

test("figures are taken as they are, and what is left out is as fast as ever", () => {
  expect(throttleOf({ down: 400 })).toEqual({ preset: null, down: 400, up: null, latency: 0 });
  expect(throttleOf({ latency: 100, up: 1 })).toEqual({ preset: null, down: null, up: 1, latency: 100 });
  expect(throttleOf({ preset: "OFF" })).toBe(OFF);
});

test.each([
  [{ preset: "slow3g" }, "Did you mean: slow-3g"],
  [{ preset: "fast-5g" }, "Did you mean: fast-3g, fast-4g"],
  [{ preset: "xyzzy" }, "Use one of gprs, "],
  [{ preset: "dsl", down: 1 }, "clz network throttle off"],
  [{}, "--latency 100"],
])("%j is refused, and what may be meant is named", (asked, hint) => {
  expect(() => throttleOf(asked)).toThrow(CommandError);
  try {
    throttleOf(asked);
  } catch (thrown) {
    expect((thrown as CommandError).hint).toContain(hint);
  }
});
