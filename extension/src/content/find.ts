// Locators: from a target's text to elements. Each language of targets is one entry of the table.

import { CommandError } from "../shared/errors";
import type { Wanted } from "../shared/messages";
import type { Call } from "./call";
import { cssAll } from "./css";
import { byLabel, byPlaceholder, byTestId } from "./locators/attributes";
import { byRef, isRef } from "./locators/ref";
import { byRole } from "./locators/role";
import { byText } from "./locators/text";
import { byXPath, isXPath } from "./locators/xpath";
import { flatContains } from "./roots";
import { notFound } from "./suggest";
import { isVisible } from "./visible";
import type { Look } from "./wait";

/** What names elements: a target, and which of its matches is meant. */
export interface Locator {
  target: string;
  /** 1 is the first. */
  nth?: number | null | undefined;
}

interface LocatorEngine {
  /** What an error calls it. */
  name: string;
  /** What stands before the body of a target in this language. */
  prefix?: string;
  /** True where the target is written in this language without a prefix. */
  claims?(target: string): boolean;
  /** All elements that match. Within `scope`, where a target is relative to an element. Throws where it is not valid. */
  all(body: string, scope: Element | null): Element[];
}

/** Asked in this order; the last one takes every target. */
const ENGINES: readonly [...LocatorEngine[], LocatorEngine] = [
  { name: "ref", claims: isRef, all: byRef },
  { name: "text", prefix: "text=", all: byText },
  { name: "role", prefix: "role=", all: byRole },
  { name: "label", prefix: "label=", all: byLabel },
  { name: "placeholder", prefix: "placeholder=", all: byPlaceholder },
  { name: "test id", prefix: "testid=", all: byTestId },
  { name: "XPath", prefix: "xpath=", claims: isXPath, all: byXPath },
  { name: "CSS selector", prefix: "css=", claims: () => true, all: cssAll },
];

/** All elements that match the target, in shadow roots too. In a chain each step looks inside what the last one found. */
export function findAll(target: string): Element[] {
  const [first = target, ...steps] = chainOf(target);
  return steps.reduce((scopes, step) => inside(scopes, step, target), search(first, null, target));
}

/** All matches that count: the visible ones for acting, all of them for reading. */
export function matchesOf(target: string, need: Wanted["need"]): { matches: Element[]; found: Element[] } {
  const found = findAll(target);
  return { found, matches: need === "any" ? found : found.filter(isVisible) };
}

/** The first match, hidden or not, or the one that `nth` says: for reading. */
export function lookForAny({ target, nth }: Locator, call: Call): Look<Element> {
  const found = findAll(target);
  const element = found[(nth ?? 1) - 1];
  if (element) return { ready: true, value: element };
  const wanted: Wanted = { target, need: "any", first: true, patient: false };
  if (found.length === 0) return { ready: false, wanted, fault: () => notFound(target, call) };
  return { ready: false, fault: () => tooFew(target, nth ?? 1, found.length) };
}

/** The error for a match beyond the last one. */
export function tooFew(target: string, nth: number, count: number): CommandError {
  const what = count === 1 ? "one element" : `${count} elements`;
  return new CommandError("ELEMENT_NOT_FOUND", `There is no match ${nth}: ${target} matches ${what}`, { target, nth, count });
}

function search(step: string, scope: Element | null, target: string): Element[] {
  const engine = ENGINES.find(({ prefix, claims }) => (prefix && step.startsWith(prefix)) || claims?.(step)) ?? ENGINES[0];
  const body = engine.prefix && step.startsWith(engine.prefix) ? step.slice(engine.prefix.length).trim() : step;
  try {
    if (body === "") throw new SyntaxError("it is empty");
    return engine.all(body, scope);
  } catch (thrown) {
    // The only thing that is wrong with a target is how it is written.
    if (!(thrown instanceof SyntaxError || thrown instanceof DOMException)) throw thrown;
    const { message } = thrown;
    throw new CommandError("INVALID_TARGET", `This is no valid ${engine.name}: ${step}`, { target, reason: message });
  }
}

function inside(scopes: Element[], step: string, target: string): Element[] {
  const found = new Set<Element>();
  for (const scope of scopes) {
    for (const element of search(step, scope, target)) {
      if (element !== scope && flatContains(scope, element)) found.add(element);
    }
  }
  return [...found];
}

/** The steps of a chain: what stands between ` >> ` outside quotes. */
function chainOf(target: string): string[] {
  if (!target.includes(">>")) return [target.trim()];
  const steps: string[] = [];
  let step = "";
  for (const piece of target.match(/"(?:\\.|[^"\\])*"|\s>>\s|[^]/gu) ?? []) {
    if (/^\s>>\s$/.test(piece)) {
      steps.push(step.trim());
      step = "";
    } else step += piece;
  }
  return [...steps, step.trim()];
}
