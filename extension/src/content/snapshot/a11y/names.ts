// Names: what an element is called, and whether its role lets it be called so.

import { normalizeWhitespace } from "../../../shared/text/text";
import { accessibleName } from "./accessible-name";
import { internal } from "./states";
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
  return spoken(accessibleName(element, byContent, styles));
}

/** Without the signs of icon fonts, which use code points that Unicode gives no meaning. */
export function spoken(name: string): string {
  return /\p{Co}/u.test(name) ? normalizeWhitespace(name.replace(/\p{Co}/gu, " ")) : name;
}
