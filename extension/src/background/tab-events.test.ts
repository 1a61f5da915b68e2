import { expect, test, vi } from "vitest";
import { SharedEvent } from "./tab-events";

function source(): { listeners: Array<(tabId: number, why: string) => void>; event: SharedEvent<[number, string]> } {
  const listeners: Array<(tabId: number, why: string) => void> = [];
  const event = new SharedEvent<[number, string]>(() => ({
    addListener: (listener) => void listeners.push(listener),
  }));
  return { listeners, event };
}

test("however many listen, Firefox has one listener, and none before the first", () => {
  const { listeners, event } = source();
  expect(listeners).toHaveLength(0);
  for (let count = 0; count < 3; count += 1) event.addListener(() => undefined);
  expect(listeners).toHaveLength(1);
});

test("all are told the whole event, in the order in which they came", () => {
  const { listeners, event } = source();
  const heard: string[] = [];
  event.addListener((tabId, why) => heard.push(`first ${String(tabId)} ${why}`));
  event.addListener((tabId, why) => heard.push(`second ${String(tabId)} ${why}`));
  listeners[0]?.(7, "closed");
  expect(heard).toEqual(["first 7 closed", "second 7 closed"]);
});

test("one that fails is reported, and the others are told", () => {
  const report = vi.spyOn(console, "error").mockReturnValue();
  const { listeners, event } = source();
  const heard: number[] = [];
  event.addListener(() => {
    throw new Error("broken");
  });
  event.addListener((tabId) => heard.push(tabId));
  listeners[0]?.(7, "closed");
  expect(heard).toEqual([7]);
  expect(report).toHaveBeenCalledOnce();
  report.mockRestore();
});
