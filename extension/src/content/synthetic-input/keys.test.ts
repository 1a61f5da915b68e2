import { expect, test } from "vitest";
import { NO_MODIFIERS } from "../../shared/input/input-actions";
import { chordsOf, characterKey, holdKey, holdOf, keyOf } from "./keys";
import { KEY_SPELLINGS } from "../../generated/registry";
import names from "./key-names.json";

test.each([
  ["Enter", { key: "Enter", code: "Enter", keyCode: 13, text: "\r" }],
  ["Space", { key: " ", code: "Space", keyCode: 32, text: " " }],
  ["F12", { key: "F12", code: "F12", keyCode: 123, text: "" }],
  ["a", { key: "a", code: "KeyA", keyCode: 65, text: "a" }],
  ["A", { key: "A", code: "KeyA", keyCode: 65, text: "A" }],
  ["7", { key: "7", code: "Digit7", keyCode: 55, text: "7" }],
  ["&", { key: "&", code: "Digit7", keyCode: 55, text: "&" }],
  ["+", { key: "+", code: "Equal", keyCode: 61, text: "+" }],
  ["KeyA", { key: "a", code: "KeyA", keyCode: 65, text: "a" }],
  ["Digit3", { key: "3", code: "Digit3", keyCode: 51, text: "3" }],
  ["Minus", { key: "-", code: "Minus", keyCode: 173, text: "-" }],
  ["é", { key: "é", code: "", keyCode: 0, text: "é" }],
  ["😀", { key: "😀", code: "", keyCode: 0, text: "😀" }],
])("%s is the key %j", (name, key) => {
  expect(keyOf(name)).toMatchObject(key);
});

test.each([
  ["Escpae", "Escape"],
  ["Escap", "Escape"],
  ["BakSpace", "Backspace"],
])("the error for %j names %s", (name, near) => {
  expect(() => keyOf(name)).toThrow(
    expect.objectContaining({ code: "UNKNOWN_KEY", hint: `Did you mean ${near}?`, details: { near } }),
  );
});

test("a name that is like no other has no suggestion, and is not quoted", () => {
  const message = "No key has a name of 10 characters";
  expect(() => keyOf("Hyperspace")).toThrow(expect.objectContaining({ message, details: {} }));
});

test.each([
  [" ", "Space"],
  ["\n", "Enter"],
  ["\t", "Tab"],
])("the character %j is typed with %s", (character, name) => {
  expect(characterKey(character)).toBe(keyOf(name));
});

function chords(text: string): string[] {
  return chordsOf(text, NO_MODIFIERS).map(({ key, holds: { ctrl, shift, alt, meta } }) =>
    [ctrl && "ctrl", shift && "shift", alt && "alt", meta && "meta", key.key].filter(Boolean).join(" "),
  );
}

test.each([
  ["Enter", ["Enter"]],
  ["Tab  Tab Enter", ["Tab", "Tab", "Enter"]],
  ["Control+a", ["ctrl a"]],
  ["ctrl+SHIFT+ArrowLeft", ["ctrl shift ArrowLeft"]],
  ["cmd+Option+c", ["alt meta c"]],
  ["+", ["+"]],
  ["Control++", ["ctrl +"]],
  ["Shift+a", ["shift A"]],
  ["Shift+1", ["shift !"]],
  ["Shift+/", ["shift ?"]],
  ["Shift+Enter", ["shift Enter"]],
  ["Shift+KeyA", ["shift A"]],
  ["ShiftLeft+Digit1", ["shift !"]],
  ["ControlOrMeta+KeyC", ["ctrl c"]],
  [" ", [" "]],
  ["BackSpace return Del PgDn Page_Up", ["Backspace", "Enter", "Delete", "PageDown", "PageUp"]],
  ["page down", ["PageDown"]],
  ["Back Space", ["Backspace"]],
  ["{downArrow} {enter} Keys.ARROW_UP", ["ArrowDown", "Enter", "ArrowUp"]],
  ["Super_L", ["Meta"]],
  ["Control_L+c", ["ctrl c"]],
  ["ctrl-shift-t Escape", ["ctrl shift T", "Escape"]],
  ["C-x C-s", ["ctrl x", "ctrl s"]],
  ["C-M-Del", ["ctrl alt Delete"]],
  ["<C-a> <CR>", ["ctrl a", "Enter"]],
  ["Mod+c", ["ctrl c"]],
  ["ctrl+plus", ["ctrl +"]],
  ["-", ["-"]],
  ["Control+-", ["ctrl -"]],
])("%j presses %j", (text, pressed) => {
  expect(chords(text)).toEqual(pressed);
});

test("what is held already stays held", () => {
  const [chord] = chordsOf("Control+a", { ...NO_MODIFIERS, alt: true });
  expect(chord?.holds).toEqual({ ctrl: true, shift: false, alt: true, meta: false });
});

test.each(["constructor", "__proto__", "toString", "valueOf"])("%s is neither a key nor a modifier", (word) => {
  const unknown = expect.objectContaining({ code: "UNKNOWN_KEY", details: {} }) as object;
  expect(() => keyOf(word)).toThrow(unknown);
  expect(() => chordsOf(`${word}+a`, NO_MODIFIERS)).toThrow(expect.objectContaining({ code: "UNKNOWN_KEY" }));
});

test.each(Object.entries(KEY_SPELLINGS))("%s is the key %s", (spelling, name) => {
  expect(keyOf(spelling)).toEqual(keyOf(name));
});

test("only modifiers are held", () => {
  expect(() => chordsOf("Enter+a", NO_MODIFIERS)).toThrow(expect.objectContaining({ code: "UNKNOWN_KEY" }));
});

test.each(["ctrl", "shift", "alt", "meta"] as const)("the key of %s is known again as a modifier", (hold) => {
  expect(holdOf(holdKey(hold))).toBe(hold);
});

test("a letter is not a modifier", () => {
  expect(holdOf(keyOf("a"))).toBeUndefined();
});

test.each(names.known)("%s is a key", (name) => {
  expect(chordsOf(name, NO_MODIFIERS)).toHaveLength(1);
});

test.each(names.unknown)("%s is no key", (name) => {
  expect(() => chordsOf(name, NO_MODIFIERS)).toThrow();
});
