import { expect, test } from "vitest";
import { cut, shorten, normalizeWhitespace } from "./text";

test("white space of every kind becomes one space, and none at the ends", () => {
  expect(normalizeWhitespace("\n one\t two \u00a0three ")).toBe("one two three");
});

test("no text is the empty text", () => {
  expect([normalizeWhitespace(null), normalizeWhitespace(undefined)]).toEqual(["", ""]);
});

test("a character is never cut in half", () => {
  expect([cut("a😀b", 1), cut("a😀b", 2), cut("a😀b", 3), cut("a😀b", 9)]).toEqual(["a", "a", "a😀", "a😀b"]);
});

test("an ellipsis replaces what is left out, within the length", () => {
  expect([shorten("four", 4), shorten("fives", 4)]).toEqual(["four", "fiv…"]);
});
