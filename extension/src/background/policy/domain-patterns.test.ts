import { expect, test } from "vitest";
import names from "./host-names.json";
import { isCovered, isInner, matchesAny, parsePattern, type Pattern } from "./domain-patterns";

function patterns(...texts: string[]): Pattern[] {
  return texts.map(parsePattern).filter((pattern) => pattern !== null);
}

function parsed(text: string): Pattern {
  const [pattern] = patterns(text);
  if (!pattern) throw new Error(`${text} is not a pattern`);
  return pattern;
}

/** The host reads names of rules too, and its test goes through the same ones. */
const NAMES = names as Array<[string, string | null]>;

test.each(NAMES)("the host that %j means is %j, as the host of clz reads it", (written, name) => {
  expect(parsePattern(written)?.host ?? null).toBe(name);
});

test.each([
  ["example.com", "https://example.com/"],
  ["example.com", "http://www.example.com:8080/path"],
  ["example.com", "wss://a.b.example.com/socket"],
  ["example.com", "https://EXAMPLE.com./"],
  ["Example.COM.", "https://example.com"],
  ["*.example.com", "https://a.b.example.com"],
  ["*", "https://anything.test:99/"],
  ["example.com:8443", "https://example.com:8443/"],
  ["example.com:443", "https://example.com/"],
  ["example.com:443", "wss://example.com/"],
  ["bücher.example", "https://xn--bcher-kva.example/"],
  ["xn--bcher-kva.example", "https://bücher.example/"],
  ["BÜCHER.example", "https://www.bücher.example/"],
  ["127.0.0.1", "http://127.0.0.1:8000/"],
  ["127.0.0.1", "http://0x7f.1/"],
  ["127.0.0.1", "http://2130706433/"],
  ["127.0.0.1", "http://0177.0.0.01/"],
  ["2130706433", "http://127.0.0.1/"],
  ["[::1]", "http://[::1]:8000/"],
  ["::1", "http://[0:0:0:0:0:0:0:1]/"],
  ["[2001:DB8::1]:8080", "http://[2001:db8:0::1]:8080/"],
  ["localhost:8000", "ws://localhost:8000/"],
])("%s lets through %s", (pattern, url) => {
  expect(matchesAny(url, [parsed(pattern)])).toBe(true);
});

test.each([
  ["example.com", "https://evilexample.com/"],
  ["*.example.com", "https://evilexample.com/"],
  ["*.example.com", "https://example.com/"],
  ["*.example.com", "https://.example.com.evil.test/"],
  ["example.com", "https://example.com.evil.test/"],
  ["example.com", "https://example.com@evil.test/"],
  ["example.com", "https://evil.test/example.com"],
  ["example.com", "https://evil.test/?example.com"],
  ["example.com", "https://examplе.com/"], // a Cyrillic е
  ["www.example.com", "https://example.com/"],
  ["example.com:8443", "https://example.com/"],
  ["example.com:443", "http://example.com/"],
  ["127.0.0.1", "http://127.0.0.2/"],
  ["127.0.0.1", "http://x.127.0.0.1.evil.test/"],
  ["[::1]", "http://[::2]/"],
  ["::1", "http://127.0.0.1/"],
  ["localhost", "http://127.0.0.1/"],
  ["example.com", "file:///etc/passwd"],
  ["*", "file:///etc/passwd"],
  ["example.com", "not an address"],
])("%s keeps out %s", (pattern, url) => {
  expect(matchesAny(url, [parsed(pattern)])).toBe(false);
});

test("a number that means another address keeps that one out", () => {
  expect(matchesAny("http://127.0.0.1/", patterns("0.0.1"))).toBe(false);
});

test.each([
  ...["", " ", "*.", "**", "*.*", "*example.com", "a.*.com", "http://example.com", "example.com/", "a@b", "a b"],
  ...["a..b", "example.com:", "example.com:99999", "*.127.0.0.1", "*.[::1]", ".example.com", "exa%6dple.com"],
  ...["[::1", "1.2.3.256"],
])("%j is not a pattern", (text) => {
  expect(parsePattern(text)).toBeNull();
});

test("without a pattern nothing is let through", () => {
  expect(matchesAny("https://example.com/", [])).toBe(false);
});

test.each(["about:blank", "about:srcdoc", "data:text/plain,x", "blob:https://example.com/1"])(
  "%s stays within the browser",
  (url) => expect(isInner(url)).toBe(true),
);

test.each(["https://example.com", "ws://example.com", "file:///etc/passwd", "ftp://example.com", ""])(
  "%j leads out of the browser",
  (url) => expect(isInner(url)).toBe(false),
);

test.each([
  ["example.com", "example.com"],
  ["www.example.com", "example.com"],
  ["*.example.com", "example.com"],
  ["*.example.com", "*.example.com"],
  ["*.a.example.com", "*.example.com"],
  ["example.com:80", "example.com"],
  ["example.com", "*"],
])("%s is no wider than %s", (narrow, wide) => {
  expect(isCovered(parsed(narrow), patterns(wide))).toBe(true);
});

test.each([
  ["example.com", "*.example.com"],
  ["example.com", "www.example.com"],
  ["example.com", "example.com:80"],
  ["example.com:81", "example.com:80"],
  ["*", "example.com"],
  ["com", "example.com"],
  ["127.0.0.1", "0.0.1"],
])("%s is wider than %s", (narrow, wide) => {
  expect(isCovered(parsed(narrow), patterns(wide))).toBe(false);
});
