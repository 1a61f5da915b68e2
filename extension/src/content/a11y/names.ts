// Names: what an element is called, by the accessible name standard. The algorithm is dom-accessibility-api's.

import { computeAccessibleName } from "dom-accessibility-api";
import { definitionOf } from "./roles";

/** Elements that HTML names by something other than ARIA. */
const NAMED_BY_HTML = new Set(
  "area button fieldset figure iframe img input meter optgroup output progress select svg table textarea".split(" "),
);
const NAMING = new Set(["aria-label", "aria-labelledby", "title", "alt", "placeholder", "label"]);

/** Where a name may come from: `nothing`, the `author` alone, or else the element's `content`. */
export type NameFrom = "nothing" | "author" | "content";

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

/** True where something other than its content names the element; `attributes` are the names of those it has. */
export function isNamedByAuthor(tag: string, attributes: string[]): boolean {
  return NAMED_BY_HTML.has(tag) || hasNamingAttribute(attributes);
}

export function hasNamingAttribute(attributes: string[]): boolean {
  return attributes.some((name) => NAMING.has(name));
}

export type Styles = (element: Element, pseudo?: string | null) => CSSStyleDeclaration;

/** The accessible name; empty where there is none. The algorithm is dear: it is asked only for what can have a name. */
export function nameOf(
  element: Element,
  role: string,
  styles: Styles = getComputedStyle.bind(window),
  tag = element.localName,
  attributes = element.getAttributeNames(),
): string {
  const from = nameFrom(role);
  if (from === "nothing" || (from === "author" && !isNamedByAuthor(tag, attributes))) return "";
  const name = computeAccessibleName(element, { computedStyleSupportsPseudoElements: true, getComputedStyle: styles });
  return name || (element.getAttribute("placeholder") ?? "").trim();
}
