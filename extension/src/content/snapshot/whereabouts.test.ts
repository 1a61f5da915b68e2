import { expect, test } from "vitest";
import type { Item } from "./a11y/item";
import { whereabouts, withPlaces } from "./a11y/whereabouts";

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
    [first, { holder: bar, words: "Tools", told: 'navigation "Tools"' }],
    [second, { holder: foot, words: "contentinfo", told: "contentinfo" }],
  ]);
});

test("a place that several would name has a line of its own, where that is shorter", () => {
  const rows = [item("row", "1 Ada"), item("row", "2 Grace")];
  const shown = rows.flatMap((row) => ["Edit", "Delete"].map((name) => ({ item: item("button", name), path: [row] })));
  const told = withPlaces([...shown, { item: item("button", "Add"), path: [] }]);
  expect(told.map(({ role, name, head, place, children }) => [head ?? role, name, place, children.length])).toEqual([
    ['row "1 Ada"', "1 Ada", undefined, 2],
    ['row "2 Grace"', "2 Grace", undefined, 2],
    ["button", "Add", undefined, 0],
  ]);
  const [alone] = withPlaces([{ item: item("button", "Edit"), path: [rows[0] as Item] }, ...shown.slice(2, 3)]);
  expect([alone?.head, alone?.place]).toEqual([undefined, 'row "1 Ada"']);
});
