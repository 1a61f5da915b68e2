// Look-alikes: when a target matches nothing, the elements its author may have meant.

import { LIMITS } from "../../generated/registry";
import { CommandError, didYouMean, type Advice } from "../../shared/errors";
import type { Match } from "../../shared/match";
import { chainOf } from "../../shared/text/chain";
import { comparable } from "../../shared/text/text";
import { similarity } from "../../shared/text/similarity";
import { shownOf } from "../../shared/text/unseen";
import type { FrameCall } from "../command";
import { fieldBeside } from "../dom/adjacent-labels";
import { candidate, labelOf } from "../dom/describe";
import { allRoots, flatContains } from "../dom/roots";
import { lazyBundle } from "../lazy-bundles";
import { chooses, isCaptcha, opens, virtualList } from "../obstacles/next-steps";
import { hiddenBy } from "../obstacles/hidden";
import { alternativesFor, readsAsWords } from "./alternatives";
import { cssAll } from "./css";
import { byRole } from "./role";
import { flagged, unquote } from "./text-matcher";
import { isVisible } from "../dom/visible";

/** All elements that a target matches (`find.ts`). */
type Find = (target: string) => Element[];

/** What may be meant, with the element unless it is looked for inside of that. */
type Alike = Match & { element?: Element };

/** Enough for any page a person would look through; the rest is not searched. */
const MAX_SEARCHED = 5_000;
const MIN_SCORE = 0.5;
const MIN_LIKENESS = 0.6;
const ROLE_AND_NAME = /^role=([a-z-]+)\[\s*name\s*=\s*([^/].*)\]\s*$/s;
const ROW = /^role=(?:row|option|listitem|gridcell|cell|treeitem)\b/;
/** How far up an element's surroundings go. */
const MAX_LEVELS = 4;
const ATTRIBUTES = ["name", "data-testid", "data-test", "aria-label", "placeholder", "title", "type", "value", "role"];
const NAMED = "a, button, input, select, textarea, summary, h1, h2, h3, h4, h5, h6, img, [role], [aria-label]";
const MAX_NAMED = 500;
const TAKES_ACTIONS = "a, button, input, select, textarea, summary, [role], [onclick], [tabindex]";

/** The error for a target that matches nothing, with up to five look-alikes; the best one is in the hint. */
export function notFound(target: string, call: FrameCall, find: Find): CommandError {
  if (target.endsWith(" >> form=submit-filled") && !globalThis.__clz.entered) return filledBefore();
  const meant = alternativesFor(target).map(({ selector }) => selector);
  const lookalikes = suggestionsFor(target, find);
  const words = wordsNamed(target);
  const named = meant.length > 0 ? meant : lookalikes.slice(0, 1).map(({ selector }) => selector);
  const isRow =
    ROW.test(target) || lookalikes.length === 0 || lookalikes.some(({ text }) => isOtherNumber(text, words));
  const other =
    meant.length > 0
      ? undefined
      : (isCaptcha() ?? chooses(words) ?? hiddenAlike(target) ?? (words && isRow ? virtualList(words) : undefined));
  const message = `Nothing on the page matches ${target}`;
  const details = { target, lookalikes, url: location.href, title: document.title, waitedMs: call.waitedMs() };
  const hint = other ?? (named.length > 0 ? didYouMean(named) : undefined);
  return new CommandError("ELEMENT_NOT_FOUND", message, details, hint);
}

/** The error for a form that was filled in, in a document that was there before this one. */
export function filledBefore(): CommandError {
  return new CommandError("STALE_REF", "What was filled in is not on the page any more");
}

/** What a target names by words that people read; empty if it does not. */
function wordsNamed(target: string): string {
  const last = target.split(">>").at(-1)?.trim() ?? "";
  const [, given = ""] = /^(?:text|label)=(.+)$/s.exec(last) ?? ROLE_AND_NAME.exec(last)?.slice(1) ?? [];
  return given ? (flagged(given) ?? unquote(given) ?? given) : readsAsWords(last) ? last : "";
}

/** True for `Order 1` where `Order 800` is wanted: one of a row, another of which may come further on. */
function isOtherNumber(text: string, wanted: string): boolean {
  const numbered = (words: string): string => comparable(words).toLowerCase().replace(/\d+/g, "0");
  return /\d/.test(wanted) && numbered(text) === numbered(wanted);
}

/** What opens that which has the role and the name, and is hidden. */
function hiddenAlike(target: string): Advice | undefined {
  const [, role = "", given = ""] = ROLE_AND_NAME.exec(target) ?? [];
  if (!role) return undefined;
  const wanted = comparable(unquote(given) ?? given).toLowerCase();
  const { isRole, selectorOfRole } = lazyBundle("a11y");
  const hidden = (isRole(role) ? cssAll(selectorOfRole(role)) : []).find(
    (element) => !isVisible(element) && comparable(element.textContent).toLowerCase() === wanted,
  );
  const by = hidden && hiddenBy(hidden);
  return by ? opens(by.by) : undefined;
}

