import { Linter } from "eslint";
import { expect, test, vi } from "vitest";
import { scoped } from "../../eslint.scoped.mjs";
import { AgentMap, agentScope, TabMap, tabScope } from "./scopes";

function problems(body: string): string[] {
  const config = { plugins: { clz: { rules: { scoped } } }, rules: { "clz/scoped": "error" as const } };
  return new Linter().verify(`class Part { ${body} }`, config).map(({ message }) => message);
}

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

test.each([
  ["#tabs = new Map(); of(tabId) { return this.#tabs.get(tabId); }", "tabScope"],
  ["#tabs = new Set(); take(context) { this.#tabs.add(context.tabId); }", "tabScope"],
  ["#own = new Map(); set(agent) { this.#own.set(agent, 1); }", "agentScope"],
])("the linter finds what nobody forgets: %s", (body, scope) => {
  expect(problems(body)).toEqual([expect.stringContaining(`forget it with ${scope}.onEnd()`)]);
});

test.each([
  "#tabs = new TabMap(); of(tabId) { return this.#tabs.get(tabId); }",
  "#tabs = new Map(); constructor() { tabScope.onEnd((tabId) => this.#tabs.delete(tabId)); } of(tabId) { return this.#tabs.get(tabId); }",
  "#tabs = new Map(); constructor(pool) { pool.onChange(() => this.#tabs.clear()); } of(tabId) { return this.#tabs.get(tabId); }",
  "#words = new Map(); of(word) { return this.#words.get(word); }",
])("the linter lets pass what is forgotten: %s", (body) => {
  expect(problems(body)).toEqual([]);
});
