// CSS selectors over the whole page: each shadow root is searched too, and a space in a selector may cross its border.

import { allRoots, type Root } from "./roots";

/** All elements that match, in the order of the roots. Throws a SyntaxError for an invalid selector. */
export function cssAll(selector: string): Element[] {
  const roots = allRoots();
  if (roots.length === 1) return [...document.querySelectorAll(selector)];
  const found = new Set<Element>();
  const alternatives = splitTop(selector, ",");
  for (const root of roots) {
    for (const element of root.querySelectorAll(selector)) found.add(element);
    if (!(root instanceof ShadowRoot)) continue;
    for (const alternative of alternatives) {
      for (const { before, after } of borders(alternative)) {
        if (!hostMatches(root, before)) continue;
        for (const element of root.querySelectorAll(after)) found.add(element);
      }
    }
  }
  return [...found];
}

/** True where the shadow root's host, or something around it, matches. */
function hostMatches(root: ShadowRoot, selector: string): boolean {
  const { host } = root;
  if (host.closest(selector)) return true;
  const outer: Root | Node = host.getRootNode();
  if (!(outer instanceof ShadowRoot)) return false;
  if (hostMatches(outer, selector)) return true;
  return borders(selector).some(({ before, after }) => host.closest(after) !== null && hostMatches(outer, before));
}

/** The places where a shadow border may stand: at each descendant combinator. */
function borders(selector: string): Array<{ before: string; after: string }> {
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

/** Splits where `separator` stands outside brackets, quotes and escapes. Empty parts are left out. */
function splitTop(text: string, separator: "," | " "): string[] {
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
