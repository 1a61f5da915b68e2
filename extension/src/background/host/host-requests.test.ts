import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HostRequests } from "./host-requests";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function asking(): { requests: HostRequests; posted: object[] } {
  const posted: object[] = [];
  return { requests: new HostRequests((message) => posted.push(message)), posted };
}

test("each request gets the answer to its own id", async () => {
  const { requests, posted } = asking();
  const answers = [requests.send("overview", {}), requests.send("mask", { texts: ["a"] })];
  expect(posted).toEqual([
    { type: "ask", id: "1", name: "overview", params: {} },
    { type: "ask", id: "2", name: "mask", params: { texts: ["a"] } },
  ]);
  requests.respond({ type: "told", id: "2", ok: true, result: "second" });
  requests.respond({ type: "told", id: "1", ok: true, result: "first" });
  await expect(Promise.all(answers)).resolves.toEqual(["first", "second"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("the host's error is thrown as it is", async () => {
  const { requests } = asking();
  const answer = requests.send("overview", {});
  const error = { code: "NOT_FOUND", message: "There is no loop", hint: "", details: {} } as never;
  requests.respond({ type: "told", id: "1", ok: false, error });
  await expect(answer).rejects.toMatchObject({ code: "NOT_FOUND", message: "There is no loop" });
});

test("a host that does not answer is a time-out, and its late answer is nobody's", async () => {
  const { requests } = asking();
  const answer = requests.send("overview", {});
  const failed = expect(answer).rejects.toMatchObject({ code: "TIMEOUT" });
  await vi.advanceTimersByTimeAsync(3_000);
  await failed;
  expect(() => requests.respond({ type: "told", id: "1", ok: true })).not.toThrow();
});

test("every request ends with the host", async () => {
  const { requests } = asking();
  const ended = [requests.send("overview", {}), requests.send("stopLoop", { key: "a" })].map(
    (answer: Promise<unknown>) => expect(answer).rejects.toMatchObject({ code: "HOST_GONE" }),
  );
  requests.close();
  await Promise.all(ended);
  expect(vi.getTimerCount()).toBe(0);
});
