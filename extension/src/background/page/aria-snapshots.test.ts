import { expect, test } from "vitest";
import { toldLine } from "../../shared/aria-snapshot";
import { changes, linesAround, targetsAround } from "./aria-snapshots";

const TABLE = [
  "- main [ref=e1]:",
  "  - table [ref=e2]:",
  "    - rowgroup [ref=~e3]:",
  "      - row [ref=~e4]:",
  "        - cell [ref=~e5]: Ada",
  "        - cell [ref=~e6]:",
  '          - button "Edit" [ref=e7]',
  "      - row [ref=~e8]:",
  "        - cell [ref=~e9]: Grace",
  "        - cell [ref=~e10]:",
  '          - button "Edit" [ref=e11]',
  "  - paragraph [ref=~e12]: Two people",
  '  - button "Add" [ref=e13]',
];

test("a row that is found by one of its words is shown whole, with its ancestors", () => {
  expect(linesAround(TABLE, "grace").map(toldLine)).toEqual([
    "- main [ref=e1]:",
    "  - table [ref=e2]:",
    "    - rowgroup:",
    "      …",
    "      - row:",
    "        - cell: Grace",
    "        - cell:",
    '          - button "Edit" [ref=e11]',
  ]);
});

test("what is found elsewhere is shown with a line before and after", () => {
  expect(linesAround(TABLE, "two people").slice(-3)).toEqual([
    '          - button "Edit" [ref=e11]',
    "  - paragraph [ref=~e12]: Two people",
    '  - button "Add" [ref=e13]',
  ]);
});

test("no ref is found that is not told", () => {
  expect(linesAround(TABLE, "~e9")).toEqual([]);
});

test("of a list of targets those with the text are found, or a row with it", () => {
  const targets = ['- button "Edit" [ref=e7]', '- button "Edit" [ref=e11]', '- button "Add" [ref=e13]'];
  expect(targetsAround(targets, TABLE, "grace").map(toldLine)).toEqual([
    "- row:",
    "  - cell: Grace",
    "  - cell:",
    '    - button "Edit" [ref=e11]',
  ]);
  expect(targetsAround(targets, TABLE, "add")).toEqual(['- button "Add" [ref=e13]']);
  expect(targetsAround(targets, TABLE, "nobody")).toEqual([]);
});

test("what is below a place is shown with it, and a place with what is below it", () => {
  const targets = [
    '- row "Ada":',
    '  - button "Edit" [ref=e7]',
    '- form "Billing":',
    '  - textbox "Town" [ref=e20]',
    '  - button "Save" [ref=e21]',
    '- button "Help" [ref=e22]',
  ];
  expect(targetsAround(targets, TABLE, "billing")).toEqual(targets.slice(2, 5));
  expect(targetsAround(targets, TABLE, "save")).toEqual([targets[2], targets[4]]);
  expect(targetsAround(targets, TABLE, "ada").map(toldLine)[0]).toBe("- row:");
  expect(targetsAround(targets, TABLE, "ada").join("\n")).not.toContain('row "Ada"');
});

test("fields that hold what was entered are no change, unless they are another way different", () => {
  const before = ['- textbox "Name" [ref=e1]', "- checkbox [ref=e2]", '- textbox "Town" [ref=e3]'];
  const entered = ['- textbox "Name" [active] [ref=e1+]: Ada', "- checkbox [checked] [ref=e2+]"];
  expect(changes(before, [...entered, '- textbox "Town" [ref=e3]: Paris'])).toEqual([
    '- - textbox "Town" [ref=e3]',
    '+ - textbox "Town" [ref=e3]: Paris',
  ]);
  expect(changes(before.slice(0, 1), ['- textbox "Name" [invalid] [ref=e1+]: Ada'])).toEqual([
    '- - textbox "Name" [ref=e1]',
    '+ - textbox "Name" [invalid] [ref=e1+]: Ada',
  ]);
  expect(changes(['- textbox "Name" [ref=e1+]: Ada'], ['- textbox "Name" [ref=e1]: Ada'])).toEqual([]);
});

test("what is not told of a ref cannot be written by a page", () => {
  expect(toldLine('- button "a \\u005bref=~e1]" [ref=e2+]: [x+]')).toBe('- button "a \\u005bref=~e1]" [ref=e2]: [x+]');
  expect(toldLine("- cell [ref=~f2e3+]: 1")).toBe("- cell: 1");
});