/** Up to five elements that may have been meant; for words, the targets that name them come first. */
export function suggestionsFor(target: string, find: Find): Match[] {
  const found = (selector: string): Element[] => {
    try {
      return find(selector);
    } catch {
      return [];
    }
  };
  const steps = chainOf(target);
  const around = steps.slice(0, -1);
  const scopes = around.length > 0 ? found(around.join(" >> ")) : [];
  // What is looked for in one place is not in another, which its place among all would name.
  const isBound = around.length > 0 || (isCss(target) && /[\s>+~]/.test(target));
  const tried = ({ element, ...match }: Alike): Match[] => {
    const all = match.selector === target ? [] : found(match.selector);
    const shown = all.filter(isVisible).length;
    if (shown === 0) return [];
    const isOne = !element || shown === 1 || (isBound && scopes.length === 0);
    return [isOne ? match : { ...match, selector: `${match.selector} >> nth=${all.indexOf(element)}` }];
  };
  const alike = scopes.length > 0 ? alikeIn(scopes, steps) : alikeAnywhere(target, steps, found);
  const others = alike.length > 0 || scopes.length > 0 ? alike : namedSo(wordsNamed(target));
  const all = [...alternativesFor(target), ...others.flatMap(tried)].map((match) => [match.selector, match] as const);
  return [...new Map(all).values()].slice(0, LIMITS.lookalikes);
}

/** What may be meant by the last step of a chain, within what the others find. */
function alikeIn(scopes: Element[], steps: string[]): Alike[] {
  const around = steps.slice(0, -1);
  const last = steps.at(-1) ?? "";
  return [...namedAlike(last), ...lookalikesOf(last)]
    .filter(({ element }) => element && scopes.some((scope) => scope !== element && flatContains(scope, element)))
    .map((match) => ({ ...match, selector: [...around, match.selector].join(" >> ") }));
}

function alikeAnywhere(target: string, [first = "", ...rest]: string[], find: Find): Alike[] {
  // Of a chain that finds nothing to begin with, the beginning is what is mistaken.
  const begun = rest.length > 0 && find(first).length === 0 ? namedAlike(first) : [];
  const whole = begun.map(({ element: _, ...match }) => ({
    ...match,
    selector: [match.selector, ...rest].join(" >> "),
  }));
  return [...whole, ...namedAlike(target), ...lookalikesOf(target)];
}

/** Of a role with a name that nothing has: what has the role and a name like that, by its whole name. */
function namedAlike(target: string): Alike[] {
  const [, role = "", given = ""] = ROLE_AND_NAME.exec(target) ?? [];
  if (!role) return [];
  const wanted = comparable(flagged(given) ?? unquote(given) ?? given).toLowerCase();
  const { nameOf } = lazyBundle("a11y").namer();
  const likenessOf = (name: string): number => {
    const likeness = similarity(name, wanted);
    if (name.startsWith(wanted)) return 0.9 + likeness / 10;
    return name.includes(wanted) || wanted.includes(name) ? Math.max(likeness, MIN_LIKENESS) : likeness;
  };
  return byRole(role)
    .filter(isVisible)
    .map((element) => ({ element, name: nameOf(element, role) }))
    .map(({ element, name }) => ({ element, name, likeness: likenessOf(comparable(name).toLowerCase()) }))
    .filter(({ name, likeness }) => name !== "" && likeness >= MIN_LIKENESS)
    .sort((one, other) => other.likeness - one.likeness)
    .slice(0, LIMITS.lookalikes)
    .map(({ element, name }) => ({ ...candidate(element), element, selector: calledSo(role, name) }));
}

/** What has the words in its name, or is drawn with them, and in no text: an attribute or a style sheet says them. */
function namedSo(words: string): Alike[] {
  const wanted = comparable(words).toLowerCase();
  if (!wanted) return [];
  const { roleOf, nameOf, drawnWith } = lazyBundle("a11y").namer();
  const says = (text: string): boolean => comparable(text).toLowerCase().includes(wanted);
  const named = cssAll(NAMED).slice(0, MAX_NAMED).filter(isVisible);
  const byName = named.flatMap((element) => {
    const role = roleOf(element);
    const name = role && nameOf(element, role);
    return says(name) ? [{ ...candidate(element), element, selector: calledSo(role, name) }] : [];
  });
  if (byName.length > 0) return byName;
  const all = cssAll("body *").slice(0, MAX_SEARCHED);
  return all
    .filter((element) => says(drawnWith(element)) && isVisible(element))
    .map((element) => ({ ...candidate(element), element }));
}

