// How text is compared: `Save` anywhere and in any case, `"Save"` exactly and whole, `/sav(e|ing)/i` as an expression.

import { comparable } from "../../shared/text/text";
import { comparedAsTold } from "../../shared/secrets/secret-values";
import { lazyBundle } from "../lazy-bundles";

export type Matches = (text: string) => boolean;

/** Throws a SyntaxError where an expression cannot be used. */
export function matcher(words: string): Matches {
  return comparedAsTold(words, plainMatcher);
}

function plainMatcher(words: string): Matches {
  if (/^\/.+\/[a-z]*$/s.test(words)) {
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

/** What is between quotes that a letter follows, as Playwright prints texts: `"Save"i` anywhere, `"Save"s` whole. */
export function flagged(words: string): string | null {
  return /^["'].*["'][is]$/s.test(words) ? unquote(words.slice(0, -1)) : null;
}

/** What is between quotes; null if there are none around it. */
export function unquote(words: string): string | null {
  const inner = /^"((?:\\.|[^"\\])*)"$/s.exec(words)?.[1] ?? /^'((?:\\.|[^'\\])*)'$/s.exec(words)?.[1];
  return inner === undefined ? null : inner.replace(/\\(?!x[\da-f]{2}|u[\da-f]{4}|U[\da-f]{8})(.)/gs, "$1");
}
