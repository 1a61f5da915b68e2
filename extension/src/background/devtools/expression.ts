// Expressions on their way to a page: safe ones go as trees, unsafe ones as they are. What is one function as a whole, such
// as `() => 5`, is called: that is what is meant, as in Playwright and WebDriver.

import { CommandError, OwnWords } from "../../shared/errors";
import type { CommandContext } from "../command-context";
import { placeOf, quoted, refusal, type Tree } from "../../shared/values/expression-tree";

/** What may begin a function. */
const FUNCTION = /^\s*(?:async\b|function\b|\(|[\w$]+\s*=>)/;

/** The parser, which many sessions never need. */
const BUNDLE = "/expressions.js";

/**
 * The parameters with their expression as it is to be evaluated, and the tree of a safe one. Throws UNSAFE_EXPRESSION and
 * INVALID_EXPRESSION. Whether unsafe ones may be evaluated is a right, and so the policy's to say.
 */
export async function withTree<
  Name extends string,
  Params extends { unsafe: boolean } & { [K in Name]?: string | null },
>(params: Params, name: Name, context: CommandContext): Promise<Params & { tree?: Tree }> {
  const given: string | null | undefined = params[name];
  if (given == null || (params.unsafe && !FUNCTION.test(given))) return params;
  const { called, treeOf } = (await import(BUNDLE)) as typeof import("./expressions/tree");
  const meant = FUNCTION.test(given) ? called(given) : given;
  if (params.unsafe) return { ...params, [name]: meant };
  const source = meant.replaceAll("\r\n", "\n");
  const read = treeOf(source);
  // What an error quotes is the command's own.
  if (read.is === "refused") {
    const { message, details } = refusal(source, read);
    throw new CommandError("UNSAFE_EXPRESSION", new OwnWords(message), details);
  }
  if (read.is === "invalid") {
    const { line, column } = placeOf(source, read.at);
    const rest = quoted(source.slice(read.at).trim());
    const what = rest === "" ? "ends too early" : `cannot be read near '${rest}': ${read.reason}`;
    const message = `The expression ${what} (line ${line}, column ${column}).`;
    throw new CommandError("INVALID_EXPRESSION", new OwnWords(message), { line, column });
  }
  context.looksBriefly = true;
  return { ...params, [name]: source, tree: read.tree };
}
