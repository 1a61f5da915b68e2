import { expect, test } from "vitest";
import redactions from "./redactions.json";
import { setUnseen, shownOf } from "../text/unseen";
import {
  redactCode,
  redactedUrl,
  redactHeader,
  redactLine,
  redactText,
  redactTitle,
  redactUrl,
  withMasked,
} from "./redact";

const JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P";
const SITE = "https://a.test";

// What is typed in a shell is masked in Python, by the same list.
const SECRETS = redactions.secrets as Array<[address: string, shown: string]>;
const LINES = redactions.lines as Array<[line: string, shown: string]>;

test.each(SECRETS)("the secret in %s is masked", (address, shown) => {
  expect(redactUrl(address)).toBe(shown);
  if (!address.startsWith("/")) return;
  expect(redactUrl(SITE + address)).toBe(SITE + shown);
  expect(redactText(`went to ${SITE}${address} (twice)`)).toBe(`went to ${SITE}${shown} (twice)`);
});

test.each(redactions.harmless)("there is no secret in %s", (address) => {
  expect(redactUrl(SITE + address)).toBe(SITE + address);
});

test.each([
  ["Authorization", "anything", "***"],
  ["Proxy-Authorization", "anything", "***"],
  ["Cookie", "anything", "***"],
  ["Set-Cookie", "anything", "***"],
  ["X-Api-Key", "anything", "***"],
  ["apikey", "anything", "***"],
  ["X-Auth-User", "anything", "***"],
  ["X-Amz-Security-Token", "anything", "***"],
  ["DPoP", "anything", "***"],
  ["X-CSRF-Token", "anything", "***"],
  ["Cf-Access-Jwt-Assertion", "anything", "***"],
  ["X-Vault-Token", "anything", "***"],
  ["X-Custom", "Bearer abcdef123456", "Bearer ***"],
  ["X-Custom", "Basic bWU6cHc=", "Basic ***"],
  ["X-Custom", `${JWT}`, "***"],
  ["Sec-WebSocket-Protocol", `v1, ${JWT}`, "v1, ***"],
  ["Location", "/cb?code=x&a=1", "/cb?code=***&a=1"],
  ["Refresh", "0; url=/cb?token=x", "0; url=/cb?token=***"],
  ["Link", "<https://a.test/?token=x>; rel=next", "<https://a.test/?token=***>; rel=next"],
  ["Referer", "https://a.test/?token=x", "https://a.test/?token=***"],
  ["WWW-Authenticate", 'Basic realm="a"', 'Basic realm="a"'],
  ["Access-Control-Allow-Credentials", "true", "true"],
  ["Content-Type", "text/html; charset=utf-8", "text/html; charset=utf-8"],
  ["ETag", '"9b74c9897bac770ffc029102a200c5de"', '"9b74c9897bac770ffc029102a200c5de"'],
  ["X-Request-Id", "3f2504e0-4f89-11d3-9a0c-0305e82c3301", "3f2504e0-4f89-11d3-9a0c-0305e82c3301"],
  ["Accept-Encoding", "gzip, deflate, br", "gzip, deflate, br"],
])("the header %s: %s is shown as %s", (name, value, shown) => {
  expect(redactHeader({ name, value })).toEqual({ name, value: shown });
});

test.each(LINES)("the console's line %j is shown as %j", (line, shown) => {
  expect(redactLine(line)).toBe(shown);
});

test("a title that is an address is masked", () => {
  expect(redactTitle("a.test/cb?token=x")).toBe("a.test/cb?token=***");
});

test("a title in words stays as it is", () => {
  expect(redactTitle("Reset your password? Here is how")).toBe("Reset your password? Here is how");
});

test("what was masked goes along unseen once a secret was used, and is shown to nobody", () => {
  const line = "password=ab&c and token: 'x y z' or secret=1234 end";
  const redacted = redactLine(line);
  expect(withMasked(line, redacted)).toBe(redacted);
  setUnseen({ mark: "\ufdd5", chars: 9 });
  try {
    const text = withMasked(line, redacted);
    expect(shownOf(text)).toBe(redacted);
    expect(text.replace(/\ufdd0\ufdd5|\ufdd1\ufdd5/g, "").replaceAll("***", "")).toBe(line);
    expect(withMasked("one", "one")).toBe("one");
    expect(withMasked("one two", "*** 2"), "what else was changed").toBe("*** 2");
    const address = `${SITE}/?password=a&b#c`;
    expect(shownOf(redactedUrl(address))).toBe(redactUrl(address));
  } finally {
    setUnseen(null);
  }
});

test("a word without end is read, and what is behind the beginning of a token in it is masked", () => {
  const word = "0123456789abcdef".repeat(500_000);
  expect(redactCode(word) === word).toBe(true);
  expect(redactCode(`${word}.eyJ${word}`) === `${word}.***`).toBe(true);
});
