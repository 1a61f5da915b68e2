// Secret values: what the secret fields of a page hold, found as a whole in any text that leaves the page, and masked.
//
// Only whole values are found: if parts were masked, trying parts would tell the value by what is missing. A value
// of under four characters is masked in its field alone: it is in every other text. One of four or five counts where
// it is a word of its own.

import { heldNow } from "./held-now";
import { escaped, masked, type HeldSecret } from "./secret-fields";
import { table } from "../table";

const LEAST = 4;
/** From here on within words, and in small letters and capitals. */
const ANYWHERE_FROM = 6;
/** Hidden fields of forms hold many words that are not secrets. */
const TOKEN_FROM = 8;
/** What is as long as a card number may be written in groups. */
const GROUPED = /^(?:[ -]?\d){12,19}$/;
const GAP = "(?:[ \\u00a0\\-+]|%(?:25)*(?:20|2d)|&nbsp;)?";
/** So many values at most; a page with more has filled its fields to have everything masked. */
const MAX_VALUES = 500;

/** What does not come from a page, and pictures. */
const NOT_TEXT = new Set(["code", "image", "pdf"]);
/** Fields whose members have names that a page gave them. */
const OF_PAGE = new Set(["attributes", "result"]);

export class SecretValues {
  readonly texts: ReadonlySet<string>;
  readonly #anywhere: RegExp | null;
  readonly #alone: RegExp | null;

  constructor(texts: Iterable<string>) {
    this.texts = new Set([...texts].slice(0, MAX_VALUES));
    const [long, short] = [true, false].map((isLong) =>
      [...this.texts].filter((text) => text.length >= ANYWHERE_FROM === isLong).flatMap(expressionsOf),
    );
    this.#anywhere = expression(long ?? [], "giu", (any) => any);
    this.#alone = expression(short ?? [], "gu", (any) => `(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`);
  }

  masked(text: string): string {
    let out = text;
    for (const each of [this.#anywhere, this.#alone]) if (each) out = out.replace(each, masked);
    return out;
  }

  /** A value with all texts in it masked; itself if there is none to mask. Our own names and codes stay. */
  maskedIn<T>(value: T): T {
    return this.texts.size === 0 ? value : (this.#in(value, false) as T);
  }

  #in(value: unknown, isOfPage: boolean): unknown {
    if (typeof value === "string") return this.masked(value);
    if (typeof value === "number") return this.#isSecret(value) ? masked(String(value)) : value;
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) {
      const list = value.map((one) => this.#in(one, isOfPage));
      return list.some((one, at) => one !== value[at]) ? list : value;
    }
    const members = Object.entries(value).map(([name, one]): [string, unknown] => [
      isOfPage ? this.masked(name) : name,
      !isOfPage && NOT_TEXT.has(name) ? one : this.#in(one, isOfPage || OF_PAGE.has(name)),
    ]);
    const same = Object.entries(value).every(([name, one], at) => members[at]?.[0] === name && members[at][1] === one);
    return same ? value : Object.fromEntries(members);
  }

  #isSecret(number: number): boolean {
    const text = String(number);
    return text.length >= ANYWHERE_FROM && this.texts.has(text);
  }
}

/** The values that can be found in texts, of what fields hold. */
export function findable(held: Iterable<HeldSecret>): Set<string> {
  const found = new Set<string>();
  for (const { text, isToken = false, isCommon = false } of held) {
    const bare = text.trim();
    if (isCommon || bare.length < LEAST || /^[•*]+$/.test(bare)) continue;
    if (!isToken || (bare.length >= TOKEN_FROM && /\d/.test(bare))) found.add(bare);
  }
  return found;
}

/**
 * A comparison of texts with `words`, both as shown: by what matches and what does not, nobody learns a part of a
 * secret. A secret that is in the words as a whole is found.
 */
export function comparedAsTold(
  words: string,
  compare: (words: string) => (text: string) => boolean,
): (text: string) => boolean {
  const values = heldNow();
  if (!values || values.texts.size === 0) return compare(words);
  const matches = compare(values.masked(words));
  return (text) => matches(values.masked(text));
}

/** A value as pages and programs write it down: as it is, in addresses, forms, markup and JSON. */
export function formsOf(text: string): string[] {
  const forms = [text, encodeURI(text), encodeURIComponent(text), inForm(text), JSON.stringify(text).slice(1, -1)];
  const [markup, twice] = [escaped(text), escaped(escaped(text))];
  return [...new Set([...forms, markup, markup.replaceAll("&quot;", '"'), twice])];
}

function inForm(text: string): string {
  return new URLSearchParams({ text }).toString().slice("text=".length);
}

function expression(all: string[], flags: string, around: (any: string) => string): RegExp | null {
  if (all.length === 0) return null;
  const longestFirst = [...new Set(all)].sort((one, other) => other.length - one.length);
  return new RegExp(around(longestFirst.join("|")), flags);
}

function expressionsOf(text: string): string[] {
  const wellFormed = text.toWellFormed();
  const digits = text.replace(/\D/g, "");
  if (GROUPED.test(text)) return [digits.split("").join(GAP), ...[text, digits].flatMap(base64Of)];
  const written = [...wellFormed.replace(/\s+/g, " ")].map(characterOf).join("");
  if (wellFormed.length < ANYWHERE_FROM) return [written];
  // Longer numbers are others, but not the same one again: texts of elements are shown without a gap.
  const apart = /^\d+$/.test(wellFormed) ? `(?<!\\d)(?:${written})+(?!\\d)` : written;
  return [apart, ...base64Of(wellFormed), hexOf(wellFormed)];
}

const NAMED = table<string>({ "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" });

/** A character, or what addresses, markup, JSON and scripts write in its place. */
function characterOf(char: string): string {
  // White space of every kind is one space on a page.
  if (char === " ") return "(?:\\s|\\+|%(?:25)*20|&nbsp;)+";
  if (/[a-z0-9]/i.test(char)) return char;
  const code = char.codePointAt(0) ?? 0;
  const units = [...new Array(char.length).keys()].map((at) => char.charCodeAt(at).toString(16).padStart(4, "0"));
  const bytes = [...new TextEncoder().encode(char)].map((byte) => `%(?:25)*${byte.toString(16).padStart(2, "0")}`);
  const coded = [
    `\\\\*${literal(char)}`,
    bytes.join(""),
    units.map((unit) => `\\\\+u${unit}`).join(""),
    `\\\\+x${code.toString(16).padStart(2, "0")}`,
    `\\\\+${code.toString(16)}\\s`,
    `&(?:amp;)*(?:#${code}|#x0*${code.toString(16)}${NAMED[char] ? `|${NAMED[char]}` : ""});`,
  ];
  return `(?:${coded.join("|")})`;
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** What base64 makes of it wherever it is in what was encoded: its ends depend on what is beside it. */
function base64Of(text: string): string[] {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text.slice(0, 10_000)));
  const cores = [0, 1, 2].map((before) => btoa("\0".repeat(before) + bytes).replace(/=+$/, ""));
  return cores
    .map((core, before) => core.slice(Math.ceil((before * 8) / 6), -2))
    .filter((core) => core.length >= ANYWHERE_FROM)
    .map((core) => `${literal(core)}[\\w+/-]{0,2}={0,2}`);
}

function hexOf(text: string): string {
  return [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
