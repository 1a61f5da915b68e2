// Alternatives: the targets that bare words would have been. `Sign in` is CSS for <in> inside of <sign>, and means a text.

import type { Match } from "../../shared/match";
import { candidate } from "../dom/describe";
import { isVisible } from "../dom/visible";
import { byAttribute, byLabel, byName } from "./attributes";
import { byText } from "./text";

/** Words as people read them on a page. */
const WORDS = /^[\p{L}\p{N}][\p{L}\p{N}\p{Pd} '’"“”&!?,.…:%$€£()/+]{0,79}$/u;
/** What is written so only in selectors. */
const SELECTOR = /^[a-z][\w-]*(?:[.:][a-z][\w-]*|:[a-z-]+\(.*\))+(?:[\s,]|$)|::/i;

const WAYS: Array<[string, (words: string) => Element[]]> = [
  ["label", byLabel],
  ["text", byText],
  ["placeholder", byAttribute("placeholder", "aria-placeholder")],
  ["title", byAttribute("title")],
  ["alt", byAttribute("alt")],
  ["testid", byName("data-testid", "data-test-id", "data-test")],
  ["id", byName("id")],
];

/** True if a target is more likely words of a page than CSS: it names tags that there are none of, or has capitals. */
export function readsAsWords(target: string): boolean {
  if (!WORDS.test(target) || SELECTOR.test(target)) return false;
  return /\p{Lu}/u.test(target) || target.split(" ").some(isNoTag);
}

function isNoTag(word: string): boolean {
  return !/^[a-z][a-z\d]*$/.test(word) || document.createElement(word) instanceof HTMLUnknownElement;
}

/** The targets of these words that something visible matches, what can be filled in first. */
export function alternativesFor(target: string): Match[] {
  if (!WORDS.test(target) || SELECTOR.test(target)) return [];
  return WAYS.flatMap(([way, all]) => {
    const [element] = all(target).filter(isVisible);
    return element ? [{ ...candidate(element), selector: `${way}=${target}` }] : [];
  });
}

/** True if a target that matches nothing is words that the page shows now. */
export function isMeantOtherwise(target: string): boolean {
  return readsAsWords(target) && alternativesFor(target).length > 0;
}
