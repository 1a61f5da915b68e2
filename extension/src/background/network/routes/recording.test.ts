import { expect, test } from "vitest";
import { Recording } from "./recording";

const ROOT = "http://shop.test";

function entry(url: string, response: object, request: object = {}): object {
  return { request: { method: "GET", url: `${ROOT}${url}`, ...request }, response: { status: 200, ...response } };
}

function recording(...entries: unknown[]): Recording {
  return new Recording("page.har", JSON.stringify({ log: { entries } }));
}

function body(from: Recording, url: string, request: object = {}): string | null {
  const answer = from.give({ method: "GET", url: `${ROOT}${url}`, ...request });
  return answer && new TextDecoder().decode(Uint8Array.from(atob(answer.body), (char) => char.charCodeAt(0)));
}

test("entries for one address are given in their order, the last one from then on", () => {
  const made = recording(entry("/a", { content: { text: "1" } }), entry("/a#x", { content: { text: "2" } }));
  expect([1, 2, 3].map(() => body(made, "/a"))).toEqual(["1", "2", "2"]);
  expect(body(made, "/b")).toBeNull();
  expect(made.has({ method: "POST", url: `${ROOT}/a` })).toBe(false);
});

test("what was cut off when it was recorded is no answer", () => {
  const made = recording(entry("/a", { content: { text: "functi", size: 900, _state: "cut" } }));
  expect([body(made, "/a"), made.withoutBody]).toEqual([null, 1]);
});

test("what was posted decides between entries for one address", () => {
  const posted = (text: string): object => ({ method: "POST", postData: { text } });
  const made = recording(
    entry("/a", { content: { text: "one" } }, posted("1")),
    entry("/a", { content: { text: "two" } }, posted("2")),
  );
  expect(body(made, "/a", { method: "POST", posted: "2" })).toBe("two");
  expect(body(made, "/a", { method: "POST", posted: "1" })).toBe("one");
});

test("masked secrets in recorded addresses match those of a request", () => {
  const made = recording(
    entry("/a?token=***&n=1", { content: { text: "masked" } }),
    entry("/b?token=one", { content: { text: "one" } }),
    entry("/b?token=two", { content: { text: "two" } }),
  );
  expect(body(made, "/a?token=live-secret&n=1")).toBe("masked");
  expect(body(made, "/a?token=live-secret&n=2")).toBeNull();
  expect(body(made, "/b?token=two")).toBe("two");
});

test("headers of how a body was on its way, masked ones and those that would outlive the route are left out", () => {
  const names = ["Content-Encoding", "content-length", "Strict-Transport-Security", ":status", "X-Kept"];
  const headers = [
    ...names.map((name) => ({ name, value: "1" })),
    { name: "Set-Cookie", value: "***" },
    { name: "set-cookie", value: "a=1\nb=2" },
    { name: "Content-Type", value: "text/html; charset=latin1" },
  ];
  const made = recording(entry("/a", { headers, content: { text: "\u00fc", mimeType: "text/html" } }));
  expect(made.give({ method: "GET", url: `${ROOT}/a` })?.headers).toEqual([
    { name: "X-Kept", value: "1" },
    { name: "set-cookie", value: "a=1" },
    { name: "set-cookie", value: "b=2" },
    { name: "Content-Type", value: "text/html; charset=utf-8" },
  ]);
});

test("an entry whose body was not recorded is not given out empty", () => {
  const made = recording(
    entry("/a", { content: { size: 7 } }),
    entry("/b", { status: 204 }),
    entry("/c", { status: 0 }),
    entry("/d", { content: { text: "" } }),
  );
  expect([made.count, made.withoutBody]).toEqual([2, 1]);
});

test.each([
  ["no archive", "{}", "it has no log.entries"],
  ["no request", '{"log":{"entries":[{}]}}', "log.entries[0] has no request.method"],
  ["no JSON", "<html>", "is not JSON"],
  ["cut off", JSON.stringify({ log: { entries: [entry("/a", {}), entry("/b", {})] } }).slice(0, -20), "log.entries[1]"],
])("a file with %s is refused", (_, text, said) => {
  expect(() => new Recording("page.har", text)).toThrow(said);
});

test.each([
  [{ status: "200" }, "has no response.status"],
  [{ status: 999 }, "has the status 999"],
  [{ headers: [{ name: "A b", value: "" }] }, "has response.headers that are not headers"],
  [{ content: { text: 1 } }, "has a response.content.text that is not text"],
  [{ content: { text: "%%%", encoding: "base64" } }, "has a response.content.text that is not base64"],
])("an entry with %j is named by its index", (response, said) => {
  expect(() => recording(entry("/a", {}), entry("/b", response))).toThrow(`log.entries[1] ${said}`);
});
