// A text of which a part is given, and where the rest begins.

import { part, shownLength } from "./unseen";

interface Part {
  text: string;
  textLength: number;
  truncated: boolean;
  nextOffset: number | null;
}

export function cutContent(whole: string, offset: number, maxLength: number): Part {
  const text = part(whole, offset, maxLength);
  const end = offset + shownLength(text);
  const textLength = shownLength(whole);
  return { text, textLength, truncated: end < textLength, nextOffset: end < textLength ? end : null };
}
