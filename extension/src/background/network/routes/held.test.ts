import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LIMITS } from "../../../generated/registry";
import { CommandContext } from "../../command-context";
import { browserWith } from "../../privileged/stubs";
import { agentScope, tabScope } from "../../scopes";
import { HeldRequests, type Choice } from "./held";

const HEADERS = [
  { name: "Authorization", value: "Bearer live-one" },
  { name: "Content-Type", value: "application/x-www-form-urlencoded" },
];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("browser", browserWith({}, { requestHeaders: () => HEADERS }));
});
afterEach(() => {
  vi.useRealTimers();
});

function asking(agent = "one"): CommandContext {
  return new CommandContext({
    ...{ type: "command", id: "1", command: "takeHeld", params: {}, agent: { id: agent } },
    deadlineMs: 60_000,
  });
}

function question(held: HeldRequests, waitMs: number, more: object = {}): ReturnType<HeldRequests["take"]> {
  return held.take({ holder: "program", waitMs, bodies: false, ...more }, asking());
}

/** A request that is held; what is decided about it. */
function requested(held: HeldRequests, details: object = {}): Promise<Choice> {
  const usual = { requestId: "1", url: "https://shop.test/a", method: "POST", type: "xmlhttprequest" };
  return held.hold("one", "program", 5, { ...usual, tabId: 7, frameId: 0, ...details } as never);
}

test("a question waits for what comes, and is told of each once, without its secrets", async () => {
  const held = new HeldRequests();
  const first = question(held, 4_000);
  void requested(held);
  const [told] = (await first).requests;
  expect(told).toEqual({
    ...{
      id: "h1",
      route: 5,
      url: "https://shop.test/a",
      method: "POST",
      tabId: 7,
      type: "xhr",
      page: false,
      top: true,
    },
    headers: [{ name: "Authorization", value: "***" }, HEADERS[1]],
  });
  const second = question(held, 4_000);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await second).toEqual({ requests: [], calls: [] });
});

test("a newer question ends the older one, and gets what comes", async () => {
  const held = new HeldRequests();
  const older = question(held, 4_000);
  const newer = question(held, 4_000);
  expect(await older).toEqual({ requests: [], calls: [] });
  void requested(held);
  expect((await newer).requests).toHaveLength(1);
});

test.each([
  [{ formData: { user: ["ada"], password: ["live-two"] } }, { text: "user=ada&password=***" }],
  [
    { raw: [{ bytes: new TextEncoder().encode("n=").buffer }, { bytes: new Uint8Array([49]).buffer }] },
    { text: "n=1" },
  ],
  [undefined, {}],
])("what a request carries is told where it is asked for: %j", async (requestBody, carried) => {
  const held = new HeldRequests();
  void requested(held, { requestBody });
  await vi.advanceTimersByTimeAsync(0);
  const [told] = (await question(held, 0, { bodies: true })).requests;
  expect(told).toMatchObject(carried);
  expect(told && "text" in told).toBe("text" in carried);
});

test("what is said of a request becomes of it, and only its agent says it", async () => {
  const held = new HeldRequests();
  const decided = requested(held);
  await vi.advanceTimersByTimeAsync(0);
  expect(() => held.find("other", "h1")).toThrow("Nothing waits with this id");
  held.settle(held.find("one", "h1"), { does: "pass" });
  expect(await decided).toEqual({ does: "pass" });
  expect(() => held.find("one", "h1")).toThrow("Nothing waits with this id");
  expect([held.met("1"), held.met("2")]).toEqual([true, false]);
});

test.each([
  ["the tab", () => tabScope.end(7)],
  ["the agent", () => agentScope.end("one")],
])("requests and calls fail with %s", async (_, end) => {
  const held = new HeldRequests();
  const decided = requested(held);
  const replied = held.call("one", "program", { name: "add", args: "[]", tabId: 7 } as never);
  await vi.advanceTimersByTimeAsync(0);
  tabScope.end(8);
  agentScope.end("other");
  expect(held.find("one", "h2")).toBeTruthy();
  end();
  expect(await decided).toEqual({ does: "fail", error: "NS_ERROR_ABORT" });
  expect(await replied).toEqual({ error: "The program that answers this function is gone" });
  expect(() => held.find("one", "h1")).toThrow("Nothing waits with this id");
});

test("requests and calls of a program that asks no more fail, and those of one that asks wait on", async () => {
  const held = new HeldRequests();
  let decided: Choice | null = null;
  void requested(held).then((choice) => (decided = choice));
  const replied = held.call("one", "program", { name: "add", args: "[]", tabId: 7 } as never);
  for (let asked = 0; asked < 3; asked += 1) {
    const waits = question(held, LIMITS.heldSilenceMs - 1);
    await vi.advanceTimersByTimeAsync(LIMITS.heldSilenceMs - 1);
    await waits;
  }
  expect(decided).toBeNull();
  await vi.advanceTimersByTimeAsync(2 * LIMITS.heldSilenceMs);
  expect(decided).toEqual({ does: "fail", error: "NS_ERROR_ABORT" });
  expect(await replied).toEqual({ error: "The program that answers this function is gone" });
});

test("a call gets its own program's reply, once, and not another agent's", async () => {
  const held = new HeldRequests();
  const replied = held.call("one", "program", { name: "add", args: "[1]", tabId: 7 } as never);
  const { calls } = await question(held, 0);
  expect(calls).toEqual([{ id: "c1", name: "add", args: "[1]", tabId: 7 }]);
  expect(() => held.reply("other", "c1", { value: "0" })).toThrow("Nothing waits with this id");
  held.reply("one", "c1", { value: "2" });
  expect(await replied).toEqual({ value: "2" });
  expect(() => held.reply("one", "c1", { value: "3" })).toThrow("Nothing waits with this id");
});
