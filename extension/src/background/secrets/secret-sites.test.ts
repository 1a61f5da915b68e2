import { expect, test } from "vitest";
import { isForSite } from "./secret-sites";

test("a secret is for its domain and the hosts below it, by https", () => {
  for (const origin of ["https://example.com", "https://login.example.com", "https://example.com:8443"])
    expect(isForSite(origin, ["example.com"])).toBe(true);
  for (const origin of [
    "http://example.com",
    "https://evilexample.com",
    "https://example.com.evil.test",
    "null",
    "",
    "file://",
    "moz-extension://example.com",
    "ftp://example.com",
  ])
    expect(isForSite(origin, ["example.com"])).toBe(false);
});

test("a port and hosts below are as they are written", () => {
  expect(isForSite("https://example.com", ["example.com:8443"])).toBe(false);
  expect(isForSite("https://example.com:8443", ["example.com:8443"])).toBe(true);
  expect(isForSite("https://example.com", ["*.example.com"])).toBe(false);
  expect(isForSite("https://a.b.example.com", ["*.example.com"])).toBe(true);
});

test("without https only where that is written, and on this machine", () => {
  expect(isForSite("http://intranet.example", ["http://intranet.example"])).toBe(true);
  expect(isForSite("https://intranet.example", ["http://intranet.example"])).toBe(true);
  expect(isForSite("http://intranet.example", ["intranet.example"])).toBe(false);
  for (const host of ["localhost:8000", "shop.localhost", "127.0.0.1:8000", "[::1]:8000"])
    expect(isForSite(`http://${host}`, [host])).toBe(true);
  expect(isForSite("http://192.168.0.1", ["192.168.0.1"])).toBe(false);
  expect(isForSite("http://notlocalhost", ["notlocalhost"])).toBe(false);
});

test("nothing is for every site", () => {
  expect(isForSite("https://example.com", ["*"])).toBe(false);
  expect(isForSite("https://example.com", [])).toBe(false);
});
