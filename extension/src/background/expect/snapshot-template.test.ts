import { expect, test } from "vitest";
import { mismatch, parseSnapshot, parseTemplate } from "./snapshot-template";

const PAGE = parseSnapshot([
  '- heading "Shop" [level=1] [ref=e1]',
  "- main [ref=e2]:",
  '  - textbox "Name" (password) [required] [ref=e3]: Ada',
  '  - list "Basket" [ref=e4]:',
  "    - listitem [ref=e5]: Tea",
  "    - listitem [ref=e6]:",
  "      - text: Milk",
  '      - button ~"trash" [ref=e7]',
  '  - combobox "How" [options: "a]", "b"] [ref=e8]: a]',
  "  - paragraph [ref=f2e1]: 12:30",
  '- button "Save [draft] \\"now\\"" [disabled] [ref=e9]',
  "- row [ref=e10]:",
  '  - gridcell "1" [clickable] [ref=e11]',
  '  - gridcell "2" [clickable] [selected] [ref=e12]',
  '  - gridcell "[3]" [clickable] [ref=e13]: three',
  '- link "Tea: green" [ref=e20] [url=https://shop.example/tea?page=2]',
]);

const found = (...lines: string[]): boolean => mismatch(PAGE, parseTemplate(lines.join("\n"))) === null;

test.each([
  [["- heading"]],
  [['- heading "Shop" [level=1]', "- button"]],
  [["- heading /^Sh/", "- main:", "  - list:", "    - listitem: Tea"]],
  [["- listitem: Tea", "- listitem: Milk"]],
  [["- listitem: /t.a/i"]],
  [["- listitem:", "  - text: Tea"]],
  [["- listitem:", "  - text: Milk", '  - button ~"trash"']],
  [['- textbox "Name" (password) [required]: Ada']],
  [['- textbox "Name" [disabled=false]']],
  [['- combobox "How" [options: "a]", "b"]: a]']],
  [["- paragraph: 12:30"]],
  [['- paragraph: "12:30"']],
  [['- button "Save [draft] \\"now\\"" [disabled] [ref=e77]']],
  [["# a comment", "", "- main", "- button"]],
  [["- row:", '  - gridcell [clickable] × 3: "1" [ref=e7] | "2" [selected] [ref=e8] | "[3]" [ref=e9]: three']],
  [['- gridcell [clickable] × 2: "1" | "2"', '… 3 × button ~"trash": clz snapshot --boxes tells them apart']],
  [["- gridcell × 3: [ref=e1] [ref=e2] [ref=e3]"]],
  [["\ufeff- heading\r", "- main:\r", "\t- list\r"]],
  [["- 'link \"Tea: green\"':", "  - /url: /tea?page=2"]],
  [["- 'link \"Tea: green\" [ref=e3] [cursor=pointer]':", "  - /url: /tea\\?page=\\d/"]],
  [['- "link \\"Tea: green\\""']],
  [["- paragraph: '12:30'"]],
  [['- paragraph: "/\\\\d+:30/"']],
  [["- list:", "  - /children: equal", "  - listitem: Tea", "  - listitem: Milk"]],
  [["- list:", "  - /children: deep-equal", "  - listitem: Tea", "  - listitem:", "    - text: Milk", "    - button"]],
  [
    [
      "- list:",
      "  - /children: deep-equal",
      "  - listitem: Tea",
      "  - listitem:",
      "    - /children: contain",
      "    - button",
    ],
  ],
  [["- main:", "  - /children: contain", "  - list"]],
])("the page holds %j", (lines) => {
  expect(found(...lines)).toBe(true);
});

test.each([
  [['- heading "shop"']],
  [['- heading "Shop" [level=2]']],
  [["- button", "- heading"]],
  [["- main:", "  - listitem"]],
  [['- gridcell [clickable] × 2: "1" [ref=e7] | "4" [ref=e8]']],
  [["- gridcell × 4: [ref=e1] [ref=e2] [ref=e3] [ref=e4]"]],
  [["- listitem: Milk", "- listitem: Tea"]],
  [["- listitem", "- listitem", "- listitem"]],
  [['- button "Save [draft] \\"now\\"" [disabled=false]']],
  [['- textbox "Name" (email)']],
  [["- listitem: /^ilk$/"]],
  [["- list:", "  - /children: equal", "  - listitem: Tea"]],
  [["- list:", "  - /children: equal", "  - listitem: Milk", "  - listitem: Tea"]],
  [["- list:", "  - /children: deep-equal", "  - listitem: Tea", "  - listitem:", "    - button"]],
  [["- link:", "  - /url: /coffee"]],
  [["- button:", "  - /url: /tea"]],
])("the page does not hold %j", (lines) => {
  expect(found(...lines)).toBe(false);
});

test.each([
  ["", "no lines"],
  ["# only words about it", "no lines"],
  ["heading", "Line 1"],
  ["- heading\n* list", "Line 2"],
  ["- /children: equal", "Line 1"],
  ["- list:\n  - /children: same", "Line 2"],
  ["- textbox:\n  - /placeholder: Name", "Line 2"],
  ['- heading "Shop', "Line 1"],
  ["- heading [level=1", "Line 1"],
  ['- gridcell × 3: "1" [ref=e1] | "2" [ref=e2]', "as many elements"],
  ["- heading /(/", "not a regular expression"],
])("the template %j cannot be read", (template, why) => {
  expect(() => parseTemplate(template)).toThrow(why);
});

test("a mismatch names the line, and what is like it", () => {
  const template = parseTemplate('- main:\n  - list "Basket":\n    - listitem: Tea\n    - listitem: Mlk\n');
  const missing = mismatch(PAGE, template);
  expect(missing?.line.number).toBe(4);
  expect(missing?.lookalikes[0]).toContain("Milk");
});

test("a mismatch of the first line looks everywhere", () => {
  const missing = mismatch(PAGE, parseTemplate('- textbox "Nam"'));
  expect([missing?.line.number, missing?.lookalikes[0]]).toEqual([1, 'textbox "Name" (password) [required]: Ada']);
});
