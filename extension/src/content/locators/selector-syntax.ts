// How selectors are written: alternatives, compounds and brackets, and where each of them ends.

/** Splits where `separator` stands outside brackets, quotes and escapes. Empty parts are left out. */
export function splitTop(text: string, separator: "," | " "): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = "";
  let part = "";
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charAt(i);
    if (char === "\\") {
      part += char + text.charAt(i + 1);
      i += 1;
      continue;
    }
    if (quote) {
      if (char === quote) quote = "";
    } else if (char === '"' || char === "'") quote = char;
    else if (char === "[" || char === "(") depth += 1;
    else if (char === "]" || char === ")") depth -= 1;
    else if (depth === 0 && (char === separator || (separator === " " && /\s/.test(char)))) {
      if (part) parts.push(part);
      part = "";
      continue;
    }
    part += char;
  }
  if (part) parts.push(part);
  return parts;
}

/** The places where a shadow border may stand: at each descendant combinator. */
export function shadowBorders(selector: string): Array<{ before: string; after: string }> {
  const parts = splitTop(selector, " ");
  const found = [];
  for (let i = 1; i < parts.length; i += 1) {
    const before = parts.slice(0, i).join(" ");
    const after = parts.slice(i).join(" ");
    if (/[>+~]$/.test(before) || /^[>+~]/.test(after)) continue;
    found.push({ before, after });
  }
  return found;
}

/** What stands between the bracket at `from` and its partner. */
export function insideBrackets(text: string, from: number): string {
  let depth = 0;
  let quote = "";
  for (let i = from; i < text.length; i += 1) {
    const char = text.charAt(i);
    if (char === "\\") i += 1;
    else if (quote) quote = char === quote ? "" : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === "(") depth += 1;
    else if (char === ")" && (depth -= 1) === 0) return text.slice(from + 1, i);
  }
  throw new SyntaxError("a bracket is not closed");
}
