// Locators: from a target's text to elements. Each language of targets is one entry of the table.

import { labelsNow } from "../dom/adjacent-labels";
import { PRESSABLE } from "../dom/pressable";
import { CommandError } from "../../shared/errors";
import type { LocatorQuery } from "../../shared/messages";
import { chainOf } from "../../shared/text/chain";
import { lazyBundle } from "../lazy-bundles";
import { comparable } from "../../shared/text/text";
import type { FrameCall } from "../command";
import { isMeantOtherwise } from "./alternatives";
import { cssAll, cssInside } from "./css";
import { byAnyAttribute, byAttribute, byLabel, byName, labelsOf } from "./attributes";
import { hintFor } from "./hints";
import { byRef, isRef } from "./ref";
import { byRole } from "./role";
import { byText, hasText, ownText } from "./text";
import { fitOf, matcher, unquote } from "./text-matcher";
import { byXPath, isXPath } from "./xpath";
import { isPressable } from "../actionability/press-point";
import { defaultButton, formOf } from "../synthetic-input/forms";
import { flatParent, inOrder } from "../dom/roots";
import { filledBefore, notFound } from "./suggestions";
import { isReplaced } from "../dom/replaced";
import { isVisible } from "../dom/visible";
import type { Look } from "../actionability/look";
import { table } from "../../shared/table";

/** What names elements: a target, and which of its matches is meant. */
export interface Locator {
  target: string;
  /** 1 is the first. */
  nth?: number | null | undefined;
}

interface LocatorEngine {
  /** What an error calls it. */
  name: string;
  /** What is before `=` in a target of this language. */
  prefixes: readonly string[];
  /** True if the target is written in this language without a prefix. */
  claims?: (target: string) => boolean;
  /** All elements that match on the page. Throws if it is not valid. */
  all: (body: string) => Element[];
  /** What it gives inside of elements, where that is not what it gives on the page and lies inside of them. */
  inside?: (body: string, scopes: Element[]) => Element[];
  /** True if the element that is looked inside of may match itself. */
  itself?: boolean;
}

/** Takes every target that no other engine takes. */
const CSS_SELECTOR: LocatorEngine = { name: "CSS selector", prefixes: ["css"], all: cssAll, inside: cssInside };

/** Asked in this order. */
const ENGINES: readonly LocatorEngine[] = [
  { name: "ref", prefixes: [], claims: isRef, all: byRef },
  { name: "text", prefixes: ["text"], claims: isQuoted, all: byText, itself: true },
  { name: "role", prefixes: ["role"], all: byRole },
  { name: "label", prefixes: ["label"], all: byLabel },
  { name: "placeholder", prefixes: ["placeholder"], all: byAttribute("placeholder", "aria-placeholder") },
  { name: "alternative text", prefixes: ["alt"], all: byAttribute("alt") },
  { name: "title", prefixes: ["title"], all: byAttribute("title") },
  { name: "attribute", prefixes: ["attr"], all: byAnyAttribute },
  { name: "test id", prefixes: ["testid"], all: byName("data-testid", "data-test-id", "data-test") },
  ...["data-testid", "data-test-id", "data-test", "id"].map((name) => ({ name, prefixes: [name], all: byName(name) })),
  {
    name: "XPath",
    prefixes: ["xpath"],
    claims: isXPath,
    all: (path) => byXPath(path, null),
    inside: (path, scopes) => [...new Set(scopes.flatMap((scope) => byXPath(path, scope)))],
  },
  {
    // A target of its own: what its steps choose among, and what its `or=` adds, lies inside of each element.
    name: "chain",
    prefixes: ["chain"],
    all: (target) => along(stepsOf(target), null, target),
    inside: (target, scopes) => [...new Set(scopes.flatMap((scope) => along(stepsOf(target), [scope], target)))],
  },
];

