// Expected texts: whether one is as it should be.

import type { ExpectParams } from "../../shared/expect";
import { expressionOf, matchOf } from "../../shared/text/expected";
import { normalizeWhitespace } from "../../shared/text/text";
import { comparedAsTold } from "../../shared/secrets/secret-values";
import { lazyBundle } from "../lazy-bundles";

/** True if the text is as expected. Throws INVALID_PARAMS for an expression that cannot be used. */
export function expectedText(params: ExpectParams, whitespace: "counts" | "normalized"): (text: string) => boolean {
  return comparedAsTold(params.value ?? "", (expected) => compared(expected, matchOf(params), whitespace));
}

function compared(
  expected: string,
  match: ReturnType<typeof matchOf>,
  whitespace: "counts" | "normalized",
): (text: string) => boolean {
  if (match === "matches") {
    const expression = expressionOf(expected, lazyBundle("regularExpressions").compileExpression);
    return (text) => expression.test(whitespace === "counts" ? text : normalizeWhitespace(text));
  }
  const plain = whitespace === "counts" ? (text: string) => text.replaceAll("\r\n", "\n") : normalizeWhitespace;
  const wanted = plain(expected);
  return match === "exact" ? (text) => plain(text) === wanted : (text) => plain(text).includes(wanted);
}
