import { expect, test } from "vitest";
import { insideBrackets, shadowBorders, splitTop } from "./selector-syntax";

test.each([
  ["a, b", ["a", " b"]],
  [':is(a, b), [title="x,y"]', [":is(a, b)", ' [title="x,y"]']],
  ["a\\,b,c", ["a\\,b", "c"]],
  [`[a="it's, so"],b`, [`[a="it's, so"]`, "b"]],
  [",a,,b,", ["a", "b"]],
])("the alternatives of %s are %j", (selector, alternatives) => {
  expect(splitTop(selector, ",")).toEqual(alternatives);
});

test.each([
  ["a b\n\tc", ["a", "b", "c"]],
  [':is(a b) [title="x y"]', [":is(a b)", '[title="x y"]']],
  ["a\\ b c", ["a\\ b", "c"]],
])("the parts of %j are %j", (selector, parts) => {
  expect(splitTop(selector, " ")).toEqual(parts);
});

test("a shadow border may stand at each space that is not beside another combinator", () => {
  expect(shadowBorders("my-card .body > p a")).toEqual([
    { before: "my-card", after: ".body > p a" },
    { before: "my-card .body > p", after: "a" },
  ]);
  expect(shadowBorders("a>b")).toEqual([]);
  expect(shadowBorders("a + b ~ c")).toEqual([]);
});

test.each([
  [":has-text(Save)", "Save"],
  [":has-text((a) b) c", "(a) b"],
  [':has-text("a) b")', '"a) b"'],
  [":has-text(a\\) b)", "a\\) b"],
])("the brackets of %s hold %s", (text, inside) => {
  expect(insideBrackets(text, ":has-text".length)).toBe(inside);
});

test("a bracket that is not closed is refused", () => {
  expect(() => insideBrackets(':has-text("a)', ":has-text".length)).toThrow(SyntaxError);
});
