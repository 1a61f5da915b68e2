import { expect, test } from "vitest";
import { expectedVital, interactionToNextPaint, ratingOf, slowInteractions, type VitalName } from "./vitals";

test.each<[VitalName, number, string]>([
  ["TTFB", 800, "good"],
  ["TTFB", 801, "needs-improvement"],
  ["TTFB", 1_801, "poor"],
  ["FCP", 1_800, "good"],
  ["FCP", 3_000, "needs-improvement"],
  ["FCP", 3_001, "poor"],
  ["LCP", 2_500, "good"],
  ["LCP", 4_000, "needs-improvement"],
  ["LCP", 4_001, "poor"],
  ["INP", 200, "good"],
  ["INP", 500, "needs-improvement"],
  ["INP", 501, "poor"],
  ["CLS", 0.1, "good"],
  ["CLS", 0.25, "needs-improvement"],
  ["CLS", 0.26, "poor"],
])("%s of %d is %s", (name, value, rating) => {
  expect(ratingOf(name, value)).toBe(rating);
});

test.each([
  ["LCP < 2.5s", 2_499, true],
  ["LCP < 2.5s", 2_500, false],
  ["lcp<=2.5 s", 2_500, true],
  ["TTFB < 800ms", 800, false],
  ["INP >= 200 ms", 200, true],
  ["FCP > 1s", 1_000, false],
  ["CLS < 0.1", 0.05, true],
])("%s of %d: %s", (written, value, holds) => {
  expect(expectedVital(written)?.holds(value)).toBe(holds);
});

test.each(["", "LCP", "LCP < ", "LCP = 2s", "FID < 100ms", "LCP < 2.5m", "constructor < 1s"])(
  "%j says nothing",
  (one) => {
    expect(expectedVital(one)).toBeNull();
  },
);

test("INP is the longest event of the slowest interaction, and leaves one in fifty out", () => {
  const events = [24, 80, 40, 16].map((duration, at) => ({ id: at < 2 ? 7 : at, duration, place: at }));
  const inp = (interactions: number) => interactionToNextPaint(slowInteractions(events), interactions)?.duration;
  expect(interactionToNextPaint([], 0)).toBeNull();
  expect([3, 50, 1_000].map(inp)).toEqual([80, 40, 16]);
});

test("no more interactions are kept than INP may need, whatever comes", () => {
  const many = Array.from({ length: 400 }, (_, at) => ({ id: at + 1, duration: at, place: null }));
  expect(slowInteractions(many).map(({ duration }) => duration)).toEqual([
    399, 398, 397, 396, 395, 394, 393, 392, 391, 390,
  ]);
});
