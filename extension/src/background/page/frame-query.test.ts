import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Deadline } from "../../shared/deadline";
import type { QueryMessage } from "../../shared/messages";
import { CommandContext } from "../command-context";
import type { FrameMessenger } from "./frame-messenger";
import { FrameQuery } from "./frame-query";
import type { Frames } from "./frame-tree";

const FRAMES = [0, 11, 12, 13];
const NOTHING = { count: 0, hidden: 0, loading: false, quiet: false, candidates: [], lookalikes: [], frameIds: [] };
const QUERY = { target: "#it", need: "any", first: false, patient: true } as const;

let context: CommandContext;

beforeEach(() => {
  vi.useFakeTimers();
  const agent = { id: "a" };
  context = new CommandContext({ type: "command", id: "1", command: "click", params: {}, agent, deadlineMs: 30_000 });
  context.bindTab(7);
});

afterEach(() => {
  context.close();
  vi.useRealTimers();
});

/** A page whose frames answer after so many milliseconds each; the last one has what is wanted. Counts the questions. */
function page(delays: number[]): { query: FrameQuery; asked: () => number } {
  let asked = 0;
  const messenger = {
    tell: () => undefined,
    send: async (frameId: number, { clz }: QueryMessage) => {
      expect(clz).toBe("query");
      asked += 1;
      await new Promise((resolve) => setTimeout(resolve, delays[FRAMES.indexOf(frameId)]));
      return { ok: true, value: { ...NOTHING, count: frameId === FRAMES.at(-1) ? 1 : 0 } };
    },
  };
  const frames = {
    list: () => Promise.resolve(FRAMES.map((frameId) => ({ frameId, parentFrameId: 0, url: "" }))),
    onArrival: () => undefined,
  };
  const query = new FrameQuery(messenger as unknown as FrameMessenger, frames as unknown as Frames, () => false);
  return { query, asked: () => asked };
}

async function found(query: FrameQuery): Promise<number | undefined> {
  const finding = query.find(QUERY, null, Deadline.after(5_000), context);
  await vi.advanceTimersByTimeAsync(6_000);
  return (await finding).frameId;
}

test("frames that answer late, as on a busy machine, are given the time they need", async () => {
  const { query, asked } = page([1_000, 1_100, 1_200, 1_300]);
  expect(await found(query)).toBe(13);
  // Each was asked three times, for longer each time, and for nothing else meanwhile.
  expect(asked()).toBe(3 * FRAMES.length);
});

test("what a frame says too late for one look counts in the next", async () => {
  const { query } = page([0, 10, 20, 700]);
  expect(await found(query)).toBe(13);
});

test("one frame that never answers keeps nobody from the others", async () => {
  const { query } = page([0, 1e9, 10, 20]);
  expect(await found(query)).toBe(13);
});
