import { expect, test } from "vitest";
import { deviceOf } from "./devices";

test.each([
  [{ preset: "iphone-14" }, "iphone-14", { width: 390, height: 844, ratio: 3, touch: true }],
  [{ preset: " iPhone 14_Pro Max" }, "iphone-14-pro-max", { width: 430, height: 932, ratio: 3, touch: true }],
  [{ preset: "Laptop" }, "laptop", { width: 1366, height: 768, ratio: null, touch: false, userAgent: null }],
  [{ preset: "1280x720" }, null, { width: 1280, height: 720, ratio: null, touch: false }],
  [{ preset: "1280 \u00d7 720" }, null, { width: 1280, height: 720 }],
  [{ width: 800, height: 600 }, null, { width: 800, height: 600, ratio: null, touch: false, userAgent: null }],
])("%j is a viewport", (asked, preset, device) => {
  expect(deviceOf(asked)).toMatchObject({ preset, device });
});

test.each([
  [{ preset: "iphnoe-14" }, "Did you mean: iphone-14?"],
  [{ preset: "nokia" }, "Use one of iphone-se"],
  [{ preset: "50x50" }, "clz viewport 1280x720"],
  [{ preset: "1280x99999" }, "clz viewport 1280x720"],
  [{ preset: "laptop", width: 500 }, "clz viewport 800x600"],
  [{ width: 500 }, "clz viewport 800x600"],
  [{}, "clz viewport 800x600"],
])("%j is not a viewport, and what could be is named", (asked, hint) => {
  const refused = { code: "INVALID_PARAMS", hint: expect.stringContaining(hint) as string };
  expect(() => deviceOf(asked)).toThrow(expect.objectContaining(refused) as Error);
});
