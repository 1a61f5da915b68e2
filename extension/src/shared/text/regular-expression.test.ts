import { expect, test } from "vitest";
import { compileExpression } from "./regular-expression";

const TEXTS = [
  "",
  "Save",
  "saving",
  "12 items",
  "a/b",
  "\nx",
  "a\nb",
  "é",
  "K",
  "foo bar",
  "a{",
  "a]",
  "me@x.org",
  "$1",
];

test.each([
  "^Save$",
  "/sav(e|ing)/i",
  "\\d+ items?",
  "a\\/b",
  "/a/b/",
  "[^]x",
  "\\u00e9",
  "\\x41|\\bfoo\\b",
  "(?<name>a)b",
  "[\\w.-]+@[\\w-]+\\.\\w+",
  "/\\p{Lu}/u",
  "/^b$/m",
  "/a.b/s",
  "/a.b/",
  "a{",
  "a{1,3}?",
  "\\$\\d",
  "",
  "/k/gy",
])("%s matches what it matches in Firefox", (written) => {
  const [, source = written, flags = ""] = /^\/(.+)\/([a-z]*)$/s.exec(written) ?? [];
  const native = new RegExp(source, flags.replace(/[gy]/g, ""));
  const own = compileExpression(written);
  expect(TEXTS.filter((text) => own.test(text))).toEqual(TEXTS.filter((text) => native.test(text)));
});

test.each(["^(a+)+$", "^(a|a)*$", "(.*)*b.*c$", "^(a?){30}a{30}$"])(
  "%s takes no long time",
  (written) => {
    const expression = compileExpression(written);
    expect(expression.test("a".repeat(10_000) + "!")).toBe(false);
  },
  30_000,
);

test.each(["(?=a)", "(?!a)", "(?<=a)b", "(?<!a)b", "(a)\\1"])(
  "%s is refused: it needs all ways to be tried",
  (written) => {
    expect(() => compileExpression(written)).toThrow(/no lookaround/);
  },
);

test.each(["(", "/a/q", "[b-a]", "(?i)a"])("%s is refused as Firefox refuses it", (written) => {
  expect(() => compileExpression(written)).toThrow(SyntaxError);
  expect(() => compileExpression(written)).not.toThrow(/RE2/);
});
