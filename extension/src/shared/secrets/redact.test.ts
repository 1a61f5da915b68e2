import { expect, test } from "vitest";
import { redactHeader, redactLine, redactText, redactTitle, redactUrl } from "./redact";

const JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P";
const MADE = "aA5Yuvrxzpv8Tau1cYQ7";
const SITE = "https://a.test";

test.each([
  ["/?access_token=x&plain=1", "/?access_token=***&plain=1"],
  ["/#id_token=x&state=open", "/#id_token=***&state=open"],
  ["/?client_assertion=x", "/?client_assertion=***"],
  ["/?SAMLResponse=PHNhbWw%2B&RelayState=%2Fhome", "/?SAMLResponse=***&RelayState=%2Fhome"],
  ["/?SAMLRequest=x&SAMLart=y", "/?SAMLRequest=***&SAMLart=***"],
  [`/?RelayState=${MADE}`, "/?RelayState=***"],
  [`/?ticket=ST-1856-${MADE}`, "/?ticket=***"],
  [`/?refresh=${MADE}&state=${MADE}`, "/?refresh=***&state=***"],
  ["/?X-Amz-Security-Token=a&X-Amz-Signature=b", "/?X-Amz-Security-Token=***&X-Amz-Signature=***"],
  ["/?dpop=x&hmac=y&apikey=z&code=1", "/?dpop=***&hmac=***&apikey=***&code=***"],
  [`/?x=${JWT}`, "/?x=***"],
  [`/view/${JWT}/page`, "/view/***/page"],
  [`/#${JWT}`, "/#***"],
  ["/?x=ghp_0123456789abcdefghijklmnop", "/?x=***"],
  [`/reset/${MADE}`, "/reset/***"],
  [`/invite/${MADE}?a=1`, "/invite/***?a=1"],
  ["/?next=https%3A%2F%2Fb.test%2F%3Ftoken%3Dx", "/?next=https%3A%2F%2Fb.test%2F%3Ftoken%3D***"],
  ["/?next=%2Fcallback%3Fcode%3Dx%26a%3D1", "/?next=%2Fcallback%3Fcode%3D***%26a%3D1"],
  ["/a#/route?session=x", "/a#/route?session=***"],
])("the secret in %s is masked", (address, shown) => {
  expect(redactUrl(SITE + address)).toBe(SITE + shown);
  expect(redactUrl(address)).toBe(shown);
  expect(redactText(`went to ${SITE}${address} (twice)`)).toBe(`went to ${SITE}${shown} (twice)`);
});

test.each([
  "/?ticket=123&refresh=1&state=open&nonce=",
  "/?ticket=PROJ-1234",
  "/?state=waiting-for-review&reset=true",
  "/?q=how+to+reset+a+password",
  "/?id=3f2504e0-4f89-11d3-9a0c-0305e82c3301&v=9b74c9897bac770ffc029102a200c5de",
  "/commit/9b74c9897bac770ffc029102a200c5de0a1b2c3d",
  "/reset/password/forgotten",
  "/verify/by-mail",
  "/app.3f9a8c7b6d5e4f.js?hash=abc",
  "/?since=2026-01-01T00:00:00Z&refresh=2026-01-01T00:00:00Z",
  "/?next=%2Fhome%3Ftab%3D1",
  "/keyboard?author=me&monkey=1&pinned=1&encoder=x",
])("there is no secret in %s", (address) => {
  expect(redactUrl(SITE + address)).toBe(SITE + address);
});

test.each([
  ["https://me:pw@a.test/x", "https://***@a.test/x"],
  ["wss://me@a.test/x@y", "wss://***@a.test/x@y"],
])("who logs in is masked in %s", (address, shown) => {
  expect(redactUrl(address)).toBe(shown);
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
  ["Content-Type", "text/html; charset=utf-8", "text/html; charset=utf-8"],
  ["ETag", '"9b74c9897bac770ffc029102a200c5de"', '"9b74c9897bac770ffc029102a200c5de"'],
  ["X-Request-Id", "3f2504e0-4f89-11d3-9a0c-0305e82c3301", "3f2504e0-4f89-11d3-9a0c-0305e82c3301"],
  ["Accept-Encoding", "gzip, deflate, br", "gzip, deflate, br"],
])("the header %s: %s is shown as %s", (name, value, shown) => {
  expect(redactHeader({ name, value })).toEqual({ name, value: shown });
});

test.each([
  [`got ${JWT}`, "got ***"],
  ['{"access_token": "abcd", "expires": 3600}', '{"access_token": "***", "expires": 3600}'],
  ["{accessToken: 'abcd'}", "{accessToken: '***'}"],
  ["password=hunter2 for me", "password=*** for me"],
  ["Authorization: Bearer abcdef123456xyz", "Authorization: Bearer ***"],
  ["GET https://a.test/?token=x failed", "GET https://a.test/?token=*** failed"],
  ["key: ArrowDown, code: 404, state: open", "key: ArrowDown, code: 404, state: open"],
  ["the token has expired", "the token has expired"],
  ["basic information follows", "basic information follows"],
])("the console's line %j is shown as %j", (line, shown) => {
  expect(redactLine(line)).toBe(shown);
});

test("a title that is an address is masked", () => {
  expect(redactTitle("a.test/cb?token=x")).toBe("a.test/cb?token=***");
});

test("a title in words stays as it is", () => {
  expect(redactTitle("Reset your password? Here is how")).toBe("Reset your password? Here is how");
});
