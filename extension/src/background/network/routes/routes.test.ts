import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LIMITS } from "../../../generated/registry";
import { globMatcher } from "../../../shared/text/glob";
import { browserWith } from "../../privileged/stubs";
import { agentScope, tabScope } from "../../scopes";
import type { Choice } from "./held";
import type { RouteOptions } from "./route-actions";
import { Routes } from "./routes";

type Listener = (details: object) => unknown;

const PAGE = {
  requestId: "1",
  tabId: 7,
  method: "GET",
  type: "xmlhttprequest",
  url: "https://shop.test/api/1",
  originUrl: "https://shop.test/",
};

/** What the person and their rules say, and what a program decides. */
class World {
  asked: Listener | null = null;
  sending: Listener | null = null;
  withdrawn = new Set<string>();
  denied = new Set<string>();
  choice: Choice = { does: "pass" };
  met = false;
  refused: string[] = [];
  recorded = 0;
  /** What the helper did last. */
  done: string | number | null = null;
  readonly routes: Routes;

  constructor() {
    this.stub();
    const withdrawal = (_: string, rights: string[]): string | null =>
      rights.find((right) => this.withdrawn.has(right)) ?? null;
    const refusal = (_: string, url: string): string | null => (this.denied.has(url) ? "a rule" : null);
    const parts = [
      { agentOf: ({ tabId }: { tabId: number }) => ({ 7: "one", 8: "one", 9: "other" })[tabId] ?? null },
      { withdrawal, refusal },
      { onAnswer: () => Promise.resolve({}) },
      {
        answered: () => undefined,
        refuse: (_: number, __: string, { message }: Error) => this.refused.push(message),
      },
      () => (this.recorded += 1),
      { use: (_: string, sending: Listener | null) => (this.sending = sending) },
      { madeBy: () => undefined },
      { met: () => this.met, hold: () => Promise.resolve(this.choice) },
    ];
    this.routes = new Routes(...(parts as unknown as ConstructorParameters<typeof Routes>));
  }

  stub(hasHelper = true): void {
    const listens = { addListener: (take: Listener) => (this.asked = take), removeListener: () => (this.asked = null) };
    const ignored = { addListener: () => undefined, removeListener: () => undefined };
    const webRequest = { onBeforeRequest: listens, onCompleted: ignored, handlerBehaviorChanged: () => undefined };
    const helper = {
      failRequest: (_: string, error: string) => (this.done = error),
      provideResponse: (_: string, { status }: { status: number }) => (this.done = status),
    };
    vi.stubGlobal("browser", browserWith({ webRequest }, hasHelper ? helper : null));
  }

  async add(action: RouteOptions["action"], more: Partial<RouteOptions> = {}, agent = "one"): Promise<number> {
    const url = more.url ?? "**/api/**";
    const usual = { url, matchesUrl: globMatcher(url), method: null, type: null, tabId: null };
    const options = { ...usual, delayMs: 0, left: null, bytes: 0, rights: [], ...more, action };
    return (await this.routes.add(agent, options)).id;
  }

  /** What becomes of a request. */
  async of(more: object = {}): Promise<unknown> {
    this.done = null;
    const verdict = await this.asked?.({ ...PAGE, ...more });
    return this.done ?? verdict ?? {};
  }
}

let world: World;
beforeEach(() => {
  world = new World();
});
afterEach(() => {
  vi.useRealTimers();
  agentScope.end("one");
  agentScope.end("other");
});

const BLOCK = { does: "block" } as const;
const CANCELLED = { cancel: true };

function answers(status: number): RouteOptions["action"] {
  return { does: "answer", answer: { status, statusText: "", headers: [], body: "" } };
}

test("the newest route that matches decides, as often as it may", async () => {
  await world.add(answers(201));
  await world.add(answers(202), { left: 2 });
  await world.add(answers(203), { method: "PUT" });
  await world.add(BLOCK, { type: "image" });
  expect([await world.of(), await world.of(), await world.of()]).toEqual([202, 202, 201]);
  expect(await world.of({ method: "PUT" })).toBe(203);
  expect(await world.of({ type: "imageset" })).toEqual(CANCELLED);
  expect(world.routes.list("one").map(({ does, matched }) => [does, matched])).toEqual([
    ["blocks", 1],
    ["answers 203, no body", 1],
    ["answers 201, no body", 1],
  ]);
});

