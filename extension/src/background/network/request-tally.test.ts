import { expect, test } from "vitest";
import { isByFirefox } from "./request-tally";

const ICON = { type: "image", url: "https://a.example/favicon.ico", frameId: 0, documentUrl: "https://a.example/b/c" };

test.each([ICON, { type: "speculative", url: "https://b.example/", frameId: 0 }])("%j is Firefox's", (request) => {
  expect(isByFirefox(request)).toBe(true);
});

test.each([
  { ...ICON, type: "xmlhttprequest" },
  { ...ICON, frameId: 3 },
  { ...ICON, url: "https://a.example/b/favicon.ico" },
  { ...ICON, url: "https://a.example/favicon.ico?1" },
  { ...ICON, url: "https://b.example/favicon.ico" },
  { type: "image", url: "https://a.example/favicon.ico", frameId: 0 },
])("%j is a page's", (request) => {
  expect(isByFirefox(request)).toBe(false);
});
