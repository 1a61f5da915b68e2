import { expect, test } from "vitest";
import { dataUrl, parseHeader, phraseOf, responseTo, type Answer } from "./answers";

const REQUEST = { url: "https://shop.test/a", type: "xmlhttprequest", originUrl: "https://shop.test/" };

function answer(more: Partial<Answer> = {}): Answer {
  return { status: 200, statusText: "OK", headers: [], body: btoa("x"), ...more };
}

test.each([
  ["xmlhttprequest", "text/plain"],
  ["main_frame", "text/html"],
  ["sub_frame", "text/html"],
  ["script", "text/javascript"],
  ["stylesheet", "text/css"],
  ["image", "text/plain"],
  ["constructor", "text/plain"],
])("a body without a type is, for a request of the kind %s, %s", (type, mime) => {
  const headers = [{ name: "Content-Type", value: `${mime}; charset=utf-8` }];
  expect(responseTo({ ...REQUEST, type }, answer())).toEqual({ ...answer(), headers });
  expect(dataUrl(answer(), { ...REQUEST, type })).toBe(`data:${mime};charset=utf-8;base64,eA==`.replace(";", "; "));
});

test("a type that was named is kept, and no body has none", () => {
  const named = [{ name: "content-TYPE", value: "text/x-odd" }];
  expect(responseTo(REQUEST, answer({ headers: named })).headers).toEqual(named);
  expect(dataUrl(answer({ headers: named }), REQUEST)).toBe("data:text/x-odd;base64,eA==");
  expect(responseTo(REQUEST, answer({ body: "" })).headers).toEqual([]);
});

const CREDENTIALS = { name: "Access-Control-Allow-Credentials", value: "true" };

test.each([
  ["https://shop.test/other", []],
  ["https://api.test/", [{ name: "Access-Control-Allow-Origin", value: "https://api.test" }, CREDENTIALS]],
  ["http://shop.test/", [{ name: "Access-Control-Allow-Origin", value: "http://shop.test" }, CREDENTIALS]],
  ["https://shop.test:8443/", [{ name: "Access-Control-Allow-Origin", value: "https://shop.test:8443" }, CREDENTIALS]],
  ["data:text/html,x", [{ name: "Access-Control-Allow-Origin", value: "null" }]],
  [undefined, [{ name: "Access-Control-Allow-Origin", value: "null" }]],
])("a page of %s gets leave to read it: %j", (originUrl, headers) => {
  expect(responseTo({ ...REQUEST, originUrl }, answer({ body: "" })).headers).toEqual(headers);
});

test.each(["main_frame", "sub_frame"] as const)("a %s is no other site's to read, and gets no CORS headers", (type) => {
  const request = { ...REQUEST, type, originUrl: "https://api.test/" };
  expect(responseTo(request, answer({ body: "" })).headers).toEqual([]);
});

test("leave that the answer gives itself is not widened, and the answer is left as it was", () => {
  const headers = [{ name: "access-control-allow-origin", value: "https://other.test" }];
  const given = answer({ headers });
  const request = { ...REQUEST, originUrl: "https://api.test/" };
  expect(responseTo(request, { ...given, body: "" }).headers).toEqual(headers);
  responseTo(request, given);
  expect(given.headers).toHaveLength(1);
});

test.each([
  ["X-One: 1", "X-One", "1"],
  ["x-two:  a: b ", "x-two", "a: b"],
  [" X-Empty :", "X-Empty", ""],
])("%j is a header", (text, name, value) => {
  expect(parseHeader(text)).toEqual({ name, value });
});

test("statuses have the phrases of their standard, others none", () => {
  expect([200, 404, 410, 418, 599].map(phraseOf)).toEqual(["OK", "Not Found", "Gone", "", ""]);
});
