// How text is compared: `Save` anywhere and in any case, `"Save"` exactly and whole, `/sav(e|ing)/i` as an expression.

import { comparable } from "../../shared/text/text";
import { comparedAsTold } from "../../shared/secrets/secret-values";
import { heldNow } from "../../shared/secrets/held-now";
import { lazyBundle } from "../lazy-bundles";

const EXPRESSION = /^\/.+\/[a-z]*$/s;

export type Matches = (text: string) => boolean;

/** Throws a SyntaxError where an expression cannot be used. */
export function matcher(words: string): Matches {
  return comparedAsTold(words, plainMatcher);
}

function isExpression(words: string): boolean {
  return EXPRESSION.test(words);
}

function plainMatcher(words: string): Matches {
  if (isExpression(words)) {
    const expression = lazyBundle("regularExpressions").compileExpression(words);
    return (text) => expression.test(comparable(text));
  }
  const given = flagged(words);
  if (given !== null && words.endsWith("i")) return plainMatcher(given);
  const quoted = given ?? unquote(words);
  if (quoted !== null) return (text) => comparable(text) === comparable(quoted);
  const part = comparable(words).toLowerCase();
  return (text) => comparable(text).toLowerCase().includes(part);
}

/** What a text is read as for a first look: a sigma is another letter at the end of a word, which what is beside it decides. */
function folded(text: string): string {
  return text.normalize().toLowerCase().replaceAll("ς", "σ");
}

/**
 * A first test at a fraction of the time: a text in which the characters of the words do not come one after the other does
 * not match, whatever is left out of it, and no more does what is left of it. Null for words of which that cannot be said.
 */
export function firstTest(words: string): Matches | null {
  return plainTest(heldNow()?.masked(words) ?? words);
}

function plainTest(words: string): Matches | null {
  if (isExpression(words)) return null;
  const given = flagged(words);
  if (given !== null && words.endsWith("i")) return plainTest(given);
  const signs = [...folded(comparable(given ?? unquote(words) ?? words)).replace(/\s+/g, "")];
  // A dot may stand for what is masked.
  if (signs.includes("•")) return null;
  return (text) => {
    const all = folded(text);
    let at = 0;
    return signs.every((sign) => (at = all.indexOf(sign, at) + 1) > 0);
  };
}

/** What is between quotes that a letter follows, as Playwright prints texts: `"Save"i` anywhere, `"Save"s` whole. */
export function flagged(words: string): string | null {
  return /^["'].*["'][is]$/s.test(words) ? unquote(words.slice(0, -1)) : null;
}

/** What is between quotes; null if there are none around it. */
export function unquote(words: string): string | null {
  const inner = /^"((?:\\.|[^"\\])*)"$/s.exec(words)?.[1] ?? /^'((?:\\.|[^'\\])*)'$/s.exec(words)?.[1];
  return inner === undefined ? null : inner.replace(/\\(?!x[\da-f]{2}|u[\da-f]{4}|U[\da-f]{8})(.)/gs, "$1");
}

/** What words are made of, and what joins their parts: `don't`, `15.5`. */
const WORD_BEFORE = /(?:[\p{L}\p{M}\p{N}_]|\p{L}['’]|\p{N}[.,])$/u;
const WORD_AFTER = /^(?:[\p{L}\p{M}\p{N}_]|['’]\p{L}|[.,]\p{N})/u;
/** In these scripts no space says where a word ends, or particles follow it without one. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}'’.,]/u;

/** How a text has these words: whole, as `on` is in "Turn on"; as parts of others, as in "alone"; or nobody can tell. */
export function fitOf(text: string, words: string): "whole" | "part" | "unclear" {
  let fit: "part" | "unclear" = "part";
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const before = WORD_BEFORE.exec(text.slice(0, at))?.[0] ?? "";
    const after = WORD_AFTER.exec(text.slice(at + words.length))?.[0] ?? "";
    if (before + after === "") return "whole";
    if ([before, after].every((part) => part === "" || UNSPACED.test(part))) fit = "unclear";
  }
  return fit;
}