/** A step that begins with a name: `text=Save`, and what Playwright prints for it: `internal:text="Save"i`. */
const NAMED = /^(?:internal:)?([a-z][a-z-]*)\s*=\s*(.*)$/s;
/** `*css=li >> text=Save`: the step before the last ones is what is meant, where they find something. */
const CAPTURED = /^\*(?=(?:internal:)?[a-z][a-z-]*\s*=)/;

/** What a target names. */
interface Named {
  /** Where all began. */
  found: () => Element[];
  /** Those of some elements in which it finds something. */
  holders: (of: Element[]) => Set<Element>;
}

type Filter = (found: Element[], body: string, named: Named) => Element[];

/** Steps that choose among what was found. */
const FILTERS = table<Filter>({
  nth: (found, body) => {
    if (!/^-?\d+$/.test(body)) throw new SyntaxError("a place is a number: nth=0 is the first, nth=-1 the last");
    return found.slice(Number(body)).slice(0, 1);
  },
  visible: (found, body) => {
    if (body !== "true" && body !== "false") throw new SyntaxError("it is visible=true or visible=false");
    return found.filter((element) => isVisible(element) === (body === "true"));
  },
  has: (found, _, named) => {
    const holders = named.holders(found);
    return found.filter((element) => holders.has(element));
  },
  "has-not": (found, _, named) => {
    const holders = named.holders(found);
    return found.filter((element) => !holders.has(element));
  },
  "has-text": (found, body) => {
    const matches = matcher(body);
    return found.filter((element) => hasText(element, matches));
  },
  "has-not-text": (found, body) => {
    const matches = matcher(body);
    return found.filter((element) => !hasText(element, matches));
  },
  and: (found, _, named) => {
    const others = new Set(named.found());
    return found.filter((element) => others.has(element));
  },
  form: (found, body) => {
    if (body === "submit-filled" && found.length > 0 && !globalThis.__clz.entered) throw filledBefore();
    if (!/^submit(-filled)?$/.test(body)) throw new SyntaxError("it is form=submit: what sends the form of a field");
    // Of the fields that are shown, if any are: pages have the same form twice, for small screens and for large ones.
    const shown = found.filter(isVisible);
    const forms = (shown.length > 0 ? shown : found).map((field) => formOf(field));
    return inOrder([...new Set(forms)].flatMap((form) => (form && defaultButton(form)) ?? []));
  },
  or: (found, _, named) => inOrder([...new Set([...found, ...named.found()])]),
});

/** What each step finds on the whole page, while one target is looked for: a chain may ask that for each of many. */
let onPage: Map<LocatorEngine, Map<string, Element[]>> | null = null;

/**
 * All elements that match the target, in shadow roots too. In a chain each step looks inside what the last one found.
 */
export function findAll(target: string): Element[] {
  onPage = new Map();
  try {
    return along(chainOf(target), null, target);
  } finally {
    onPage = null;
  }
}

function allOnPage(engine: LocatorEngine, body: string): readonly Element[] {
  const known = onPage?.get(engine) ?? new Map<string, Element[]>();
  onPage?.set(engine, known);
  const found = known.get(body) ?? engine.all(body);
  known.set(body, found);
  return found;
}

/** What the steps find from `from` on; null for the page. */
function along(steps: string[], from: Element[] | null, target: string): Element[] {
  let found = from;
  for (const [at, step] of steps.entries()) {
    const isCaptured = CAPTURED.test(step);
    found = next(found, isCaptured ? step.slice(1) : step, target, from);
    const rest = steps.slice(at + 1);
    if (isCaptured && rest.length > 0) return found.filter((element) => along(rest, [element], target).length > 0);
  }
  return found ?? [];
}

/** The steps of a target that is a part of another. */
function stepsOf(body: string): string[] {
  return chainOf(unquote(body) ?? body);
}

