// What the `content` of a style sheet says: its strings and attributes, or the text that is given in place of them.

import { table } from "../../../shared/table";

/** The pieces of a computed `content`: strings, functions, and the stroke before what is said instead. */
const PIECES = /"((?:\\.|[^"\\])*)"|attr\(\s*([\w-]+)[^)]*\)|([\w-]+)\((?:"(?:\\.|[^"\\])*"|[^)])*\)|\/|[\w-]+/gs;
const QUOTES = table<string>({ "open-quote": "“", "close-quote": "”" });

/** The words of `content` as `element` has them; counters and pictures say nothing. */
export function drawnText(content: string, element: Element): string {
  let words = "";
  for (const [piece, string, attribute] of content.matchAll(PIECES)) {
    if (piece === "/") words = "";
    else if (string !== undefined) words += unescaped(string);
    else if (attribute) words += element.getAttribute(attribute) ?? "";
    else words += QUOTES[piece] ?? "";
  }
  // Of a number that nobody can read, what is around it says nothing.
  return /\bcounters?\(/.test(content) && !/\p{L}/u.test(words) ? "" : words;
}

/** A string of CSS as the text it is. */
function unescaped(string: string): string {
  return string.replace(/\\(?:([\da-f]{1,6})\s?|([^]))/gi, (_, code: string | undefined, char: string | undefined) =>
    code ? String.fromCodePoint(Math.min(parseInt(code, 16) || 0xfffd, 0x10ffff)) : char === "\n" ? "" : (char ?? ""),
  );
}
