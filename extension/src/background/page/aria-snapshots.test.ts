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

test("a snapshot that was cut is compared as far as it went, whatever came or went there", () => {
  const lines = Array.from({ length: 9 }, (_, at) => `- link "${at}" [ref=e${at + 1}]`);
  const below = (count: number): string =>
    `… ${count} lines are further down, where the last snapshot was cut: compared from now on`;
  const [first = "", second = "", third = ""] = lines;
  expect(changes(lines.slice(0, 3), lines, true)).toEqual([below(6)]);
  expect(changes(lines.slice(0, 3), [first, ...lines.slice(2)], true)).toEqual([`- ${second}`, below(6)]);
  expect(changes(lines.slice(0, 3), [first, second, ...lines.slice(3)], true)).toEqual([`- ${third}`, below(6)]);
  expect(changes(lines, lines, true)).toEqual([]);
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

test("what an open dialog holds back is no change of its own, and is counted", () => {
  const before = ['- link "Row" [ref=e1]', '- combobox [options: "A"] [ref=e2]: A', '- textbox "Name" [ref=e3]'];
  const behind = [
    '- link "Row" [inert] [ref=e1]',
    '- combobox [options: "A"] [inert] [ref=e2]: A',
    '- textbox "Name" [inert] [ref=e3+]: Ada',
  ];
  const dialog = ["- dialog [ref=e4]:", '  - button "OK" [active] [ref=e5]'];
  expect(changes(before, [...behind, ...dialog])).toEqual([
    "+ - dialog [ref=e4]:",
    '+   - button "OK" [active] [ref=e5]',
    "… 3 lines are [inert] now, behind an open dialog",
  ]);
  const after = [...before.slice(0, 2), '- textbox "Name" [ref=e3+]: Ada'];
  expect(changes([...behind, ...dialog], after)).toEqual([
    "- - dialog [ref=e4]:",
    '-   - button "OK" [active] [ref=e5]',
    "… 3 lines are no longer [inert]",
  ]);
  expect(changes(behind, behind)).toEqual([]);
});

test("where one dialog follows another, what each holds back is counted", () => {
  expect(
    changes(
      ['- button "Open" [inert] [ref=e1]', '- button "OK" [ref=e2]'],
      ['- button "Open" [ref=e1]', '- button "OK" [inert] [ref=e2]'],
    ),
  ).toEqual(["… 1 line is [inert] now, behind an open dialog", "… 1 line is no longer [inert]"]);
});

test("a line that is changed or moved, and held back as well, is a change with its mark", () => {
  expect(changes(['- button "Save" [ref=e1]'], ['- button "Saved" [inert] [ref=e1]'])).toEqual([
    '- - button "Save" [ref=e1]',
    '+ - button "Saved" [inert] [ref=e1]',
  ]);
  expect(
    changes(
      ['- button "A" [ref=e1]', '- button "B" [ref=e2]'],
      ['- button "B" [inert] [ref=e2]', '- button "A" [inert] [ref=e1]'],
    ),
  ).toEqual([
    '- - button "A" [ref=e1]',
    '+ - button "A" [inert] [ref=e1]',
    "… 1 line is [inert] now, behind an open dialog",
  ]);
});

test("a mark that a page wrote is its text", () => {
  expect(changes(["- text: Save"], ["- text: Save [inert]"])).toEqual(["- - text: Save", "+ - text: Save [inert]"]);
  const forged = '- button "Save [inert] \\u005bref=e1]" [ref=e2]';
  expect(changes(['- button "Save" [ref=e2]'], [forged])).toEqual(['- - button "Save" [ref=e2]', `+ ${forged}`]);
});

test("what is not told of a ref cannot be written by a page", () => {
  expect(toldLine('- button "a \\u005bref=~e1]" [ref=e2+]: [x+]')).toBe('- button "a \\u005bref=~e1]" [ref=e2]: [x+]');
  expect(toldLine("- cell [ref=~f2e3+]: 1")).toBe("- cell: 1");
});
