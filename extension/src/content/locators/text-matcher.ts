// How text is compared: `Save` anywhere and in any case, `"Save"` exactly and whole, `/sav(e|ing)/i` as an expression.

import { squeeze } from "../../shared/text/text";

export type Matches = (text: string) => boolean;

/** Throws a SyntaxError where an expression is not valid. */
export function matcher(words: string): Matches {
  const expression = /^\/(.+)\/([a-z]*)$/s.exec(words);
  if (expression) {
    const made = new RegExp(expression[1] ?? "", (expression[2] ?? "").replace(/[gy]/g, ""));
    return (text) => made.test(squeeze(text));
  }
  const quoted = unquote(words);
  if (quoted !== null) return (text) => squeeze(text) === squeeze(quoted);
  const part = squeeze(words).toLowerCase();
  return (text) => squeeze(text).toLowerCase().includes(part);
}

/** What stands between quotes; null if there are none around it. */
export function unquote(words: string): string | null {
  const inner = /^"((?:\\.|[^"\\])*)"$/s.exec(words)?.[1] ?? /^'((?:\\.|[^'\\])*)'$/s.exec(words)?.[1];
  return inner === undefined ? null : inner.replace(/\\(.)/gs, "$1");
}