/** The language of a step, or which filter it is, and what it says in that. */
function readStep(step: string): { prefix: string; engine: LocatorEngine; filter: Filter | undefined; body: string } {
  const [, prefix = "", named = ""] = NAMED.exec(step) ?? [];
  const engine = ENGINES.find(({ prefixes, claims }) => prefixes.includes(prefix) || claims?.(step)) ?? CSS_SELECTOR;
  const filter = Object.hasOwn(FILTERS, prefix) ? FILTERS[prefix] : undefined;
  return { prefix, engine, filter, body: filter || engine.prefixes.includes(prefix) ? named.trim() : step };
}

function next(found: Element[] | null, step: string, target: string, from: Element[] | null): Element[] {
  const { prefix, engine, filter, body } = readStep(step);
  try {
    if (body === "") throw new SyntaxError("it is empty");
    if (filter) {
      if (!found) throw new SyntaxError("it chooses among what the step before it finds");
      return filter(found, body, {
        found: () => along(stepsOf(body), from, target),
        holders: (of) => (of.length === 0 ? new Set() : holding(of, stepsOf(body), target)),
      });
    }
    if (!found) return [...allOnPage(engine, body)];
    return engine.inside?.(body, found) ?? inside(found, allOnPage(engine, body), engine.itself === true);
  } catch (thrown) {
    // The only thing that is wrong with a target is how it is written.
    if (!(thrown instanceof SyntaxError || thrown instanceof DOMException)) throw thrown;
    // Firefox says of CSS no more than that it is not valid.
    const why = thrown instanceof SyntaxError ? [thrown.message] : [];
    const message = `This is not a valid ${filter ? `${prefix}= step` : engine.name}: ${[step, ...why].filter(Boolean).join(", as ")}`;
    const hint = hintFor(step, target);
    throw new CommandError("INVALID_TARGET", message, { target, reason: thrown.message }, hint);
  }
}

/** Those that lie inside of one of the scopes, or are one `itself`. */
function inside(scopes: Element[], found: readonly Element[], itself: boolean): Element[] {
  const all = new Set(scopes);
  return found.filter((element) => {
    for (let at = itself ? element : flatParent(element); at; at = flatParent(at)) if (all.has(at)) return true;
    return false;
  });
}

