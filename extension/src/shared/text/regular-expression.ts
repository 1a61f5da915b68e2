// Regular expressions of users, matched by RE2: in a time that grows with the text, whatever the expression.
//
// Firefox tries one way after another, which for `(a+)+$` takes seconds that nothing can end, and a page, or every
// agent, would hang. RE2 has no lookaround and no back-references.

import { RE2JS } from "re2js";

export interface RegularExpression {
  /** True if it matches anywhere in the text. */
  test: (text: string) => boolean;
}

/** A page is asked for the same expression again and again. */
const MAX_KEPT = 16;
const kept = new Map<string, RegularExpression>();

/** An expression, as it is or as `/it/i`. Throws a SyntaxError, in words, where it cannot be used. */
export function compileExpression(written: string): RegularExpression {
  const known = kept.get(written);
  if (known) return known;
  const [, source = written, flags = ""] = /^\/(.+)\/([a-z]*)$/s.exec(written) ?? [];
  const expression = linear(new RegExp(source, flags.replace(/[gy]/g, "")));
  if (kept.size === MAX_KEPT) kept.clear();
  kept.set(written, expression);
  return expression;
}

function linear(native: RegExp): RegularExpression {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(native));
  } catch (thrown) {
    const why = "RE2, which matches it, has no lookaround, no back-references and no repetition beyond 1000";
    throw new SyntaxError(`${why}: ${thrown instanceof Error ? thrown.message : String(thrown)}`, { cause: thrown });
  }
}
