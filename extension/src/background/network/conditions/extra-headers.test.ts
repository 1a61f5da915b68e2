import { beforeEach, expect, test, vi } from "vitest";
import { LIMITS } from "../../../generated/registry";
import { agentScope, tabScope } from "../../scopes";
import { browserWith } from "../../privileged/stubs";
import { NetworkConditions } from "./conditions";
import { ExtraHeaders } from "./extra-headers";
import { SentHeaders, type HeaderChange } from "./sent-headers";

type Header = HeaderChange["set"][number];
type Sends = (details: object) => { requestHeaders?: Header[] } | Promise<{ requestHeaders?: Header[] }>;

let sends: Sends | null;
let withdrawn: Set<string>;
let conditions: NetworkConditions;
let sent: SentHeaders;

const OWNERS: Record<number, string | Promise<string>> = { 7: "one", 8: "one", 9: "other", 10: Promise.resolve("one") };

beforeEach(() => {
  [sends, withdrawn, conditions, sent] = [null, new Set(), new NetworkConditions(), new SentHeaders()];
  const listens = { addListener: (take: Sends) => (sends = take), removeListener: () => (sends = null) };
  vi.stubGlobal("browser", browserWith({ webRequest: { onBeforeSendHeaders: listens } }, {}));
  const policy = { withdrawal: (_: string, rights: string[]) => rights.find((right) => withdrawn.has(right)) ?? null };
  const requesters = { agentOf: ({ tabId }: { tabId: number }) => OWNERS[tabId] ?? null };
  new ExtraHeaders(conditions, requesters as never, policy as never, sent);
});

function headers(...texts: string[]): Header[] {
  return texts.map((text) => ({ name: text.split(": ")[0] ?? "", value: text.split(": ")[1] ?? "" }));
}

/** The headers that a request of a tab is sent with, which has one of its own. */
async function sentBy(tabId: number): Promise<string[]> {
  const own = headers("User-Agent: Firefox");
  const { requestHeaders = own } = (await sends?.({ requestId: "1", tabId, requestHeaders: own })) ?? {};
  return requestHeaders.map(({ name, value }) => `${name}: ${value}`);
}

const OWN = "User-Agent: Firefox";

test("each request of the agent's tabs bears them, one that is just being opened too, and nobody else's", async () => {
  conditions.setHeaders("one", null, headers("X-A: 1"));
  expect(await Promise.all([7, 8, 9, 10, 11].map(sentBy))).toEqual([
    [OWN, "X-A: 1"],
    [OWN, "X-A: 1"],
    [OWN],
    [OWN, "X-A: 1"],
    [OWN],
  ]);
});

test("they take the place of headers of their name, however it is spelled", async () => {
  conditions.setHeaders("one", null, headers("user-AGENT: Odd/1.0"));
  expect(await sentBy(7)).toEqual(["user-AGENT: Odd/1.0"]);
});

test("two agents' do not meet", async () => {
  conditions.setHeaders("one", null, headers("X-Whose: one"));
  conditions.setHeaders("other", null, headers("X-Whose: other"));
  expect([await sentBy(7), await sentBy(9)]).toEqual([
    [OWN, "X-Whose: one"],
    [OWN, "X-Whose: other"],
  ]);
  agentScope.end("other");
  expect([await sentBy(7), await sentBy(9)]).toEqual([[OWN, "X-Whose: one"], [OWN]]);
});

test("a tab has its own, and what is set for all tabs after it is the last word", async () => {
  conditions.setHeaders("one", null, headers("X-For: all", "X-All: 1"));
  conditions.setHeaders("one", 8, headers("x-for: eight"));
  expect(await sentBy(7)).toEqual([OWN, "X-For: all", "X-All: 1"]);
  expect(await sentBy(8)).toEqual([OWN, "x-for: eight", "X-All: 1"]);
  expect(conditions.list("one", null).map(({ tabId }) => tabId)).toEqual([null, 8]);
  conditions.setHeaders("one", null, headers("X-For: everywhere"));
  expect(await sentBy(8)).toEqual([OWN, "X-For: everywhere", "X-All: 1"]);
  conditions.setHeaders("one", 8, headers("X-For: eight"));
  tabScope.end(8);
  expect(conditions.list("one", null).map(({ tabId }) => tabId)).toEqual([null]);
});

test("they are cleared by name or all at once, and then nothing is listened to", async () => {
  conditions.setHeaders("one", null, headers("X-One: 1", "X-Two: 2", "X-Three: 3"));
  conditions.setHeaders("one", null, headers("x-two: 22"));
  expect(conditions.headers("one", null)).toEqual(headers("X-One: 1", "x-two: 22", "X-Three: 3"));
  expect(conditions.clearHeaders("one", null, [" X-ONE", "X-Never"])).toEqual(["X-One"]);
  expect(await sentBy(7)).toEqual([OWN, "x-two: 22", "X-Three: 3"]);
  conditions.clearHeaders("one", null, undefined);
  expect([conditions.list("one", null), sends]).toEqual([[], null]);
});

test("what the person takes away is not sent", async () => {
  conditions.setHeaders("one", null, headers("X-A: 1", "cookie: a=b"));
  withdrawn.add("cookies");
  expect(await sentBy(7)).toEqual([OWN, "X-A: 1"]);
  withdrawn.add("routes");
  expect(await sentBy(7)).toEqual([OWN]);
  withdrawn.clear();
  expect(await sentBy(7)).toEqual([OWN, "X-A: 1", "cookie: a=b"]);
});

test("a route has the last word", async () => {
  conditions.setHeaders("one", null, headers("X-Who: conditions", "X-Gone: 1", "X-Stays: 1"));
  sent.use("routes", () => ({ set: headers("X-Who: route"), remove: ["x-gone", "user-agent"] }));
  expect([await sentBy(7), await sentBy(10)]).toEqual([
    ["X-Stays: 1", "X-Who: route"],
    ["X-Stays: 1", "X-Who: route"],
  ]);
});

test("there are so many at most, and secrets in them are shown masked", () => {
  const many = Array.from({ length: LIMITS.maxExtraHeaders }, (_, number) => ({ name: `X-${number}`, value: "1" }));
  conditions.setHeaders("one", null, many);
  expect(() => conditions.setHeaders("one", null, headers("X-More: 1"))).toThrow(/headers at most/);
  conditions.setHeaders("other", null, headers("Authorization: Bearer live", "X-Plain: seen"));
  expect(conditions.maskedHeaders("other", null)).toEqual(headers("Authorization: ***", "X-Plain: seen"));
});
