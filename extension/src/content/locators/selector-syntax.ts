// How selectors are written: alternatives, compounds and brackets, and where each of them ends.

export type Combinator = "" | " " | ">" | "+" | "~";

/** Elements that one part of a selector names: `native` is CSS, and `tests` are what CSS lacks. */
interface Compound {
  /** What is before it; at the beginning, one that relates it to the scope. */
  combinator: Combinator;
  native: string;
  tests: PseudoClass[];
}

export interface PseudoClass {
  name: string;
  /** What is in its brackets; null if it has none. */
  argument: string | null;
}

const ESCAPE = /\\(?:[\da-f]{1,6}\s?|[^])?/iy;
const STRING = /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'/y;
const EXPRESSION = /\(\s*\/(?:\\[^]|[^\\/])+\/[a-z]*\s*\)/iy;
const PSEUDO_CLASS = /:([a-z-]+)/iy;

/** Where the piece ends that begins at `at`: an escape, a string, a bracket with all in it, else a single character. */
function endOf(text: string, at: number): number {
  const char = text.charAt(at);
  const whole = (form: RegExp): number => {
    form.lastIndex = at;
    return form.test(text) ? form.lastIndex : 0;
  };
  if (char === "\\") return whole(ESCAPE);
  if (char === '"' || char === "'") return whole(STRING) || at + 1;
  if (char !== "(" && char !== "[") return at + 1;
  const expression = char === "(" ? whole(EXPRESSION) : 0;
  if (expression > 0) return expression;
  const partner = char === "(" ? ")" : "]";
  for (let inside = at + 1; inside < text.length; inside = endOf(text, inside)) {
    if (text.charAt(inside) === partner) return inside + 1;
  }
  throw new SyntaxError("a bracket is not closed");
}

/** What is between commas that are not in brackets or quotes. */
export function alternativesOf(text: string): string[] {
  const found: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at = endOf(text, at)) {
    if (text.charAt(at) !== ",") continue;
    found.push(text.slice(from, at).trim());
    from = at + 1;
  }
  return [...found, text.slice(from).trim()];
}

/** The compounds of a selector without alternatives. `isAdded` tells which pseudo-classes are not CSS's. */
export function compoundsOf(selector: string, isAdded: (one: PseudoClass) => boolean): Compound[] {
  const found: Compound[] = [];
  let from = 0;
  let combinator: Combinator = "";
  const close = (to: number): void => {
    const text = selector.slice(from, to);
    if (text !== "") found.push(compoundOf(text, combinator, isAdded));
    else if (found.length > 0) throw new SyntaxError("something is missing beside a combinator");
  };
  for (let at = 0; at < selector.length;) {
    const between = /^\s*([>+~])\s*|^\s+/.exec(selector.slice(at));
    if (!between) {
      at = endOf(selector, at);
      continue;
    }
    close(at);
    at += between[0].length;
    from = at;
    combinator = (between[1] ?? " ") as Combinator;
  }
  close(selector.length);
  if (found.length === 0 || from === selector.length) throw new SyntaxError("something is missing beside a combinator");
  return found;
}

function compoundOf(text: string, combinator: Combinator, isAdded: (one: PseudoClass) => boolean): Compound {
  const tests: PseudoClass[] = [];
  let native = "";
  for (let at = 0; at < text.length;) {
    PSEUDO_CLASS.lastIndex = at;
    const name = text.startsWith("::", at) ? "" : (PSEUDO_CLASS.exec(text)?.[1] ?? "");
    let end = name === "" ? endOf(text, at) : at + 1 + name.length;
    if (name !== "") {
      const brackets = text.charAt(end) === "(" ? endOf(text, end) : end;
      const one = {
        name: name.toLowerCase(),
        argument: brackets > end ? text.slice(end + 1, brackets - 1).trim() : null,
      };
      end = brackets;
      if (isAdded(one)) {
        tests.push(one);
        at = end;
        continue;
      }
    }
    native += text.slice(at, end);
    at = end;
  }
  return { combinator, native: native || "*", tests };
}
