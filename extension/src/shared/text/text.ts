// Text: on one line, and never cut within a character. What was cut off goes along unseen.

import { part, shownLength } from "./unseen";

export function normalizeWhitespace(text: string | null | undefined): string {
  return (text ?? "").replace(/\s+/g, " ").trim();
}

/** What is there and not shown, as it is in a text or as clz writes it: soft hyphens, joiners, marks of direction. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}|\\(?:x[\da-f]{2}|u[\da-f]{4}|U[\da-f]{8})/giu;
const MAY_HAVE_UNSEEN = /[^\n\x20-\x7e]|\\[xuU]/;

/** A text as it is compared: without what nobody sees, each blank one space, and letters with their accents one character. */
export function comparable(text: string | null | undefined): string {
  if (!text || !MAY_HAVE_UNSEEN.test(text)) return normalizeWhitespace(text);
  const seen = text.replace(UNSEEN, (found) => (isUnseen(found) ? "" : found));
  return normalizeWhitespace(seen.normalize());
}

function isUnseen(found: string): boolean {
  if (!found.startsWith("\\")) return true;
  const point = parseInt(found.slice(2), 16);
  return point <= 0x10ffff && /^\p{Default_Ignorable_Code_Point}$/u.test(String.fromCodePoint(point));
}

/** The first `length` units, fewer where that would end in half a character. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : part(text, 0, length);
}

/** The same with an ellipsis where something is missing. */
export function shorten(text: string, length: number): string {
  return text.length <= length || shownLength(text) <= length ? text : `${part(text, 0, length - 1)}…`;
}
