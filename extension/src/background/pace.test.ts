import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Deadline } from "../shared/deadline";
import { measurePace, pace, patiently } from "./pace";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ASKED_MS = 1_000;
const LAST_MS = 20_000;

test.each([
  [0, 1_000],
  [1.5, 1_500],
  [6.5, 6_500],
  [50, 10_000],
])("what is silent is given up on a machine with %f tasks a processor after %i ms", async (tasks, givenUpMs) => {
  measurePace(() => Promise.resolve(tasks));
  const started = performance.now();
  const waiting = patiently(ASKED_MS, Deadline.after(LAST_MS), new Promise(() => undefined), null);
  await vi.runAllTimersAsync();
  await waiting;
  expect(performance.now() - started).toBe(givenUpMs);
});

test("an answer, the last moment and a failure each end the wait, and nothing is asked of the host before", async () => {
  const asked = vi.fn(() => Promise.resolve(10));
  measurePace(asked);
  const started = performance.now();
  await patiently(ASKED_MS, Deadline.after(LAST_MS), Promise.resolve(), null);
  await expect(patiently(ASKED_MS, Deadline.after(LAST_MS), Promise.reject(new Error("gone")), null)).rejects.toThrow(
    "gone",
  );
  const waiting = patiently(ASKED_MS, Deadline.after(ASKED_MS), new Promise(() => undefined), null);
  await vi.runAllTimersAsync();
  await waiting;
  expect(performance.now() - started).toBe(ASKED_MS);
  expect(asked).not.toHaveBeenCalled();
});

test("a host that does not say leaves the pace of an idle machine", async () => {
  measurePace(() => Promise.reject(new Error("gone")));
  expect(await pace()).toBe(1);
});
