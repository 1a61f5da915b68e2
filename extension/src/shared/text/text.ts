// Text: on one line, and never cut within a character. What was cut off goes along unseen.

import { part, shownLength } from "./unseen";

export function normalizeWhitespace(text: string | null | undefined): string {
  return (text ?? "").replace(/\s+/g, " ").trim();
}

/** The first `length` units, fewer where that would end in half a character. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : part(text, 0, length);
}

/** The same with an ellipsis where something is missing. */
export function shorten(text: string, length: number): string {
  return text.length <= length || shownLength(text) <= length ? text : `${part(text, 0, length - 1)}…`;
}
