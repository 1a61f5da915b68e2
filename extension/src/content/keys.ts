// Keys: their names and numbers, and the events of one press.

import { CommandError } from "../shared/errors";
import { editDistance } from "./alike";

export interface Modifiers {
  ctrl: boolean;
  shift: boolean;
  alt: boolean;
  meta: boolean;
}

export interface Key {
  /** The name in results and messages. */
  name: string;
  key: string;
  code: string;
  keyCode: number;
  /** The text it types, without Control, Alt and Meta. */
  text: string;
}

function named(name: string, keyCode: number, key = name, text = ""): [string, Key] {
  return [name, { name, key, code: name, keyCode, text }];
}

const NAMED = new Map<string, Key>([
  named("Enter", 13, "Enter", "\r"),
  named("Tab", 9),
  named("Escape", 27),
  named("Backspace", 8),
  named("Delete", 46),
  named("Insert", 45),
  named("ArrowLeft", 37),
  named("ArrowUp", 38),
  named("ArrowRight", 39),
  named("ArrowDown", 40),
  named("Home", 36),
  named("End", 35),
  named("PageUp", 33),
  named("PageDown", 34),
  named("Space", 32, " ", " "),
  named("ContextMenu", 93),
  ...Array.from({ length: 12 }, (_, i) => named(`F${i + 1}`, 112 + i)),
]);

const COMBINATION = /^(?:control|ctrl|shift|alt|meta|cmd)\+./i;

const ALIASES: Record<string, string> = {
  return: "Enter",
  esc: "Escape",
  del: "Delete",
  ins: "Insert",
  spacebar: "Space",
  left: "ArrowLeft",
  up: "ArrowUp",
  right: "ArrowRight",
  down: "ArrowDown",
  pgup: "PageUp",
  pgdn: "PageDown",
  pgdown: "PageDown",
  menu: "ContextMenu",
};

/** Codes and numbers of the marks on a US keyboard: both characters of each key. */
const MARKS: ReadonlyArray<[characters: string, code: string, keyCode: number]> = [
  ["-_", "Minus", 173],
  ["=+", "Equal", 61],
  ["[{", "BracketLeft", 219],
  ["]}", "BracketRight", 221],
  ["\\|", "Backslash", 220],
  [";:", "Semicolon", 59],
  ["'\"", "Quote", 222],
  [",<", "Comma", 188],
  [".>", "Period", 190],
  ["/?", "Slash", 191],
  ["`~", "Backquote", 192],
];
const SHIFTED_DIGITS = ")!@#$%^&*(";

/** The key of a name or of a single character. Throws UNKNOWN_KEY, which names the nearest one. */
export function keyOf(name: string): Key {
  const key = NAMED.get(name);
  if (key) return key;
  if ([...name].length === 1) return characterKey(name);
  const near = nearestName(name);
  const hint = near
    ? `Did you mean ${near}?`
    : COMBINATION.test(name)
      ? "Hold keys down with options: --ctrl"
      : undefined;
  throw new CommandError("UNKNOWN_KEY", `There is no key named ${name}`, { key: name, ...(near && { near }) }, hint);
}

function characterKey(character: string): Key {
  if (character === " ") return keyOf("Space");
  if (character === "\n" || character === "\r") return keyOf("Enter");
  if (character === "\t") return keyOf("Tab");
  const make = (code: string, keyCode: number): Key => ({
    name: character,
    key: character,
    code,
    keyCode,
    text: character,
  });
  const upper = character.toUpperCase();
  if (/^[A-Z]$/.test(upper)) return make(`Key${upper}`, upper.charCodeAt(0));
  const digit = /^\d$/.test(character) ? Number(character) : SHIFTED_DIGITS.indexOf(character);
  if (digit >= 0) return make(`Digit${digit}`, 48 + digit);
  const mark = MARKS.find(([characters]) => characters.includes(character));
  return mark ? make(mark[1], mark[2]) : make("", 0);
}

function nearestName(name: string): string | undefined {
  const lower = name.toLowerCase().replace(/[\s_-]/g, "");
  const names = [...NAMED.keys()];
  const same = names.find((known) => known.toLowerCase() === lower) ?? ALIASES[lower];
  if (same) return same;
  const byDistance = names
    .map((known) => ({ known, distance: editDistance(lower, known.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)[0];
  return byDistance && byDistance.distance <= 2 ? byDistance.known : undefined;
}

/** Sends `keydown`, and `keypress` where the key types something. False where the page prevented what follows. */
export function keyDown(element: Element, key: Key, modifiers: Modifiers): boolean {
  if (!send(element, "keydown", key, modifiers)) return false;
  if (key.text === "" || modifiers.ctrl || modifiers.alt || modifiers.meta) return true;
  return send(element, "keypress", key, modifiers);
}

export function keyUp(element: Element, key: Key, modifiers: Modifiers): boolean {
  return send(element, "keyup", key, modifiers);
}

function send(element: Element, type: string, key: Key, modifiers: Modifiers): boolean {
  const charCode = type === "keypress" ? (key.text.codePointAt(0) ?? 0) : 0;
  const init: KeyboardEventInit = {
    key: key.key,
    code: key.code,
    keyCode: type === "keypress" ? charCode : key.keyCode,
    charCode,
    ctrlKey: modifiers.ctrl,
    shiftKey: modifiers.shift,
    altKey: modifiers.alt,
    metaKey: modifiers.meta,
    bubbles: true,
    cancelable: true,
    composed: true,
    view: window,
  };
  return element.dispatchEvent(new KeyboardEvent(type, init));
}
