import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Questions } from "./host-requests";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function asking(): { questions: Questions; posted: object[] } {
  const posted: object[] = [];
  return { questions: new Questions((message) => posted.push(message)), posted };
}

test("each question gets the answer to its own id", async () => {
  const { questions, posted } = asking();
  const answers = [questions.ask("version", {}), questions.ask("loops", { all: true })];
  expect(posted).toEqual([
    { type: "ask", id: "1", name: "version", params: {} },
    { type: "ask", id: "2", name: "loops", params: { all: true } },
  ]);
  questions.told({ type: "told", id: "2", ok: true, result: "second" });
  questions.told({ type: "told", id: "1", ok: true, result: "first" });
  await expect(Promise.all(answers)).resolves.toEqual(["first", "second"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("the host's error is thrown as it is", async () => {
  const { questions } = asking();
  const answer = questions.ask("loops", {});
  const error = { code: "NOT_FOUND", message: "There is no loop", hint: "", details: {} } as never;
  questions.told({ type: "told", id: "1", ok: false, error });
  await expect(answer).rejects.toMatchObject({ code: "NOT_FOUND", message: "There is no loop" });
});

test("a host that does not answer is a time-out, and its late answer is nobody's", async () => {
  const { questions } = asking();
  const answer = questions.ask("loops", {});
  const failed = expect(answer).rejects.toMatchObject({ code: "TIMEOUT" });
  await vi.advanceTimersByTimeAsync(3_000);
  await failed;
  expect(() => questions.told({ type: "told", id: "1", ok: true })).not.toThrow();
});

test("every question ends with the host", async () => {
  const { questions } = asking();
  const ended = [questions.ask("a", {}), questions.ask("b", {})].map((answer) =>
    expect(answer).rejects.toMatchObject({ code: "HOST_GONE" }),
  );
  questions.close();
  await Promise.all(ended);
  expect(vi.getTimerCount()).toBe(0);
});
