// Names: what an element is called, by the accessible name standard. The algorithm is dom-accessibility-api's.

import { computeAccessibleName } from "dom-accessibility-api";
import { normalizeWhitespace } from "../../../shared/text/text";
import { definitionOf } from "./roles";

/** Elements that HTML names by something other than ARIA. */
const NAMED_BY_HTML = new Set(
  "area button canvas fieldset figure iframe img input meter optgroup output progress select svg table textarea".split(
    " ",
  ),
);
const NAMING = new Set(["aria-label", "aria-labelledby", "title", "alt", "placeholder", "label"]);

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
  return attributes.some((name) => NAMING.has(name) && element.getAttribute(name) !== "");
}

/** What adds to the name of that which holds it, without a text of its own. */
export const NAMERS =
  "[aria-label], [aria-labelledby], [title], [alt], [aria-owns], input, select, textarea, svg title";

export type Styles = (element: Element, pseudo?: string | null) => CSSStyleDeclaration;

/** The accessible name; empty if there is none. The algorithm is dear: it is asked only for what can have a name. */
export function standardName(
  element: Element,
  role: string,
  styles: Styles = getComputedStyle.bind(window),
  tag = element.localName,
  attributes = element.getAttributeNames(),
): string {
  const from = nameFrom(role);
  if (from === "nothing" || (from === "author" && !isNamedByAuthor(element, tag, attributes))) return "";
  const name = spoken(
    computeAccessibleName(element, {
      computedStyleSupportsPseudoElements: true,
      getComputedStyle: styles,
      // An area is drawn by its picture.
      hidden: tag === "area",
    }),
  );
  if (from === "content" && element.querySelector(TOLD_BY_TITLE)) return named(element, name);
  if (tag === "canvas" && name === "") return normalizeWhitespace(element.textContent);
  return name || (element.getAttribute("placeholder") ?? "").trim();
}

/** Without the signs of icon fonts, which stand where Unicode has no characters and say nothing. */
export function spoken(name: string): string {
  return /\p{Co}/u.test(name) ? normalizeWhitespace(name.replace(/\p{Co}/gu, " ")) : name;
}

/** An empty element inside that has nothing but a title: the standard reads it out, dom-accessibility-api does not. */
const TOLD_BY_TITLE = "[title]:empty:not([aria-label], [aria-labelledby], [aria-hidden], img, input, svg, svg *)";

function named(element: Element, name: string): string {
  const said = spoken(normalizeWhitespace(wordsOf(element)));
  return said.length > name.length ? said : name;
}

/** What is read out of what is in an element, piece by piece. */
function wordsOf(element: Element): string {
  let words = "";
  for (const node of element.childNodes) {
    if (node instanceof Text) words += node.data;
    else if (node instanceof Element && node.checkVisibility() && node.getAttribute("aria-hidden") !== "true") {
      const said =
        node.getAttribute("aria-label") ||
        node.getAttribute("alt") ||
        wordsOf(node) ||
        node.getAttribute("title") ||
        "";
      words +=
        /^(?:b|i|em|strong|span|u|small)$/.test(node.localName) && !node.matches("[title], [aria-label]")
          ? said
          : ` ${said} `;
    }
  }
  return words;
}
