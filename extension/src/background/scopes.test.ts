import { expect, test, vi } from "vitest";
import { AgentMap, agentScope, TabMap, tabScope } from "./scopes";

test("what is kept by tab ends with the tab alone", () => {
  const kept = new TabMap<string>();
  kept.set(1, "one").set(2, "two");
  tabScope.end(1);
  expect([...kept]).toEqual([[2, "two"]]);
});

test("what is kept by agent ends with the agent alone", () => {
  const kept = new AgentMap<string>();
  kept.set("a", "one").set("b", "two");
  agentScope.end("a");
  expect([...kept]).toEqual([["b", "two"]]);
});

test("a part that fails at forgetting keeps no other from it, and is named", () => {
  const error = vi.spyOn(console, "error").mockReturnValue(undefined);
  tabScope.onEnd(() => {
    throw new Error("broken");
  });
  const kept = new TabMap<string>();
  kept.set(3, "three");
  tabScope.end(3);
  expect(kept.size).toBe(0);
  expect(error).toHaveBeenCalledWith("clz: something is kept of 3: Error: broken");
});
