// Keys: their names and numbers, and how a text names several.

import { CommandError, ownWords, OwnWords } from "../../shared/errors";
import type { Key, Modifiers } from "../../shared/input/input-actions";
import { KEY_SPELLINGS } from "../../generated/registry";
import { editDistance } from "../../shared/text/similarity";
import { table } from "../../shared/table";

function named(name: string, keyCode: number, key = name, text = "", code = name): [string, Key] {
  return [name, { name, key, code, keyCode, text }];
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
  named("Control", 17, "Control", "", "ControlLeft"),
  named("Shift", 16, "Shift", "", "ShiftLeft"),
  named("Alt", 18, "Alt", "", "AltLeft"),
  named("Meta", 224, "Meta", "", "MetaLeft"),
  ...["Control", "Shift", "Alt", "Meta"].flatMap((key, i) =>
    ["Left", "Right"].map((side) => named(key + side, [17, 16, 18, 224][i] ?? 0, key)),
  ),
  named("NumpadEnter", 13, "Enter", "\r"),
  ...Array.from("0123456789", (digit, i) => named(`Numpad${digit}`, 96 + i, digit, digit)),
  ...(
    [
      ["Multiply", "*", 106],
      ["Add", "+", 107],
      ["Subtract", "-", 109],
      ["Decimal", ".", 110],
      ["Divide", "/", 111],
    ] as const
  ).map(([name, mark, keyCode]) => named(`Numpad${name}`, keyCode, mark, mark)),
  ...Array.from({ length: 24 }, (_, i) => named(`F${i + 1}`, 112 + i)),
  named("CapsLock", 20),
  named("NumLock", 144),
  named("ScrollLock", 145),
  named("PrintScreen", 44),
  named("Pause", 19),
  named("AltGraph", 225, "AltGraph", "", "AltRight"),
]);

/** What is held to copy, to paste or to open a link in a new tab: Command on a Mac, else Control. */
export function mainModifier(): "ctrl" | "meta" {
  return "navigator" in globalThis && /Mac/.test(navigator.platform) ? "meta" : "ctrl";
}

export const HOLD_NAMES: Record<keyof Modifiers, string> = {
  ctrl: "Control",
  shift: "Shift",
  alt: "Alt",
  meta: "Meta",
};

const SPELLINGS = table<string>(KEY_SPELLINGS);

/** What holds a letter in Emacs, Vim and tmux: `C-x`, `M-x`, `<C-a>`. */
const SHORT_HOLDS = table<string>({ C: "Control", M: "Alt", A: "Alt", S: "Shift", s: "Meta", D: "Meta" });

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

/** The character that a key of a US keyboard types, by its code: `KeyA`, `Digit3`, `Minus`. */
function characterOf(code: string): string | undefined {
  const [, letter, digit] = /^(?:Key([A-Z])|Digit(\d))$/.exec(code) ?? [];
  return letter?.toLowerCase() ?? digit ?? MARKS.find(([, known]) => known === code)?.[0][0];
}

/** The key of a name, a code or a single character. Throws UNKNOWN_KEY, which names the nearest one. */
export function keyOf(name: string): Key {
  const key = NAMED.get(name);
  if (key) return key;
  const character = characterOf(name);
  if (character !== undefined) return characterKey(character);
  if ([...name].length === 1) return characterKey(name);
  if (name === "ControlOrMeta") return holdKey(mainModifier());
  const meant = meantBy(name);
  if (meant !== undefined && meant !== name) return keyOf(meant);
  throw unknownKey(name);
}

/** The key that a word stands for, as other tools call it. */
function meantBy(word: string): string | undefined {
  const bare = word.replace(/^(?:[<{](.+)[>}]|keys?\.(.+))$/i, "$1$2");
  return SPELLINGS[bare.toLowerCase().replace(/[\s_-]/g, "")];
}

/** Without the name: who presses a text that is to be typed may press a password. */
function unknownKey(name: string): CommandError {
  const near = nearestName(name);
  const hint = near
    ? ownWords`Did you mean ${new OwnWords(near)}?`
    : ownWords`Keys have names such as Enter and Control+a; to type a text: clz type`;
  const message = `No key has a name of ${[...name].length} characters`;
  return new CommandError("UNKNOWN_KEY", message, near ? { near } : {}, hint);
}

/** One key with those that are held down meanwhile. */
export interface Chord {
  key: Key;
  holds: Modifiers;
}

/** The keys that a text names: `Enter`, `Control+a`, `Tab Tab Enter`. Throws UNKNOWN_KEY. */
export function chordsOf(text: string, held: Modifiers): Chord[] {
  const words = text.trim() === "" ? [" "] : asNamed(text.trim()).split(/\s+/);
  return words.map((word) => chordOf(word, held));
}

/** Keys of several words, and chords with blanks or dashes in them: `Page Down`, `Ctrl C`, `ctrl-shift-t`, `C-x C-s`. */
function asNamed(text: string): string {
  return text
    .replace(/\b(page|arrow|back|caps|num|scroll|print)[ _-](up|down|left|right|space|lock|screen)\b/gi, "$1$2")
    .replace(/^((?:(?:ctrl|control|cmd|command|meta|alt|option|shift) )+)(?=\S+$)/i, (holds) =>
      holds.replaceAll(" ", "+"),
    )
    .replace(/(?<!\S)((?:(?:ctrl|control|cmd|command|meta|alt|option|shift)-)+)(?=\S)/gi, (holds) =>
      holds.replaceAll("-", "+"),
    )
    .replace(/(?<!\S)<?((?:[CMASsD]-)+)([^\s>]+|>)>?(?!\S)/g, (_, holds: string, key: string) => {
      const names = [...holds.replaceAll("-", "")].map((letter) => SHORT_HOLDS[letter]);
      return [...names, key].join("+");
    });
}

function chordOf(word: string, held: Modifiers): Chord {
  // The plus sign is a key as well: `+`, `Control++`.
  const rest = word.replace(/\+{1,2}$/, "");
  const parts = rest === "" ? [] : rest.split("+");
  const name = rest === word ? (parts.pop() ?? "") : "+";
  const holds = { ...held };
  for (const part of parts) {
    const hold = holdOf(keyOf(part));
    if (!hold) throw unknownKey(part);
    holds[hold] = true;
  }
  const key = keyOf(name);
  return { key: holds.shift ? shifted(key) : key, holds };
}

/** The key of a modifier. */
export function holdKey(hold: keyof Modifiers): Key {
  return keyOf(HOLD_NAMES[hold]);
}

/** Which modifier a key is; undefined for all others. */
export function holdOf({ key }: Key): keyof Modifiers | undefined {
  return Object.keys(HOLD_NAMES).find((hold): hold is keyof Modifiers => HOLD_NAMES[hold as keyof Modifiers] === key);
}

/** What a key types with Shift, on a US keyboard. */
function shifted(key: Key): Key {
  if (key.key.length !== 1 || key.name === "Space" || key.name.startsWith("Numpad")) return key;
  const pair = MARKS.find(([characters]) => characters[0] === key.text)?.[0];
  const digit = /^\d$/.test(key.text) ? SHIFTED_DIGITS[Number(key.text)] : undefined;
  const text = pair?.[1] ?? digit ?? key.text.toUpperCase();
  return { ...key, name: text, key: text, text };
}

export function characterKey(character: string): Key {
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
  const byDistance = [...NAMED.keys()]
    .map((known) => ({ known, distance: editDistance(lower, known.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)[0];
  return byDistance && byDistance.distance <= 2 ? byDistance.known : undefined;
}
