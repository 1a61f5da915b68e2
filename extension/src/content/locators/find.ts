// Locators: from a target's text to elements. Each language of targets is one entry of the table.

import { PRESSABLE } from "../dom/pressable";
import { CommandError, ours, type Ours } from "../../shared/errors";
import type { LocatorQuery } from "../../shared/messages";
import { chainOf } from "../../shared/text/chain";
import { normalizeWhitespace } from "../../shared/text/text";
import type { FrameCall } from "../command";
import { cssAll } from "./css";
import { byLabel, byPlaceholder, byTestId } from "./attributes";
import { byRef, isRef } from "./ref";
import { byRole } from "./role";
import { byText, ownText } from "./text";
import { byXPath, isXPath } from "./xpath";
import { isLabelled } from "../actionability/press-point";
import { flatContains } from "../dom/roots";
import { notFound } from "./suggestions";
import { isVisible } from "../dom/visible";
import type { Look } from "../actionability/look";

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
  /** True if the target is written in this language without a prefix. */
  claims?: (target: string) => boolean;
  /**
   * All elements that match. Within `scope`, where a target is relative to an element. Throws if it is not valid.
   */
  all: (body: string, scope: Element | null) => Element[];
}

/** Takes every target that no other engine takes. */
const CSS: LocatorEngine = { name: "CSS selector", prefix: "css=", all: cssAll };

/** Asked in this order. */
const ENGINES: readonly LocatorEngine[] = [
  { name: "ref", claims: isRef, all: byRef },
  { name: "text", prefix: "text=", all: byText },
  { name: "role", prefix: "role=", all: byRole },
  { name: "label", prefix: "label=", all: byLabel },
  { name: "placeholder", prefix: "placeholder=", all: byPlaceholder },
  { name: "test id", prefix: "testid=", all: byTestId },
  { name: "XPath", prefix: "xpath=", claims: isXPath, all: byXPath },
];

/**
 * All elements that match the target, in shadow roots too. In a chain each step looks inside what the last one found.
 */
export function findAll(target: string): Element[] {
  const [first = target, ...steps] = chainOf(target);
  return steps.reduce(
    (scopes, step) => nthOf(scopes, step) ?? inside(scopes, step, target),
    search(first, null, target),
  );
}

/** `nth=0` as a step of a chain, as Playwright counts: 0 is the first, -1 the last. Null for any other step. */
function nthOf(scopes: Element[], step: string): Element[] | null {
  const place = /^nth=(-?\d+)$/.exec(step)?.[1];
  if (place === undefined) return null;
  const element = scopes.at(Number(place));
  return element ? [element] : [];
}

/**
 * Of several matches of text=, those whose whole text it is; of those, what is pressed. Other targets say what they
 * mean.
 */
export function preferred(target: string, matches: Element[], forAction: boolean): Element[] {
  const words = /^text=(.*)$/s.exec(chainOf(target).at(-1) ?? "")?.[1]?.trim();
  if (!words || matches.length < 2) return matches;
  const wanted = normalizeWhitespace(words).toLowerCase();
  const whole = matches.filter((element) => normalizeWhitespace(ownText(element)).toLowerCase() === wanted);
  const best = whole.length > 0 ? whole : matches;
  const pressed = forAction && best.length > 1 ? best.filter((element) => element.closest(PRESSABLE)) : best;
  return pressed.length > 0 ? pressed : best;
}

/** All matches that count: those that can be seen or pressed for acting, all of them for reading. */
export function matchesOf(target: string, need: LocatorQuery["need"]): { matches: Element[]; found: Element[] } {
  const found = findAll(target);
  if (need === "any") return { found, matches: found };
  const counts = need === "pressed" ? (element: Element) => isVisible(element) || isLabelled(element) : isVisible;
  return { found, matches: found.filter(counts) };
}

/** The first match that is visible, else the first; or the one that `nth` says, hidden or not: for reading. */
export function lookForAny({ target, nth }: Locator, call: FrameCall): Look<Element> {
  const found = findAll(target);
  const element = nth == null ? firstOf(preferred(target, found, false)) : found[nth - 1];
  if (element) return { ready: true, value: element };
  const query: LocatorQuery = { target, need: "any", first: true, patient: false };
  if (found.length === 0) return { ready: false, query, fault: () => notFound(target, call) };
  return { ready: false, fault: () => tooFew(target, nth ?? 1, found.length) };
}

function firstOf(found: Element[]): Element | undefined {
  return found.length > 1 ? (found.find(isVisible) ?? found[0]) : found[0];
}

/** The error for a match beyond the last one. */
export function tooFew(target: string, nth: number, count: number): CommandError {
  const what = count === 1 ? "one element" : `${count} elements`;
  return new CommandError("ELEMENT_NOT_FOUND", `There is no match ${nth}: ${target} matches ${what}`, {
    target,
    nth,
    count,
  });
}

/** Words of other tools, and how they are said here. */
const FOREIGN: Array<[RegExp, Ours]> = [
  [/getByRole|internal:role/, ours`Write it like: role=button[name="Save"]`],
  [/getByText/, ours`Write it like: text=Save, or text="Save" for the whole text`],
  [/getByLabel/, ours`Write it like: label=Email`],
  [/getByPlaceholder/, ours`Write it like: placeholder=Search`],
  [/getByTestId/, ours`Write it like: testid=save`],
  [/^nth=/, ours`A place follows what it counts: li >> nth=0 is the first, or give --nth 1`],
  [/:(?:first|last|eq|nth-match)\b/, ours`Say which one in a chain: li >> nth=0, or with --nth 1`],
  [
    /:(?:left-of|right-of|above|below|near)\b/,
    ours`A place is not part of a target. See where things are: clz snapshot -i --boxes`,
  ],
];

function search(step: string, scope: Element | null, target: string): Element[] {
  const engine = ENGINES.find(({ prefix, claims }) => (prefix && step.startsWith(prefix)) || claims?.(step)) ?? CSS;
  const body = engine.prefix && step.startsWith(engine.prefix) ? step.slice(engine.prefix.length).trim() : step;
  try {
    if (body === "") throw new SyntaxError("it is empty");
    return engine.all(body, scope);
  } catch (thrown) {
    // The only thing that is wrong with a target is how it is written.
    if (!(thrown instanceof SyntaxError || thrown instanceof DOMException)) throw thrown;
    const { message } = thrown;
    const hint = FOREIGN.find(([pattern]) => pattern.test(step))?.[1];
    throw new CommandError(
      "INVALID_TARGET",
      `This is not a valid ${engine.name}: ${step}`,
      { target, reason: message },
      hint,
    );
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
