import { Linter } from "eslint";
import { expect, test } from "vitest";
import { scoped } from "./eslint.scoped.mjs";

function problems(body: string): string[] {
  const config = { plugins: { clz: { rules: { scoped } } }, rules: { "clz/scoped": "error" as const } };
  return new Linter().verify(`class Part { ${body} }`, config).map(({ message }) => message);
}

test.each([
  ["#tabs = new Map(); of(tabId) { return this.#tabs.get(tabId); }", "tabScope"],
  ["#tabs = new Set(); take(context) { this.#tabs.add(context.tabId); }", "tabScope"],
  [
    "#tabs = new Map(); constructor() { windows.onRemoved.addListener(() => 0); } of(tabId) { return this.#tabs.get(tabId); }",
    "tabScope",
  ],
  ["#own = new Map(); set(agent) { this.#own.set(agent, 1); }", "agentScope"],
])("the linter finds what nobody forgets: %s", (body, scope) => {
  expect(problems(body)).toEqual([expect.stringContaining(`forget it with ${scope}.onEnd()`)]);
});

test.each([
  "#tabs = new TabMap(); of(tabId) { return this.#tabs.get(tabId); }",
  "#tabs = new Map(); constructor() { tabScope.onEnd((tabId) => this.#tabs.delete(tabId)); } of(tabId) { return this.#tabs.get(tabId); }",
  "#tabs = new Map(); constructor(pool) { pool.onChange(() => this.#tabs.clear()); } of(tabId) { return this.#tabs.get(tabId); }",
  "#tabs = new Map(); constructor() { onRemoved.addListener((tabId) => this.#tabs.delete(tabId)); } of(tabId) { return this.#tabs.get(tabId); }",
  "#words = new Map(); of(word) { return this.#words.get(word); }",
])("the linter lets pass what is forgotten: %s", (body) => {
  expect(problems(body)).toEqual([]);
});