test.each([
  [{}, {}, true],
  [{ url: "**/other" }, {}, false],
  [{ method: "POST" }, {}, false],
  [{ method: "POST" }, { method: "POST" }, true],
  [{ type: "xhr" }, {}, true],
  [{ type: "document" }, { type: "main_frame" }, true],
  [{ type: "frame" }, { type: "main_frame" }, false],
  [{ type: "beacon" }, { type: "ping" }, true],
  [{ type: "other" }, { type: "csp_report" }, true],
  [{ type: "other" }, {}, false],
  [{ tabId: 7 }, {}, true],
  [{ tabId: 8 }, {}, false],
  [{}, { tabId: 8 }, true],
  [{}, { tabId: 9 }, false],
  [{}, { tabId: 10 }, false],
])("a route for %j and a request with %j go together: %s", async (route, request, together) => {
  await world.add(BLOCK, route);
  expect(await world.of(request)).toEqual(together ? CANCELLED : {});
});

const CHANGED = { does: "change", set: [{ name: "X-A", value: "1" }], remove: ["Cookie"] } as const;

test.each([
  ["block", BLOCK, CANCELLED],
  ["fail", { does: "fail" } as const, "NS_ERROR_CONNECTION_REFUSED"],
  ["redirect", { does: "redirect", url: "https://b.test/" } as const, { redirectUrl: "https://b.test/" }],
  ["change", CHANGED, {}],
  ["answer", answers(418), 418],
])("what a route is to do becomes of a request: %s", async (_, action, becomes) => {
  await world.add(action);
  expect(await world.of()).toEqual(becomes);
});

test("without the helper a page is never another one, and what a page fetches is", async () => {
  world.stub(false);
  const answer = { status: 200, statusText: "OK", headers: [{ name: "Content-Type", value: "text/x" }], body: "eA==" };
  const id = await world.add({ does: "answer", answer });
  expect(await world.of()).toEqual({ redirectUrl: "data:text/x;base64,eA==" });
  for (const type of ["main_frame", "sub_frame", "object"]) expect(await world.of({ type })).toEqual(CANCELLED);
  expect(world.refused).toEqual([`Route ${id} cannot answer a page in this Firefox`]);
  await world.add({ does: "fail" });
  expect(await world.of()).toEqual(CANCELLED);
});

test("without the helper what a page asks another site for fails, and the next command says why, once", async () => {
  world.stub(false);
  await world.add(answers(200));
  const across = { originUrl: "https://other.test/" };
  expect(await world.of({ ...across, type: "script" })).toMatchObject({ redirectUrl: expect.any(String) as string });
  expect(() => world.routes.checkAnswered("one")).not.toThrow();
  expect(await world.of(across)).toEqual(CANCELLED);
  expect(() => world.routes.checkAnswered("other")).not.toThrow();
  expect(() => world.routes.checkAnswered("one")).toThrow(`answer for another site: ${PAGE.url}`);
  expect(() => world.routes.checkAnswered("one")).not.toThrow();
});

test("where a redirect leads, it does not lead again", async () => {
  await world.add({ does: "redirect", url: "https://shop.test/api/one" });
  expect(await world.of()).toEqual({ redirectUrl: "https://shop.test/api/one" });
  expect(await world.of({ url: "https://shop.test/api/one" })).toEqual({});
});

test.each([
  ["pass", true, { has: 404, lacks: {} }, 0],
  ["fail", true, { has: 404, lacks: "NS_ERROR_FAILURE" }, 0],
  ["record", true, { has: 404, lacks: {} }, 2],
] as const)("what a recording lacks, it is to %s", async (miss, _, { has, lacks }, recorded) => {
  const held = (url: string): boolean => url.endsWith("/has");
  const answer = { status: 404, statusText: "", headers: [], body: "" };
  const recording = {
    has: ({ url }: { url: string }) => held(url),
    give: ({ url }: { url: string }) => (held(url) ? answer : null),
  };
  await world.add({ does: "replay", recording, miss } as never);
  expect(await world.of({ url: "https://shop.test/api/has" })).toEqual(has);
  expect(await world.of({ url: "https://shop.test/api/lacks" })).toEqual(lacks);
  expect(world.recorded).toBe(recorded);
});

