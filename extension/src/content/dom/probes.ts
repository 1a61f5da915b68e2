// Probes: selectors and paths that would ask for a part of a secret, one letter after the other. They match nothing that
// holds one. A whole value may be asked for, as it is when it is typed.

import { formsOf, findable } from "../../shared/secrets/secret-values";
import type { HeldSecret } from "../../shared/secrets/secret-fields";
import { heldSecrets, reachableRoots } from "./held-secrets";

/** `[name^="x"]` and the other tests of a part; strings and escapes are taken whole. */
const TOKENS = /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|\/\*[^]*?\*\/|\\[^]|[[\]]|[^"'\\[\]/]+|\//g;
const PART_OF = /^\[([^=]*?)[~|^$*]=/;

/** The selector, by which no attribute is found that holds a secret, where it asks for a part of one. */
export function withoutProbes(selector: string): string {
  if (!/[~|^$*]=/.test(selector)) return selector;
  const held = heldSecrets();
  if (held.length === 0) return selector;
  let out = "";
  let test = "";
  const tokens = selector.match(TOKENS) ?? [];
  // CSS takes what was not closed for closed at its end.
  if (tokens.join("") !== selector) throw new SyntaxError("a quote is not closed");
  for (const token of tokens) {
    if (token.startsWith("/*")) continue;
    if (test === "" && token !== "[") {
      out += token;
      continue;
    }
    test += token;
    if (token !== "]") continue;
    out += test + exceptions(test, held);
    test = "";
  }
  if (test !== "") throw new SyntaxError("a bracket is not closed");
  return out;
}

function exceptions(test: string, held: HeldSecret[]): string {
  const [, before] = PART_OF.exec(test) ?? [];
  if (before === undefined) return "";
  const anywhere = findable(held);
  const isWhole = (text: string): boolean => !anywhere.has(text.trim());
  const all = held.flatMap(({ text }) =>
    formsOf(text.toWellFormed()).map((form) =>
      isWhole(text) ? `[${before}=${quoted(form)}]` : `[${before}*=${quoted(form)} i]`,
    ),
  );
  return `:not(${[...new Set(all)].join(", ")})`;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\\n\r\f\0]/g, (char) => `\\${char.charCodeAt(0).toString(16)} `)}"`;
}

// XPath

const PATH_TOKENS = /"[^"]*"|'[^']*'|(?:@|attribute\s*::)\s*(?:[\p{L}\p{N}_.*:-]|\(\s*\))+|[^"'@a]+|[^]/gu;
/** What takes no text apart. */
const HARMLESS = new Set(
  "and or text node comment not position last count name local-name normalize-space boolean true false".split(" "),
);

/** The path, by which no attribute is found that holds a secret; null if it could ask for a part of one in a text. `strict` if it may give more than elements. */
export function pathWithoutProbes(path: string, strict = false): string | null {
  const held = heldSecrets();
  if (held.length === 0) return path;
  const texts = findable(held);
  const parts = held.map(({ text }) => text);
  const contains = (text: string): string => `contains(., ${literal(text)})`;
  const conditions = parts.map((text) =>
    texts.has(text.trim()) ? formsOf(text).map(contains).join(" or ") : `. = ${literal(text)}`,
  );
  const filter = `[not(${conditions.join(" or ")})]`;
  let out = "";
  let rest = "";
  for (const [token] of path.matchAll(PATH_TOKENS)) {
    const isAttribute = /^(?:@|attribute\s*::)/.test(token);
    out += isAttribute ? token + filter : token;
    if (!/^["']/.test(token)) rest += isAttribute ? " " : token;
    else rest += " ";
  }
  // An attribute that was written in a way unknown here.
  if (/@|\battribute\b/.test(rest)) return null;
  return (strict || takesApart(rest)) && isHeldInText(texts, held) ? null : out;
}

function takesApart(path: string): boolean {
  const functions = [...path.matchAll(/([\p{L}_][\p{L}\p{N}_.:-]*)\s*\(/gu)].map(([, name = ""]) => name);
  return /[<>]|\bmod\b/.test(path) || functions.some((name) => !HARMLESS.has(name.replace(/^.*::/, "")));
}

/** True if a text of a document holds one, as a textarea does that was written with it. */
function isHeldInText(texts: Set<string>, held: HeldSecret[]): boolean {
  const all = [...texts].flatMap(formsOf);
  const short = new Set(held.map(({ text }) => text));
  return reachableRoots().some((root) => {
    const walker = (root.ownerDocument ?? root).createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { data } = walker.currentNode as Text;
      if (short.has(data) || all.some((text) => data.includes(text))) return true;
    }
    return false;
  });
}

function literal(text: string): string {
  if (!text.includes('"')) return `"${text}"`;
  return `concat(${text
    .split('"')
    .map((part) => `"${part}"`)
    .join(`, '"', `)})`;
}
