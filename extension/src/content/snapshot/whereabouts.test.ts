import { expect, test } from "vitest";
import type { Item } from "./a11y/item";
import { whereabouts } from "./a11y/whereabouts";

const item = (role: string, name: string): Item => ({ role, name, states: {}, children: [], value: "" }) as never;

test("what is called the same says where it is, by a place that says more than its own name", () => {
  const [bar, own, foot] = [item("navigation", "Tools"), item("listitem", "Select all"), item("contentinfo", "")];
  const [first, second, other] = [item("button", "Select all"), item("button", "Select all"), item("button", "Bold")];
  const places = whereabouts([
    { item: first, path: [bar, own] },
    { item: second, path: [foot] },
    { item: other, path: [bar] },
  ]);
  expect([...places.entries()]).toEqual([
    [first, 'navigation "Tools"'],
    [second, "contentinfo"],
  ]);
});
