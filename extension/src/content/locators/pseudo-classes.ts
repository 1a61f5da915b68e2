// Pseudo-classes that CSS lacks, as in Playwright; `:contains` is jQuery's word for one of them.

import { comparedAsTold } from "../../shared/secrets/secret-values";
import { comparable } from "../../shared/text/text";
import { isVisible } from "../dom/visible";
import { distanceOf, isPlace, type Place } from "./layout";
import { alternativesOf, type PseudoClass } from "./selector-syntax";
import { hasRun, hasText, isTextOf } from "./text";
import { matcher, unquote } from "./text-matcher";

/** One pseudo-class, made ready. */
export interface Tester {
  holds: (element: Element, scope: Element | null) => boolean;
  /** How far from its reference element, if matches are ordered by that. */
  score?: (element: Element) => number;
}

/** What a selector in brackets is asked. */
interface Inner {
  all: (scope: Element | null) => Element[];
  has: (scope: Element) => boolean;
  matches: (element: Element, scope: Element | null) => boolean;
}

type MakeInner = (selector: string) => Inner;

/** CSS's own that hold selectors: they are matched here if what they hold has to be. */
export const NESTING = { is: new Set(["is", "where", "not"]), has: "has" };

const TEXTS = new Set(["has-text", "contains", "text", "text-is", "text-matches"]);

export function isAdded({ name, argument }: PseudoClass, needed: (text: string) => boolean): boolean {
  if (NESTING.is.has(name) || name === NESTING.has) return argument !== null && needed(argument);
  return (
    name === "visible" ||
    name === "scope" ||
    (argument !== null && (TEXTS.has(name) || name === "nth-match" || isPlace(name)))
  );
}

export function scored(selector: string): boolean {
  return /:(?:right-of|left-of|above|below|near)\(/.test(selector);
}

/** Throws a SyntaxError for what it cannot be asked. */
export function testOf({ name, argument }: PseudoClass, inner: MakeInner): Tester {
  if (name === "visible") return { holds: isVisible };
  if (name === "scope") return { holds: (element, scope) => element === (scope ?? document.documentElement) };
  const given = argument ?? "";
  if (TEXTS.has(name)) return { holds: textTest(name, given) };
  if (name === "nth-match") return nthMatch(given, inner);
  if (isPlace(name)) return placed(name, given, inner);
  const query = inner(given);
  if (name === NESTING.has) return { holds: (element) => query.has(element) };
  const wanted = name !== "not";
  return { holds: (element, scope) => query.matches(element, scope) === wanted };
}

function textTest(name: string, argument: string): (element: Element) => boolean {
  const parts = alternativesOf(argument).map((part) => unquote(part));
  const several = parts.length > 1 && parts.every((part) => part !== null);
  if (name === "text-matches") return expressionTest(argument);
  if (several) throw new SyntaxError(`:${name} takes one text; for one of several: :is(:${name}("a"), :${name}("b"))`);
  const words = unquote(argument) ?? argument;
  if (words === "" && name !== "text-is") throw new SyntaxError(`:${name} needs a text`);
  if (name === "text-is") {
    const isIt = comparedAsTold(comparable(words), (whole) => (text) => comparable(text) === whole);
    const isWhole = (element: Element): boolean => isTextOf(element, isIt);
    return (element) => (words !== "" && hasRun(element, isIt)) || smallest(element, isWhole);
  }
  // In these, quotes only say where a text ends.
  const matches = matcher(isExpression(argument) ? argument : words);
  if (name !== "text") return (element) => hasText(element, matches);
  return (element) => smallest(element, (one) => isTextOf(one, matches));
}

/** True if the element matches, and nothing in it does. */
function smallest(element: Element, matches: (element: Element) => boolean): boolean {
  return matches(element) && ![...element.children].some(matches);
}

function isExpression(argument: string): boolean {
  return /^\/.+\/[a-z]*$/s.test(argument);
}

/** `:text-matches("^a", "i")`. */
function expressionTest(argument: string): (element: Element) => boolean {
  const [expression = "", flags = ""] = alternativesOf(argument).map((part) => unquote(part) ?? part);
  if (expression === "") throw new SyntaxError(":text-matches needs an expression");
  const matches = matcher(isExpression(argument) ? argument : `/${expression}/${flags}`);
  return (element) => smallest(element, (one) => isTextOf(one, matches));
}

/** `:nth-match(li, 3)`: the third of all that match. */
function nthMatch(argument: string, inner: MakeInner): Tester {
  const parts = alternativesOf(argument);
  const nth = parts.pop() ?? "";
  if (!/^[1-9]\d*$/.test(nth) || parts.length === 0)
    throw new SyntaxError(":nth-match takes a selector and a number from 1 on, as in :nth-match(li, 3)");
  const query = inner(parts.join(", "));
  const chosen = new Map<Element | null, Element | undefined>();
  return {
    holds: (element, scope) => {
      if (!chosen.has(scope)) chosen.set(scope, query.all(scope)[Number(nth) - 1]);
      return chosen.get(scope) === element;
    },
  };
}

/** `:right-of(#label)`, `:near(#label, 120)`. */
function placed(name: Place, argument: string, inner: MakeInner): Tester {
  const parts = alternativesOf(argument);
  const most = /^\d+(?:\.\d+)?$/.test(parts.at(-1) ?? "") ? Number(parts.pop()) : undefined;
  if (parts.length === 0) throw new SyntaxError(`:${name} takes a selector, and how far at most: :${name}(#label, 50)`);
  const query = inner(parts.join(", "));
  let others: Element[] | null = null;
  const score = (element: Element): number => {
    others ??= query.all(null);
    return distanceOf(name, element, others, most);
  };
  return { holds: (element) => score(element) < Infinity, score };
}
