// Names: what an element is called, and whether its role lets it be called so.

import { normalizeWhitespace } from "../../../shared/text/text";
import { accessibleName, leafName } from "./accessible-name";
import { internal } from "../../dom/internals";
import { definitionOf } from "./roles";
import type { Styles } from "./styles/styles";

/** Elements that HTML names by something other than ARIA. */
const NAMED_BY_HTML = new Set(
  "area button canvas fieldset figure iframe img input meter optgroup output progress select svg table textarea".split(
    " ",
  ),
);
const NAMING = new Set([
  "aria-label",
  "aria-labelledby",
  "aria-labeledby",
  "aria-placeholder",
  "title",
  "alt",
  "placeholder",
  "label",
]);

/** Where a name may come from: `nothing`, the `author` alone, or else the element's `content`. */
type NameFrom = "nothing" | "author" | "content";

const sources = new Map<string, NameFrom>();

export function nameFrom(role: string): NameFrom {
  let from = sources.get(role);
  if (!from) {
    const given = definitionOf(role)?.nameFrom;
    from = given?.includes("prohibited") ? "nothing" : given?.includes("contents") ? "content" : "author";
    sources.set(role, from);
  }
  return from;
}

/** True if something other than its content names the element; `attributes` are the names of those it has. */
export function isNamedByAuthor(element: Element, tag: string, attributes: string[]): boolean {
  return NAMED_BY_HTML.has(tag) || hasNamingAttribute(element, attributes);
}

export function hasNamingAttribute(element: Element, attributes: string[]): boolean {
  return (
    attributes.some((name) => NAMING.has(name) && element.getAttribute(name) !== "") ||
    internal(element, "ariaLabel") !== ""
  );
}

/** What adds to the name of that which holds it, without a text of its own. */
export const NAMERS =
  "[aria-label], [aria-labelledby], [aria-labeledby], [title], [alt], [aria-owns], input, select, textarea, " +
  "svg title, slot";

/** The accessible name; empty if there is none. The algorithm is dear: it is asked only for what can have a name. */
export function standardName(
  element: Element,
  role: string,
  styles: Styles,
  tag = element.localName,
  attributes = element.getAttributeNames(),
): string {
  const from = nameFrom(role);
  if (from === "nothing" || (from === "author" && !isNamedByAuthor(element, tag, attributes))) return "";
  // What a canvas shows in words alone is its name; a table in it is read as one.
  const byContent = from === "content" || (tag === "canvas" && element.firstElementChild === null);
  if (
    byContent &&
    element.firstElementChild === null &&
    !isNamedByAuthor(element, tag === "button" ? "" : tag, attributes)
  )
    return spoken(leafName(element, tag, attributes, styles) ?? accessibleName(element, byContent, styles));
  return spoken(accessibleName(element, byContent, styles));
}

/** What says something in the name of what holds it that is in no text of it. */
const OTHERWISE = `${NAMERS}, [placeholder], [aria-placeholder], [label], [aria-valuetext], [aria-valuenow], meter, progress`;

/**
 * False for an element that has no name which passes a first test: it is called by its text, or by what is left of that, and
 * the test is passed by all texts that have more in them than one which passes. Components may say more of themselves.
 */
export function mayBeCalled(
  element: Element,
  role: string,
  styles: Styles,
  test: (text: string) => boolean,
  hasComponents: boolean,
): boolean {
  if (nameFrom(role) !== "content" || test(element.textContent ?? "")) return true;
  const tag = element.localName;
  const attributes = element.getAttributeNames();
  if (isNamedByAuthor(element, tag === "button" ? "" : tag, attributes) || attributes.includes("aria-owns"))
    return true;
  if (tag === "slot" || tag.includes("-") || styles.mayDrawIn(element) || styles.holdsShadowRoot(element)) return true;
  if (styles.labels.nameTexts()) return true;
  return element.firstElementChild !== null && (hasComponents || element.querySelector(OTHERWISE) !== null);
}

/** Without the signs of icon fonts, which use code points that Unicode gives no meaning. */
export function spoken(name: string): string {
  return /\p{Co}/u.test(name) ? normalizeWhitespace(name.replace(/\p{Co}/gu, " ")) : name;
}