test("a route whose right was taken away does nothing, and says which", async () => {
  await world.add(answers(201), { rights: ["routes"] });
  await world.add(answers(202), { rights: ["routes", "cookies"] });
  world.withdrawn.add("cookies");
  expect(await world.of()).toBe(201);
  expect(world.routes.list("one").map(({ off }) => off)).toEqual(["cookies", null]);
  world.withdrawn.add("routes");
  expect(await world.of()).toEqual({});
  world.withdrawn.clear();
  expect(await world.of()).toBe(202);
});

test("what a rule denies stays denied, whatever the routes say", async () => {
  await world.add(answers(200));
  world.denied.add(PAGE.url);
  expect(await world.of()).toEqual(CANCELLED);
  await world.add({ does: "hold", holder: "program" });
  expect(await world.of()).toEqual(CANCELLED);
});

test("a delay comes first, and a right that is taken away meanwhile counts", async () => {
  vi.useFakeTimers();
  await world.add(answers(200), { delayMs: 400, rights: ["routes"] });
  let becomes: unknown = null;
  const asks = (): void => void world.of().then((verdict) => (becomes = verdict));
  asks();
  await vi.advanceTimersByTimeAsync(399);
  expect(becomes).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(becomes).toBe(200);
  asks();
  world.withdrawn.add("routes");
  await vi.advanceTimersByTimeAsync(400);
  expect(becomes).toEqual({});
});

test.each([
  [{ does: "pass" }, 201],
  [{ does: "fail", error: "NS_ERROR_ABORT" }, "NS_ERROR_ABORT"],
  [{ does: "answer", answer: { status: 418, statusText: "", headers: [], body: "" } }, 418],
  [CHANGED, {}],
] as Array<[Choice, unknown]>)("what a program decides, %j, becomes of a request", async (choice, becomes) => {
  await world.add(answers(201));
  await world.add({ does: "hold", holder: "program" });
  await world.add(answers(202), { url: "**/newer" });
  world.choice = choice;
  expect(await world.of()).toEqual(becomes);
});

test("where a request is redirected to that was asked about, the program is not asked again", async () => {
  await world.add(answers(201));
  await world.add({ does: "hold", holder: "program" });
  world.choice = { does: "fail", error: "NS_ERROR_ABORT" };
  world.met = true;
  expect(await world.of()).toBe(201);
});

test("headers are changed once for each request, and Firefox is listened to only for as long", async () => {
  const id = await world.add(CHANGED);
  const sending = world.sending;
  await world.of();
  await world.routes.remove("one", id, undefined);
  expect([world.asked, world.sending]).toEqual([null, sending]);
  expect(sending?.({ requestId: "2" })).toBeNull();
  expect(sending?.({ requestId: "1" })).toMatchObject({ set: CHANGED.set, remove: CHANGED.remove });
  expect(world.sending).toBeNull();
});

test("routes are one agent's, and go one by one, with a tab, or all at once", async () => {
  const [all, seven, eight] = [
    await world.add(BLOCK),
    await world.add(BLOCK, { tabId: 7 }),
    await world.add(BLOCK, { tabId: 8 }),
  ];
  await world.add(answers(200), {}, "other");
  await expect(world.routes.remove("other", all, undefined)).rejects.toThrow(`You have no route ${all}`);
  expect(await world.routes.remove("one", undefined, 8)).toEqual({ removed: [eight], left: 2 });
  tabScope.end(7);
  expect(world.routes.list("one").map(({ id }) => id)).toEqual([all]);
  expect(await world.routes.remove("one", undefined, undefined)).toEqual({ removed: [all], left: 0 });
  await world.add(BLOCK);
  agentScope.end("one");
  expect(world.routes.list("one")).toEqual([]);
  expect(await world.of({ tabId: 9 })).toBe(200);
  expect(seven).toBeLessThan(eight);
});

test("there are so many routes at most, with so many bytes", async () => {
  await expect(world.add(answers(200), { bytes: LIMITS.maxRoutesBytes + 1 })).rejects.toMatchObject({
    code: "REQUEST_TOO_LARGE",
  });
  for (let made = 0; made < LIMITS.maxRoutes; made += 1) await world.add(BLOCK);
  await expect(world.add(BLOCK)).rejects.toMatchObject({ code: "INVALID_PARAMS" });
  await expect(world.add(BLOCK, {}, "other")).resolves.toBeGreaterThan(0);
});
