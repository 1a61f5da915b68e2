import { beforeEach, expect, test, vi } from "vitest";
import { CommandError } from "../../../shared/errors";
import { browserWith } from "../../privileged/stubs";
import { describe, meansOf, routeOf, type RouteOptions } from "./route-actions";

beforeEach(() => {
  vi.stubGlobal("browser", browserWith({}, {}));
});

function made(params: object, file?: File): Promise<RouteOptions> {
  return routeOf({ url: "**/x", delay: 0, ...params } as never, file, null, ["routes"]);
}

async function problemOf(params: object, file?: File): Promise<CommandError> {
  const caught = await made(params, file).catch((thrown: unknown) => thrown);
  if (caught instanceof CommandError) return caught;
  throw new Error("it was not refused");
}

function har(...entries: object[]): File {
  return new File([JSON.stringify({ log: { entries } })], "page.har");
}

function entry(content: object): object {
  return { request: { method: "GET", url: "https://shop.test/" }, response: { status: 200, content } };
}

test.each([
  [{ block: true }, "blocks", "webRequest"],
  [{ fail: true }, "fails", "helper"],
  [{ redirect: "https://shop.test/b" }, "redirects to https://shop.test/b", "webRequest"],
  [{ hold: "program" }, "asks the program that drives the page", "helper"],
  [{ status: 204 }, "answers 204, no body", "helper"],
  [{ body: "h\u00e4llo" }, "answers 200, 6 bytes", "helper"],
  [{ json: '[{"name": "Ann"}]', status: 201 }, "answers 201, application/json, 17 bytes", "helper"],
  [{ body: "x", headers: ["Content-Type: text/css; charset=utf-8"] }, "answers 200, text/css, 1 bytes", "helper"],
  [{ setHeaders: ["X-A: 1", "X-B: 2"], removeHeaders: ["Cookie"] }, "sets X-A, X-B, removes Cookie", "webRequest"],
  [{ block: true, delay: 300 }, "waits 300 ms, then blocks", "webRequest"],
  [{ delay: 300 }, "waits 300 ms, then continues it unchanged", "webRequest"],
])("the route %j %s, by %s", async (params, does, by) => {
  const { action, delayMs } = await made(params);
  expect([describe(action, delayMs), meansOf(action)]).toEqual([does, by]);
});

test("what is left out is as for all requests, and what is kept is counted", async () => {
  expect(await made({ body: "xyz" })).toMatchObject({
    ...{ url: "**/x", method: null, type: null, tabId: null, delayMs: 0, left: null, bytes: 4, rights: ["routes"] },
  });
  expect(await made({ method: "PUT", type: "image", times: 2, block: true })).toMatchObject({
    ...{ method: "PUT", type: "image", left: 2, bytes: 0 },
  });
});

test.each([
  [{ json: "1" }, undefined, ["Content-Type: application/json"], "MQ=="],
  [{ json: "1", headers: ["content-type: text/x-odd"] }, undefined, ["content-type: text/x-odd"], "MQ=="],
  [
    {},
    new File(["x"], "a.js", { type: "application/javascript" }),
    ["Content-Type: application/javascript; charset=utf-8"],
    "eA==",
  ],
  [{}, new File(["x"], "a.svg", { type: "image/svg+xml" }), ["Content-Type: image/svg+xml; charset=utf-8"], "eA=="],
  [{}, new File([new Uint8Array([0, 255])], "a.png", { type: "image/png" }), ["Content-Type: image/png"], "AP8="],
  [{}, new File([], "a"), [], ""],
])("an answer of %j has its type and its body", async (params, file, headers, body) => {
  const { action } = await made(params, file);
  if (action.does !== "answer") throw new Error("it does not answer");
  expect(action.answer.headers.map(({ name, value }) => `${name}: ${value}`)).toEqual(headers);
  expect(action.answer).toMatchObject({ status: 200, statusText: "OK", body });
});

test.each([
  [{}, "answers from page.har: 1 entry"],
  [{ miss: "fail" }, "answers from page.har: 1 entry, fails what it lacks"],
  [{ miss: "record" }, "answers from page.har: 1 entry, records what it lacks"],
])("a recording, %j, %s", async (params, does) => {
  const { action } = await made({ har: "page.har", ...params }, har(entry({ text: "x" })));
  expect(describe(action, 0)).toBe(does);
});

test("bodies that a recording lacks are counted, and without any it is not an answer", async () => {
  const some = await made({ har: "page.har" }, har(entry({ text: "x" }), entry({ size: 7 })));
  expect(describe(some.action, 0)).toBe("answers from page.har: 1 entry (1 without a whole body left out)");
  const without = await problemOf({ har: "page.har" }, har(entry({ size: 7 })));
  expect([without.code, without.message]).toEqual(["FILE_ERROR", "The recording has no bodies"]);
  expect(without.hint).toContain("clz network har");
  expect((await problemOf({ har: "page.har" }, har())).message).toBe("There is no answer in the recording");
});

test.each([
  [{ status: 500 }, "status 500"],
  [{ status: 204 }, "status 204"],
  [{ body: "x", headers: ["X-A: 1"] }, "headers"],
  [{ body: "x", type: "document" }, "a page"],
  [{ body: "x", type: "frame" }, "a page"],
  [{ hold: "program" }, "wait for a program"],
  [{ har: "page.har" }, "answer from a recording"],
])("without the helper %j is refused, and what works is named", async (params, said) => {
  vi.stubGlobal("browser", browserWith({}, null));
  const problem = await problemOf(params, "har" in params ? har(entry({ text: "x" })) : undefined);
  expect([problem.code, problem.message.includes(said)]).toEqual(["NEEDS_MANAGED", true]);
  expect(problem.hint).toContain("--block, --fail, --redirect");
});

test.each([
  { block: true },
  { fail: true },
  { redirect: "https://shop.test/b" },
  { setHeaders: ["X-A: 1"] },
  { json: "1" },
  { body: "x", headers: ["Content-Type: text/css"], type: "style" },
])("without the helper %j is done by webRequest", async (params) => {
  vi.stubGlobal("browser", browserWith({}, null));
  expect(meansOf((await made(params)).action)).toBe("webRequest");
});
