import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CommandError } from "../../shared/errors";
import { CommandContext } from "../command-context";
import { CaptureMutex } from "./capture-mutex";

let mutex: CaptureMutex;
let calls: CommandContext[];
let log: string[];

beforeEach(() => {
  vi.useFakeTimers();
  mutex = new CaptureMutex();
  calls = [];
  log = [];
});

afterEach(() => {
  for (const context of calls) context.close();
  vi.useRealTimers();
});

/** Takes a picture that takes `ms`, and notes its beginning and how it ended. */
function picture(name: string, agent: string, ms: number): CommandContext {
  const context = new CommandContext({
    type: "command",
    id: name,
    command: "screenshot",
    params: {},
    agent: { id: agent },
    deadlineMs: 60_000,
  });
  calls.push(context);
  const work = async (): Promise<void> => {
    log.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, ms));
  };
  mutex.hold(context, work).then(
    () => log.push(`${name} is taken`),
    (thrown: CommandError) => log.push(`${name}: ${thrown.code}`),
  );
  return context;
}

async function passes(ms: number): Promise<string[]> {
  await vi.advanceTimersByTimeAsync(ms);
  return log.splice(0);
}

test("one picture is taken at a time, in the order in which they were asked for", async () => {
  for (const name of ["one", "two", "three"]) picture(name, name, 100);
  expect(await passes(0)).toEqual(["one begins"]);
  expect(await passes(100)).toEqual(["one is taken", "two begins"]);
  expect(await passes(100)).toEqual(["two is taken", "three begins"]);
  expect(await passes(100)).toEqual(["three is taken"]);
});

test("a waiter that waits too long for another agent fails, and lets nobody in before their turn", async () => {
  picture("slow", "a", 10_000);
  picture("late", "b", 100);
  await passes(2_000);
  picture("later", "c", 100);
  expect(await passes(1_000)).toEqual(["late: MUTEX_BUSY"]);
  expect(await passes(2_000)).toEqual(["later: MUTEX_BUSY"]);
  expect(await passes(4_999)).toEqual([]);
  picture("last", "d", 100);
  expect(await passes(1)).toEqual(["slow is taken", "last begins"]);
});

test("an agent waits for itself as long as it takes", async () => {
  picture("slow", "a", 10_000);
  picture("next", "a", 100);
  expect(await passes(9_999)).toEqual(["slow begins"]);
  expect(await passes(1)).toEqual(["slow is taken", "next begins"]);
});

test("a command that ends while it waits holds nobody up", async () => {
  picture("one", "a", 1_000);
  const gone = picture("gone", "b", 1_000);
  picture("two", "c", 1_000);
  expect(await passes(0)).toEqual(["one begins"]);
  gone.abort(new CommandError("CANCELLED", "The client is gone"));
  expect(await passes(0)).toEqual(["gone: CANCELLED"]);
  expect(await passes(1_000)).toEqual(["one is taken", "two begins"]);
});

test("a picture that fails lets the next one in", async () => {
  const context = picture("asks", "a", 0);
  await passes(0);
  await expect(mutex.hold(context, () => Promise.reject(new Error("no picture")))).rejects.toThrow("no picture");
  picture("next", "b", 100);
  expect(await passes(0)).toEqual(["next begins"]);
});
