// Expected texts: whether one is as it should be.

import { CommandError, ownWords } from "../errors";
import type { ExpectParams } from "../expect";
import type { RegularExpression } from "./regular-expression";

type Match = NonNullable<ExpectParams["match"]>;
type Compile = (written: string) => RegularExpression;

/** An expression, as it is or as `/it/i`. Throws INVALID_PARAMS for one that cannot be used. */
export function expressionOf(written: string, compile: Compile): RegularExpression {
  try {
    return compile(written);
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown;
    const { message: reason } = thrown;
    const hint = ownWords`Quote it for the shell, and put a \\ before ( ) [ ] { } + * ? . that stand for themselves.`;
    throw new CommandError(
      "INVALID_PARAMS",
      `This is not a regular expression that can be used: ${written} (${reason})`,
      { reason },
      hint,
    );
  }
}

/** An expression that takes capital letters for small ones, if that is asked. */
export function withFlag(written: string, ignoreCase: boolean): string {
  if (!ignoreCase) return written;
  const [, source = written, flags = ""] = /^\/(.+)\/([a-z]*)$/s.exec(written) ?? [];
  return `/${source}/${flags.replace("i", "")}i`;
}

/** How a text is compared where nothing is said. */
export function matchOf({ condition, match }: ExpectParams): Match {
  return match ?? (condition === "text" ? "contains" : "exact");
}

/** `>= 3` as what it asks of a number. */
export function countMatcher(written: string): (count: number) => boolean {
  const [, sign = "=", digits = ""] = /^(>=|<=|==|=|>|<)?\s*(\d+)$/.exec(written.trim()) ?? [];
  const wanted = Number(digits);
  if (digits === "") throw new CommandError("INVALID_PARAMS", `This is not a count: ${written}`);
  switch (sign) {
    case ">=":
      return (count) => count >= wanted;
    case "<=":
      return (count) => count <= wanted;
    case ">":
      return (count) => count > wanted;
    case "<":
      return (count) => count < wanted;
    default:
      return (count) => count === wanted;
  }
}
