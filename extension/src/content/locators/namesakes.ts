// Elements that may be called like one that is known: few, found by Firefox itself, on pages of any size.

import { normalizeWhitespace } from "../../shared/text/text";
import { allRoots, flatParent } from "../dom/roots";
import { lazyBundle } from "../lazy-bundles";
import { labelsOf } from "./attributes";
import { cssAll } from "./css";
import { hasRole, NAMING } from "./role";

/** A text in several places names none of them. */
const MAX_PLACES = 50;

/** All that may have the role and the name of an element, in the order of the page, and whether one has them. */
export function namesakes(
  element: Element,
  role: string,
  name: string,
): { candidates: Element[]; fits: (other: Element) => boolean } {
  const { namer, selectorOfRole } = lazyBundle("a11y");
  const { roleOf, nameOf } = namer();
  const roles = selectorOfRole(role);
  const called = new Set([element]);
  const word = tellingWord(element, name);
  const places = word === null ? null : placesOf(word);
  for (const place of places ?? []) {
    for (let at: Element | null = place; at; at = flatParent(at)) {
      called.add(at);
      if (at instanceof HTMLLabelElement && at.control) called.add(at.control);
    }
  }
  const all = called.size === 1 && places ? [element] : cssAll(roles);
  return {
    candidates: places ? all.filter((other) => called.has(other)) : all,
    fits: (other) => hasRole(other, role, roleOf) && normalizeWhitespace(nameOf(other, role)) === name,
  };
}

/** The longest word of its name that is whole in what it is named by; null if its style sheet names it. */
function tellingWord(element: Element, name: string): string | null {
  const said = [element.textContent ?? "", ...labelsOf(element)];
  const inside = element.firstElementChild ? element.querySelectorAll(ATTRIBUTES) : [];
  for (const one of [element, ...inside]) said.push(...NAMING.map((attribute) => one.getAttribute(attribute) ?? ""));
  const words = name.split(" ").sort((one, other) => weight(other) - weight(one));
  return words.find((word) => !/["\\]/.test(word) && said.some((text) => text.includes(word))) ?? null;
}

/** Numbers tell rows apart that are called alike. */
function weight(word: string): number {
  return word.length + (/\d/.test(word) ? 100 : 0);
}

const ATTRIBUTES = NAMING.map((name) => `[${name}]`).join(", ");

/** The elements with a word in their text or in an attribute that names, or named by others; null if there are many. */
function placesOf(word: string): Element[] | null {
  const selector = [...NAMING.map((name) => `[${name}*="${word}"]`), "[aria-labelledby]"].join(", ");
  const places: Element[] = [];
  for (const root of allRoots()) {
    places.push(...root.querySelectorAll(selector));
    for (const from of root instanceof Document ? [root] : root.children) {
      const texts = document.evaluate(
        `descendant::text()[contains(., "${word}")]`,
        from,
        null,
        XPathResult.UNORDERED_NODE_SNAPSHOT_TYPE,
      );
      if (texts.snapshotLength > MAX_PLACES) return null;
      for (let at = 0; at < texts.snapshotLength; at += 1) {
        const parent = texts.snapshotItem(at)?.parentElement;
        if (parent) places.push(parent);
      }
    }
    if (places.length > 4 * MAX_PLACES) return null;
  }
  return places;
}
