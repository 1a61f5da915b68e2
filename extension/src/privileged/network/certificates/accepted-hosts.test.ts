import { expect, test } from "vitest";
import { AcceptedHosts } from "./accepted-hosts";

test.each([
  ["localhost", "localhost", 443],
  ["localhost", "localhost", 8443],
  ["localhost:8443", "localhost", 8443],
  ["other.test *.staging.test", "a.b.staging.test", 443],
  ["*.staging.test:8443", "a.staging.test", 8443],
  ["127.0.0.1", "127.0.0.1", 443],
  ["[::1]", "::1", 443],
  ["[::1]:8443", "::1", 8443],
  ["[::1]:8443", "[::1]", 8443],
  ["xn--strae-oqa.test", "xn--strae-oqa.test", 443],
])("%j accepts %s at %d", (list, host, port) => {
  expect(new AcceptedHosts(list).has(host, port)).toBe(true);
});

test.each([
  ["", "localhost", 443],
  ["localhost", "a.localhost", 443],
  ["localhost", "notlocalhost", 443],
  ["localhost:8443", "localhost", 443],
  ["localhost:443", "localhost", 8443],
  ["*.staging.test", "staging.test", 443],
  ["*.staging.test", "mystaging.test", 443],
  ["*.staging.test", "staging.test.evil.test", 443],
  ["*.staging.test:8443", "a.staging.test", 443],
  ["[::1]", "::2", 443],
  ["127.0.0.1", "127.0.0.11", 443],
])("%j does not accept %s at %d", (list, host, port) => {
  expect(new AcceptedHosts(list).has(host, port)).toBe(false);
});

test("a list without a host is empty", () => {
  expect(new AcceptedHosts("").isEmpty).toBe(true);
  expect(new AcceptedHosts("a.test").isEmpty).toBe(false);
});
