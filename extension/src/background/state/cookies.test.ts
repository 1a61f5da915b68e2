import { expect, test } from "vitest";
import { asKept, hasEnded, hostOf, parseWhen, spelled } from "./cookies";

const NOW = Math.floor(Date.now() / 1000);

test.each([
  ["example.com", "example.com"],
  [".Example.COM", ".example.com"],
  ["münchen.example", "xn--mnchen-3ya.example"],
  ["127.0.0.1", "127.0.0.1"],
  ["::1", "[::1]"],
  ["[::1]", "[::1]"],
  ["https://example.com", null],
  ["example.com:8080", null],
  ["example.com/path", null],
  ["user@example.com", null],
  ["a b", null],
  ["", null],
])("the domain %j is spelled %j", (written, as) => {
  expect(spelled(written)).toBe(as);
});

test("the dot before a domain is no part of its host", () => {
  expect([hostOf(".example.com"), hostOf("example.com")]).toEqual(["example.com", "example.com"]);
});

test.each([
  [{ url: "https://shop.example.com/a" }, "shop.example.com"],
  [{ url: "https://shop.example.com/", domain: "example.com" }, ".example.com"],
  [{ url: "https://shop.example.com/", domain: ".shop.example.com" }, ".shop.example.com"],
  [{ domain: "example.com" }, "example.com"],
  [{ domain: ".example.com" }, ".example.com"],
  [{ url: "http://localhost/", domain: "localhost" }, "localhost"],
  [{ url: "http://127.0.0.1/", domain: ".127.0.0.1" }, "127.0.0.1"],
])("the cookie %j is kept for %s", (where, domain) => {
  expect(asKept({ name: "a", value: "b", ...where }).domain).toBe(domain);
});

test("what is left out is what Firefox makes of it", () => {
  const kept = { path: "/", expires: null, httpOnly: false, secure: false, sameSite: null };
  expect(asKept({ name: "a", value: "b", domain: "example.com" })).toEqual({
    name: "a",
    value: "b",
    domain: "example.com",
    ...kept,
  });
  expect(asKept({ name: "a", value: "b", domain: "example.com", expires: -1, sameSite: "lax" })).toMatchObject({
    expires: null,
    sameSite: "Lax",
  });
});

test("a cookie of no host is refused without its value", () => {
  expect(() => asKept({ name: "a", value: "hidden" })).toThrow(/^The cookie a was not set: it has no address/);
});

test("a cookie of an address that Firefox does not read is refused", () => {
  for (const where of [{}, { domain: "example.com" }])
    expect(() => asKept({ name: "a", value: "b", url: "http://a<b/", ...where })).toThrow("has no address");
});

test.each([
  [NOW - 1, true],
  [0, true],
  [NOW + 60, false],
  [-1, false],
  [null, false],
  [undefined, false],
])("one that ends at %s is over: %s", (expires, over) => {
  expect(hasEnded({ name: "a", value: "b", expires })).toBe(over);
});

test.each([
  ["90s", 90],
  ["30m", 1_800],
  ["12h", 43_200],
  ["7d", 604_800],
  ["2w", 1_209_600],
  ["1y", 31_536_000],
])("%s from now", (text, seconds) => {
  expect(Math.abs(parseWhen(text) - NOW - seconds)).toBeLessThan(60);
});

test.each([
  ["2999-01-31", 32_474_736_000],
  ["2999-01-31T00:00:00Z", 32_474_736_000],
  ["Thu, 31 Jan 2999 00:00:00 GMT", 32_474_736_000],
  ["32474736000", 32_474_736_000],
])("%s is a moment", (text, when) => {
  expect(parseWhen(text)).toBe(when);
});

test.each(["", "soon", "7 d", "-1", "1.5h", "2030-13-45", "31.12.2030", "1d1h", "-5"])("%j is no time", (text) => {
  expect(() => parseWhen(text)).toThrow("is not an expiry time of a cookie");
});

test.each(["0", "1", "1999-01-01", "Wed, 21 Oct 2015 07:28:00 GMT"])("%s is over", (text) => {
  expect(() => parseWhen(text)).toThrow("is in the past");
});
