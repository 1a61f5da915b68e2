import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CommandContext } from "../command-context";
import { RingBuffer, type Numbered, type Query } from "./ring-buffer";

interface Line extends Numbered {
  text: string;
}

let context: CommandContext;

beforeEach(() => {
  vi.useFakeTimers();
  context = new CommandContext({
    type: "command",
    id: "1",
    command: "consoleLogs",
    params: {},
    agent: { id: "a" },
    deadlineMs: 10_000,
  });
});

afterEach(() => {
  context.close();
  vi.useRealTimers();
});

function ringOf(max: number, ...texts: string[]): RingBuffer<Line> {
  const ring = new RingBuffer<Line>(max);
  for (const text of texts) ring.add({ text });
  return ring;
}

test("the oldest make room for what is large", async () => {
  const ring = new RingBuffer<Line>(10, 5, ({ text }) => text.length);
  for (const text of ["a", "bb", "ccc", "dddddddd"]) ring.add({ text });
  expect(await selected(ring)).toEqual({ texts: ["dddddddd"], total: 1, dropped: 3, cursor: 4 });
  expect(await selected(ring, { clear: true })).toMatchObject({ total: 1 });
  for (const text of ["ee", "fff"]) ring.add({ text });
  expect(await selected(ring)).toMatchObject({ texts: ["ee", "fff"], dropped: 0 });
});

function selected(ring: RingBuffer<Line>, query: Partial<Query<Line>> = {}): Promise<object> {
  const all: Query<Line> = { limit: 100, clear: false, waitMs: 0, matches: () => true, ...query };
  return ring
    .select(all, context)
    .then(({ entries, ...rest }) => ({ texts: entries.map(({ text }) => text), ...rest }));
}

test("the oldest entries go for new ones, and are counted", async () => {
  const ring = ringOf(2, "one", "two", "three");
  ring.drop(5);
  expect(await selected(ring)).toEqual({ texts: ["two", "three"], total: 2, dropped: 6, cursor: 3 });
});

test("the newest that match are given", async () => {
  const ring = ringOf(9, "a1", "b1", "a2", "a3");
  const query = { limit: 2, matches: ({ text }: Line) => text.startsWith("a") };
  expect(await selected(ring, query)).toMatchObject({ texts: ["a2", "a3"], total: 4 });
});

test("who follows gets the oldest first, and comes back for the rest", async () => {
  const ring = ringOf(9, "one", "two", "three", "four");
  expect(await selected(ring, { since: 1, limit: 2 })).toMatchObject({ texts: ["two", "three"], cursor: 3 });
  expect(await selected(ring, { since: 3, limit: 2 })).toMatchObject({ texts: ["four"], cursor: 4 });
});

test("who follows sees an entry again that has changed", async () => {
  const ring = ringOf(9, "one", "two");
  const first = ring.all[0] as Line;
  first.text = "one, done";
  ring.changed(first);
  expect(await selected(ring, { since: 2 })).toMatchObject({ texts: ["one, done"], cursor: 3 });
});

test("what was given does not change any more", async () => {
  const ring = ringOf(9, "one");
  const given = await selected(ring);
  (ring.all[0] as Line).text = "changed";
  expect(given).toMatchObject({ texts: ["one"] });
});

test("a ring buffer is cleared with what it counted, and numbers on", async () => {
  const ring = ringOf(1, "one", "two");
  await selected(ring, { clear: true });
  ring.add({ text: "three" });
  expect(await selected(ring)).toEqual({ texts: ["three"], total: 1, dropped: 0, cursor: 3 });
});

test("where nothing matches yet, the next entry that does is waited for", async () => {
  const ring = ringOf(9, "one");
  const waiting = selected(ring, { waitMs: 1_000, matches: ({ text }) => text === "three" });
  ring.add({ text: "two" });
  await vi.advanceTimersByTimeAsync(500);
  ring.add({ text: "three" });
  expect(await waiting).toMatchObject({ texts: ["three"] });
});

test("an empty answer comes when the time to wait is over", async () => {
  const waiting = selected(ringOf(9), { waitMs: 1_000 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await waiting).toEqual({ texts: [], total: 0, dropped: 0, cursor: 0 });
});
