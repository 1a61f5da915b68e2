import { describe, expect, it, test } from "vitest";
import { findable, SecretValues } from "./secret-values";

const VALUE = 'Zq7!ver "x" <ion&ü40';
const masked = (text: string): string => new SecretValues([VALUE]).masked(text);
const dots = (text: string): string => "•".repeat([...text].length);

test.each([
  ["as it is", VALUE],
  ["in capitals", VALUE.toUpperCase()],
  ["over two lines", VALUE.replaceAll(" ", "\n  ")],
  ["of an address", encodeURIComponent(VALUE)],
  ["of an address in an address", encodeURIComponent(encodeURIComponent(VALUE))],
  ["of a form", new URLSearchParams({ a: VALUE }).toString().slice(2)],
  ["of markup", VALUE.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")],
  ["of markup in an attribute", VALUE.replaceAll("&", "&amp;amp;").replaceAll("<", "&amp;lt;")],
  ["of JSON", JSON.stringify(VALUE).slice(1, -1)],
  ["of JSON in JSON", JSON.stringify(JSON.stringify(VALUE)).slice(3, -3)],
  ["of a script", VALUE.replaceAll("<", "\\u003c").replaceAll("ü", "\\xfc")],
])("a value is found %s", (_, form) => {
  const shown = masked(`so ${form} it is`);
  expect(shown).toMatch(/^so •+ it is$/);
});

test.each([0, 1, 2])("a value is found in base64, after %i bytes", (before) => {
  const text = "x".repeat(before) + VALUE;
  const bytes = String.fromCharCode(...new TextEncoder().encode(text));
  expect(masked(btoa(bytes))).toMatch(/•{12,}/);
});

test.each([0, 1, 2])("of a value at the end of what is base64 nothing is left there, after %i bytes", (before) => {
  for (const value of [VALUE, `${VALUE}1`, `${VALUE}12`]) {
    const shown = new SecretValues(findable([{ text: value }]));
    const bytes = String.fromCharCode(...new TextEncoder().encode("x".repeat(before) + value));
    expect(`${shown.masked(btoa(bytes))}.`).toMatch(/•\.$/);
  }
});

it("leaves parts of a value as they are: by what is masked one would learn it", () => {
  for (const part of [VALUE.slice(1), VALUE.slice(0, -1)]) expect(masked(part)).toBe(part);
});

describe("short values", () => {
  const short = new SecretValues(findable([{ text: "1234" }, { text: "abc" }]));

  it("count as words of their own", () => {
    expect(short.masked("1234, e1234 and 12345: abc")).toBe("••••, e1234 and 12345: abc");
  });
});

it("finds a number by itself or in words, and in no longer number", () => {
  const code = new SecretValues(["739164"]);
  expect(code.masked("739164, c739164x, 17391642 and 7391649")).toBe("••••••, c••••••x, 17391642 and 7391649");
});

it("finds a number that appears twice without a gap, as in the text of a picture with a title", () => {
  expect(new SecretValues(["739164"]).masked("so 739164739164, not 7391647")).toBe(
    `so ${dots("x".repeat(12))}, not 7391647`,
  );
});

it("does not take what occurs in other texts as well, such as a year, for a secret", () => {
  expect([...findable([{ text: "2027", isCommon: true }, { text: "2027-x" }])]).toEqual(["2027-x"]);
});

it("finds a card number in groups, and as a number", () => {
  const card = new SecretValues(["4929123456789019"]);
  expect(card.masked("4929 1234 5678 9019, 4929-1234-5678-9019")).toBe(
    `${dots("4929 1234 5678 9019")}, ${dots("x".repeat(19))}`,
  );
  expect(card.maskedIn({ result: [4929123456789019, 5] })).toEqual({ result: [dots("4929123456789019"), 5] });
});

it("masks names that a page gave, and none of ours", () => {
  const values = new SecretValues(["result", "password"]);
  const given = { code: "password", result: { password: "password" }, password: 1 };
  expect(values.maskedIn(given)).toEqual({ code: "password", result: { "••••••••": "••••••••" }, password: 1 });
});

it("is the value itself where there is nothing to mask", () => {
  const given = { a: [1, { b: "x" }] };
  expect(new SecretValues(["hunter2"]).maskedIn(given)).toBe(given);
});

it("takes words that are hidden in forms for no secrets", () => {
  const held = ["true", "password", "a1b2c3d4e5"].map((text) => ({ text, isToken: true }));
  expect([...findable(held)]).toEqual(["a1b2c3d4e5"]);
});
