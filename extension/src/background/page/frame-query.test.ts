import { expect, test } from "vitest";
import { Deadline } from "../../shared/deadline";
import type { LocatorQuery, QueryMessage, QueryResult } from "../../shared/messages";
import type { CommandContext } from "../command-context";
import type { FrameMessenger } from "./frame-messenger";
import { FrameQuery } from "./frame-query";
import type { Frames } from "./frame-tree";

const FRAMES = 50;
const EACH_MS = 15;

const query: LocatorQuery = { target: "#last", need: "visible", first: false, patient: true };

/** One process answers for all frames, one after the other, the last of which has what is wanted. */
function slowPage(): { messenger: FrameMessenger; asked: number[] } {
  const asked: number[] = [];
  let line = Promise.resolve();
  const send = async (
    frameId: number,
    { query: { target } }: QueryMessage,
  ): Promise<{ ok: true; value: QueryResult }> => {
    asked.push(frameId);
    line = line.then(() => new Promise((resolve) => setTimeout(resolve, EACH_MS)));
    await line;
    const count = frameId === FRAMES - 1 && target === "#last" ? 1 : 0;
    const nothing = { hidden: 0, loading: false, quiet: false, candidates: [], lookalikes: [], frameIds: [] };
    return { ok: true, value: { ...nothing, count } };
  };
  return { messenger: { send, tell: () => undefined } as unknown as FrameMessenger, asked };
}

const frames = {
  list: () => Promise.resolve(Array.from({ length: FRAMES }, (_, frameId) => ({ frameId, parentFrameId: 0, url: "" }))),
  onArrival: () => undefined,
} as unknown as Frames;

const context = {
  id: "1",
  tabId: 1,
  deadline: Deadline.after(10_000),
  framesDeadline: Deadline.after(10_000),
  silentFrames: new Set<number>(),
  race: <T>(promise: Promise<T>) => promise,
} as unknown as CommandContext;

test("frames that answer late, one after the other, are asked once and waited for", async () => {
  const { messenger, asked } = slowPage();
  const queries = new FrameQuery(
    messenger,
    frames,
    () => false,
    () => Promise.resolve(false),
  );
  const found = await queries.find(query, null, Deadline.after(500), context);
  expect(found).toEqual({ frameId: FRAMES - 1, acrossFrames: true });
  expect(asked).toHaveLength(FRAMES);
});
