import { expect, test } from "vitest";
import { editDistance, similarity } from "./similarity";

test.each([
  ["", "", 0],
  ["save", "save", 0],
  ["", "save", 4],
  ["save", "sve", 1],
  ["save", "saved", 1],
  ["save", "safe", 1],
  ["save", "svae", 1],
  ["kitten", "sitting", 3],
])("from %j to %j it takes %i changes", (a, b, changes) => {
  expect(editDistance(a, b)).toBe(changes);
  expect(editDistance(b, a)).toBe(changes);
});

test("a word is most like itself, then like one that holds it, then like one with other letters", () => {
  const likeness = ["submit", "submit now", "sumbit", "cancel"].map((word) => similarity("submit", word));
  expect(likeness[0]).toBe(1);
  expect(likeness[1]).toBeLessThan(1);
  expect(likeness[1]).toBeGreaterThan(0.6);
  expect(likeness[2]).toBeGreaterThan(0.8);
  expect(likeness[3]).toBeLessThan(0.4);
});

test.each([
  ["a", "ab"],
  ["abc", "x".repeat(41)],
  ["ab", "wxyz0"],
])("%s and %s are too different to be compared", (a, b) => {
  expect(similarity(a, b)).toBe(0);
});
