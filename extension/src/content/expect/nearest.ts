// The nearest texts: what the page says instead of what is expected.

import { shorten, normalizeWhitespace } from "../../shared/text/text";
import { nearest } from "../../shared/text/nearest";
import { textOf } from "../text/page-text";

const MOST = 3;
const MAX_LINES = 3_000;
const TEXT_CHARS = 200;

/** The lines of what an element shows that are most like `wanted`, best first. */
export function nearestTexts(element: Element | null, wanted: string): string[] {
  if (!element) return [];
  const lines = [...new Set(textOf(element).split("\n").slice(0, MAX_LINES).map(normalizeWhitespace))].filter(Boolean);
  return nearest(lines, normalizeWhitespace(wanted), MOST).map((line) => shorten(line, TEXT_CHARS));
}
