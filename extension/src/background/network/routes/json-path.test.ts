import { expect, test } from "vitest";
import { partOf, textOf } from "./json-path";

const ANSWER = { user: { name: "Ada", tags: ["a", "b"] }, "a b": { c: null }, orders: [{ id: 7 }], "x.y": 1, 'q"': 2 };

test.each([
  ["user.name", "Ada"],
  ["orders[0].id", "7"],
  ["$.orders[0].id", "7"],
  ["user.tags", '["a","b"]'],
  ["user.tags[1]", "b"],
  ["user.tags.length", "2"],
  ['["a b"].c', "null"],
  ['["x.y"]', "1"],
  ['["q\\""]', "2"],
  ["", JSON.stringify(ANSWER)],
])("at %s there is %s", (path, text) => {
  expect(textOf(partOf(ANSWER, path))).toBe(text);
});

test.each([
  "user.email",
  "orders[1]",
  "user.name.length.x",
  "user..name",
  "orders[",
  '["\\q"]',
  "toString",
  "__proto__",
])("at %s there is nothing", (path) => {
  expect(partOf(ANSWER, path)).toBeUndefined();
});