function lookalikesOf(target: string): Alike[] {
  const wanted = wordsOf(target);
  if (wanted.words.length === 0 && !wanted.tag) return [];
  const scored: Array<{ element: Element; score: number }> = [];
  let searched = 0;
  for (const root of allRoots()) {
    for (const element of root.querySelectorAll("body *")) consider(element);
    if (root instanceof ShadowRoot) for (const element of root.querySelectorAll("*")) consider(element);
  }
  const best = new Map<Element, number>();
  for (const { element, score } of scored) {
    const meant = fieldOf(element);
    best.set(meant, Math.max(best.get(meant) ?? 0, score));
  }
  return [...best]
    .sort(([, a], [, b]) => b - a)
    .filter(([element]) => isVisible(element))
    .slice(0, LIMITS.lookalikes)
    .map(([element]) => calledAs(target, element));

  function consider(element: Element): void {
    searched += 1;
    if (searched > MAX_SEARCHED) return;
    const score = likeness(element, wanted);
    if (score >= MIN_SCORE) scored.push({ element, score });
  }
}

/** An element by its role and name, as a recording names it; by its id, an attribute or a class where the target is CSS. */
function calledAs(target: string, element: Element): Alike {
  const plain = { ...candidate(element), element };
  return isCss(target) && /[#.[]/.test(plain.selector) && !/[>:]/.test(plain.selector)
    ? plain
    : { ...plain, selector: byRoleAndName(element) ?? plain.selector };
}

function isCss(target: string): boolean {
  return !readsAsWords(target) && !/^[a-z-]+=/.test(target);
}

function byRoleAndName(element: Element): string | null {
  const { roleOf, nameOf } = lazyBundle("a11y").namer();
  const role = roleOf(element);
  const name = role && role !== "generic" ? nameOf(element, role) : "";
  return name === "" ? null : calledSo(role, name);
}

function calledSo(role: string, name: string): string {
  return `role=${role}[name=${JSON.stringify(name)}]`;
}

/** What a label is for takes what is done to it; the label itself takes none. */
function fieldOf(element: Element): Element {
  if (!(element instanceof HTMLLabelElement)) return element;
  const field = element.control ?? fieldBeside(element);
  return field && isVisible(field) ? field : element;
}

interface SelectorWords {
  tag: string;
  words: string[];
  /** The names in the parts before the last. */
  around: string[];
}

/** The tag of the last part of a selector, and every name in it. */
function wordsOf(target: string): SelectorWords {
  const parts = target.split(/[\s>+~,]+(?![^[]*\])/);
  const last = parts.pop() ?? target;
  const names = (text: string): string[] => text.match(/[\p{L}\p{N}_-]{2,}/gu) ?? [];
  if (readsAsWords(target)) return { tag: "", words: names(target.toLowerCase()), around: [] };
  const tag = /^[a-z][\w-]*/i.exec(last)?.[0]?.toLowerCase() ?? "";
  const own = names(last.slice(tag.length).replace(/:[\w-]+(\([^)]*\))?/g, " "));
  const known = new Set(ATTRIBUTES);
  const words = own.filter((word) => !known.has(word)).map((word) => word.toLowerCase());
  return { tag, words, around: parts.flatMap((part) => names(part.toLowerCase())) };
}

function likeness(element: Element, wanted: SelectorWords): number {
  const tag = element.localName.toLowerCase();
  const sameTag = wanted.tag !== "" && (tag === wanted.tag || similarity(tag, wanted.tag) > 0.7);
  if (wanted.words.length === 0) return sameTag ? MIN_SCORE + surroundings(element, wanted) : 0;
  const own = [tag, element.id, ...element.classList, ...ATTRIBUTES.map((name) => element.getAttribute(name) ?? "")];
  const names = own.filter((name) => name !== "").map((name) => name.toLowerCase());
  const acts = element.matches(TAKES_ACTIONS);
  const label = acts || tag === "label" ? shownOf(labelOf(element)).toLowerCase() : "";
  names.push(...label.split(/\W+/u));
  const best = wanted.words.map((word) => Math.max(0, ...names.map((name) => similarity(word, name))));
  const mean = best.reduce((sum, score) => sum + score, 0) / best.length;
  if (mean < MIN_LIKENESS) return 0;
  // Of two names with these words, the shorter one is meant.
  const alone = Math.max(...[...wanted.words, wanted.words.join(" ")].map((words) => similarity(words, label))) / 20;
  return mean * 0.8 + (sameTag ? 0.2 : 0) + (acts ? 0.1 : 0) + alone + surroundings(element, wanted) / 2;
}

/** How well the elements around fit the rest of the selector, 0 to 1. */
function surroundings(element: Element, { around }: SelectorWords): number {
  let best = 0;
  let at = around.length ? element.parentElement : null;
  for (let level = 0; at && level < MAX_LEVELS; level += 1, at = at.parentElement) {
    for (const name of [at.localName, at.id, ...at.classList]) {
      for (const word of around) best = Math.max(best, similarity(word, name.toLowerCase()));
    }
  }
  return best;
}
