import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Deadline } from "./deadline";

beforeEach(() => vi.useFakeTimers({ toFake: ["performance"], now: 0 }));
afterEach(() => vi.useRealTimers());

test("what remains grows less until the moment has passed, and is never below nothing", () => {
  const deadline = Deadline.after(100);
  expect([deadline.remainingMs, deadline.passed]).toEqual([100, false]);
  vi.advanceTimersByTime(99);
  expect([deadline.remainingMs, deadline.passed]).toEqual([1, false]);
  vi.advanceTimersByTime(1);
  expect([deadline.remainingMs, deadline.passed]).toEqual([0, true]);
  vi.advanceTimersByTime(1_000);
  expect([deadline.remainingMs, deadline.passed]).toEqual([0, true]);
});

test("no time at all is over at once", () => {
  expect(Deadline.after(0).passed).toBe(true);
});

test("margins move the moment, and a wait that outlasts them is over before the command is", () => {
  const command = Deadline.after(100);
  const wait = command.minus(30);
  vi.advanceTimersByTime(70);
  expect([wait.passed, command.passed, command.remainingMs]).toEqual([true, false, 30]);
  expect(wait.plus(30).at).toBe(command.at);
});

test("the earliest of several is kept, whichever it is", () => {
  const [soon, late] = [Deadline.after(10), Deadline.after(50)];
  expect(Deadline.earliest(late, soon).at).toBe(soon.at);
  expect([late.atMost(20).remainingMs, late.atMost(80).remainingMs]).toEqual([20, 50]);
});

test("half of what remains is counted from now", () => {
  const deadline = Deadline.after(100);
  vi.advanceTimersByTime(60);
  expect(deadline.halfway.remainingMs).toBe(20);
  vi.advanceTimersByTime(60);
  expect(deadline.halfway.remainingMs).toBe(0);
});
