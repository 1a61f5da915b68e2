import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { browserWith } from "../privileged/stubs";
import { Turns } from "./turns";

const TAB = 7;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("browser", browserWith({}, null));
});
afterEach(() => void vi.useRealTimers());

/** Asks for so many turns; `began` are those that came, with what ends each. */
function asked(turns: Turns, count: number, tab = TAB): Map<number, () => void> {
  const began = new Map<number, () => void>();
  for (let at = 0; at < count; at += 1) void turns.next(tab).then((end) => began.set(at, end));
  return began;
}

test("so many have their turn at once, and the others theirs in their order when one is over", async () => {
  const began = asked(new Turns(2, 1_000), 4);
  await vi.advanceTimersByTimeAsync(0);
  expect([...began.keys()]).toEqual([0, 1]);
  began.get(1)?.();
  await vi.advanceTimersByTimeAsync(0);
  expect([...began.keys()]).toEqual([0, 1, 2]);
});

test("a turn that takes too long ends, and its late end frees no second one", async () => {
  const began = asked(new Turns(1, 1_000), 4);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([...began.keys()]).toEqual([0, 1]);
  began.get(0)?.();
  await vi.advanceTimersByTimeAsync(0);
  expect([...began.keys()]).toEqual([0, 1]);
});

test("tabs do not wait for each other", async () => {
  const turns = new Turns(1, 1_000);
  asked(turns, 3);
  const began = asked(turns, 1, TAB + 1);
  await vi.advanceTimersByTimeAsync(0);
  expect(began.size).toBe(1);
});
