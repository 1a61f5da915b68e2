// Text: on one line, and never cut within a character.

export function normalizeWhitespace(text: string | null | undefined): string {
  return (text ?? "").replace(/\s+/g, " ").trim();
}

/** The first `length` units, fewer where that would end in half a character. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

/** The same with an ellipsis where something is missing. */
export function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${cut(text, length - 1)}…`;
}
