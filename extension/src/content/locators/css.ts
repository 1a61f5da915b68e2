// CSS selectors over the whole page: each shadow root is searched too, and a space in a selector may cross its border.

import { comparedAsTold } from "../../shared/secrets/secret-values";
import { normalizeWhitespace } from "../../shared/text/text";
import { ownText } from "./text";
import { insideBrackets, shadowBorders, splitTop } from "./selector-syntax";
import { matcher, unquote } from "./text-matcher";
import { withoutProbes } from "../dom/probes";
import { allRoots, flatContains, type Root } from "../dom/roots";
import { isVisible } from "../dom/visible";

/** All elements that match, in the order of the roots. Throws a SyntaxError for an invalid selector. */
export function cssAll(selector: string): Element[] {
  return ADDED.test(selector) ? withAdded(selector) : plainAll(selector);
}

/** Pseudo-classes that CSS lacks, as Playwright has them; `:contains` is jQuery's word for the first. */
const ADDED = /:(?:has-text|contains|text-is|text)\(|:visible(?![\w-])/;

/** The alternatives of a selector, each cut at its first added pseudo-class. */
function withAdded(selector: string): Element[] {
  return [...new Set(splitTop(selector, ",").flatMap((one) => (ADDED.test(one) ? cutAtAdded(one) : plainAll(one))))];
}

function cutAtAdded(selector: string): Element[] {
  const { index } = ADDED.exec(selector) as RegExpExecArray;
  const before = selector.slice(0, index);
  const name = /^:([a-z-]+)/.exec(selector.slice(index))?.[1] ?? "";
  const from = index + name.length + 1;
  const argument = name === "visible" ? "" : insideBrackets(selector, from);
  const after = selector.slice(name === "visible" ? from : from + argument.length + 2);
  const end = /^(?:[^\s>+~"'([]|\[[^\]]*\]|\([^)]*\)|"[^"]*"|'[^']*')*/.exec(after)?.[0] ?? "";
  const found = cssAll(`${/(?:^|[\s>+~])$/.test(before) ? `${before}*` : before}${end}`).filter(
    conditionOf(name, argument.trim()),
  );
  const [, combinator = "", rest = ""] = /^\s*([>+~]?)\s*(.*)$/s.exec(after.slice(end.length)) ?? [];
  if (rest === "") return found;
  if (combinator === "+" || combinator === "~") throw new SyntaxError(`after :${name} comes a space or >`);
  const inside = cssAll(rest);
  return inside.filter((element) =>
    found.some((one) =>
      combinator === ">" ? element.parentElement === one : one !== element && flatContains(one, element),
    ),
  );
}

function conditionOf(name: string, argument: string): (element: Element) => boolean {
  if (name === "visible") return isVisible;
  const words = unquote(argument) ?? argument;
  if (words === "") throw new SyntaxError(`:${name} needs a text`);
  if (name === "text-is") {
    const isIt = comparedAsTold(normalizeWhitespace(words), (whole) => (text) => normalizeWhitespace(text) === whole);
    return (element) => isIt(ownText(element));
  }
  const matches = matcher(words);
  if (name !== "text") return (element) => matches(ownText(element));
  return (element) => matches(ownText(element)) && ![...element.children].some((child) => matches(ownText(child)));
}

function plainAll(given: string): Element[] {
  const selector = withoutProbes(given);
  const roots = allRoots();
  if (roots.length === 1) return [...document.querySelectorAll(selector)];
  const found = new Set<Element>();
  const alternatives = splitTop(selector, ",");
  for (const root of roots) {
    for (const element of root.querySelectorAll(selector)) found.add(element);
    if (!(root instanceof ShadowRoot)) continue;
    for (const alternative of alternatives) {
      for (const { before, after } of shadowBorders(alternative)) {
        if (!hostMatches(root, before)) continue;
        for (const element of root.querySelectorAll(after)) found.add(element);
      }
    }
  }
  return [...found];
}

/** True if the shadow root's host, or something around it, matches. */
function hostMatches(root: ShadowRoot, selector: string): boolean {
  const { host } = root;
  if (host.closest(selector)) return true;
  const outer: Root | Node = host.getRootNode();
  if (!(outer instanceof ShadowRoot)) return false;
  if (hostMatches(outer, selector)) return true;
  return shadowBorders(selector).some(
    ({ before, after }) => host.closest(after) !== null && hostMatches(outer, before),
  );
}