/** A selector that finds the same wherever it is asked. */
const PLAIN_CSS = /^[\w.#-]+$/;

/** Of the scopes those in which a target finds something. What a step finds anywhere is looked for once. */
function holding(scopes: Element[], steps: string[], target: string): Set<Element> {
  const [only = "", ...more] = steps;
  const { engine, filter, body } = readStep(only);
  const isSame = engine.inside ? engine === CSS_SELECTOR && PLAIN_CSS.test(body) : !filter && !CAPTURED.test(only);
  if (more.length > 0 || !isSame || scopes.length < 2)
    return new Set(scopes.filter((scope) => along(steps, [scope], target).length > 0));
  next(null, only, target, null); // throws where the step is not valid
  const around = new Set<Element>();
  for (const element of allOnPage(engine, body))
    for (let at = engine.itself ? element : flatParent(element); at && !around.has(at); at = flatParent(at))
      around.add(at);
  return around;
}

function isQuoted(step: string): boolean {
  return unquote(step) !== null;
}

/** What is compared with the words of a target that names part of it, asked for all elements of one call. */
const WHOLE = table<() => (element: Element) => string[]>({
  role: () => {
    const { roleOf, nameOf } = lazyBundle("a11y").namer();
    return (element) => [nameOf(element, roleOf(element))];
  },
  text: () => (element) => [ownText(element)],
  label: () => {
    const labels = labelsNow();
    return (element) => labelsOf(element, labels);
  },
  placeholder: () => (element) => attributesOf(element, "placeholder", "aria-placeholder"),
  alt: () => (element) => attributesOf(element, "alt"),
  title: () => (element) => attributesOf(element, "title"),
});

/**
 * Of several matches for an action by what people read, those that the page has not replaced by something of its own.
 * Then those whose whole name, text, label, placeholder, alternative text or title it is, or that have it as whole words; of
 * those of text=, what is pressed: all of them where only words say one thing and presses another. Other targets say what
 * they mean.
 */
export function preferred(target: string, found: Element[], forAction: boolean): Element[] {
  const [, kind, words = ""] = byWhatIsRead(target) ?? [];
  if (!kind || found.length < 2) return found;
  const drawn = forAction ? found.filter((element) => !isReplaced(element.closest("select") ?? element)) : found;
  const matches = drawn.length > 0 ? drawn : found;
  const said = kind === "role" ? (/\[\s*name\s*=\s*([^\]"'/]+)\]/.exec(words)?.[1] ?? "") : words;
  const wanted = comparable(said).toLowerCase();
  if (wanted === "" || matches.length < 2) return matches;
  const textsOf = WHOLE[kind]?.() ?? (() => []);
  const texts = matches.map((element) => textsOf(element).map((text) => comparable(text).toLowerCase()));
  const exact = matches.filter((_, at) => texts[at]?.includes(wanted));
  const best = exact.length > 0 ? exact : withWords(wanted, matches, texts);
  if (kind !== "text" || !forAction) return best;
  const isPressed = (element: Element): boolean => element.closest(PRESSABLE) !== null;
  const pressed = best.filter(isPressed);
  if (pressed.length > 0) return pressed;
  return exact.length === 0 && matches.some(isPressed) ? matches : best;
}

function byWhatIsRead(target: string): RegExpExecArray | null {
  return /^(text|label|role|placeholder|alt|title)=(.*)$/s.exec(chainOf(target).at(-1)?.trim() ?? "");
}

/** Those of the matches that have the words as whole ones; all of them where nobody can tell of one. */
function withWords(words: string, matches: Element[], texts: string[][]): Element[] {
  const fits = texts.map((some) => some.map((text) => fitOf(text, words)));
  const whole = matches.filter((_, at) => fits[at]?.includes("whole"));
  const isClear = fits.every((some) => some.includes("whole") || !some.includes("unclear"));
  return isClear && whole.length > 0 ? whole : matches;
}

function attributesOf(element: Element, ...names: string[]): string[] {
  return names.flatMap((name) => element.getAttribute(name) ?? []);
}

/** All matches that count: those that can be seen or pressed for acting, all of them for reading. */
export function matchesOf(target: string, need: LocatorQuery["need"]): { matches: Element[]; found: Element[] } {
  const found = findAll(target);
  if (need === "any") return { found, matches: found };
  return { found, matches: found.filter(need === "pressed" ? isPressable : isVisible) };
}

/** The first match that is visible, else the first; or the one that `nth` says, hidden or not: for reading. */
export function lookForAny({ target, nth }: Locator, call: FrameCall): Look<Element> {
  const found = findAll(target);
  const element = nth == null ? firstOf(target, found) : found[nth - 1];
  if (element) return { ready: true, value: element };
  const query: LocatorQuery = { target, need: "any", first: true, patient: false };
  if (found.length === 0 && isMeantOtherwise(target))
    return { ready: false, final: true, fault: () => notFound(target, call, findAll) };
  if (found.length === 0) return { ready: false, query, fault: () => notFound(target, call, findAll) };
  return { ready: false, fault: () => tooFew(target, nth ?? 1, found.length) };
}

function firstOf(target: string, found: Element[]): Element | undefined {
  if (found.length < 2) return found[0];
  if (!byWhatIsRead(target)) return found.find(isVisible) ?? found[0];
  return preferred(target, found.filter(isVisible), false)[0] ?? preferred(target, found, false)[0];
}

/** The error for a match beyond the last one. */
export function tooFew(target: string, nth: number, count: number): CommandError {
  const what = count === 1 ? "one element" : `${count} elements`;
  const message = `There is no match ${nth}: ${target} matches ${what}`;
  return new CommandError("ELEMENT_NOT_FOUND", message, { target, nth, count });
}
