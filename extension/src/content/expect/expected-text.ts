// Expected texts: whether one is as it should be.

import type { ExpectParams } from "../../shared/expect";
import { expressionOf, matchOf, withFlag } from "../../shared/text/expected";
import { comparable } from "../../shared/text/text";
import { comparedAsTold } from "../../shared/secrets/secret-values";
import { lazyBundle } from "../lazy-bundles";

/** True if the text is as expected. Throws INVALID_PARAMS for an expression that cannot be used. */
export function expectedText(params: ExpectParams, whitespace: "counts" | "normalized"): (text: string) => boolean {
  return comparedWith(params, params.value ?? "", whitespace);
}

/** True if a text is as `value`, as one of several that are expected. */
export function comparedWith(
  params: ExpectParams,
  value: string,
  whitespace: "counts" | "normalized",
): (text: string) => boolean {
  return comparedAsTold(value, (expected) => compared(expected, matchOf(params), whitespace, params.ignoreCase));
}

function compared(
  expected: string,
  match: ReturnType<typeof matchOf>,
  whitespace: "counts" | "normalized",
  ignoreCase: boolean,
): (text: string) => boolean {
  if (match === "matches") {
    const { compileExpression } = lazyBundle("regularExpressions");
    const expression = expressionOf(withFlag(expected, ignoreCase), compileExpression);
    return (text) => expression.test(whitespace === "counts" ? text : comparable(text));
  }
  const spaced = whitespace === "counts" ? (text: string) => text.replaceAll("\r\n", "\n") : comparable;
  const plain = (text: string): string => (ignoreCase ? spaced(text).toLowerCase() : spaced(text));
  const wanted = plain(expected);
  return match === "exact" ? (text) => plain(text) === wanted : (text) => plain(text).includes(wanted);
}
