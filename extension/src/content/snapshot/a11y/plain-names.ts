// Names that can be told at a glance: of what holds nothing but text, and of fields with one plain label.

import { normalizeWhitespace } from "../../../shared/text/text";
import type { Context, Item } from "./item";
import { hasNamingAttribute, NAMERS } from "./names";

/** What a label may have without saying anything else than its text. */
const LABEL_ATTRIBUTES = new Set(["class", "for", "id", "style"]);

/**
 * The name of what holds nothing but text, or one thing that is named itself: what the whole algorithm would give, at a
 * fraction of its time. Null if it has to be asked.
 */
export function plainName(
  { element, tag, children }: Item,
  attributes: string[],
  byContent: boolean,
  context: Context,
): string | null {
  if (!element || hasNamingAttribute(element, attributes)) return null;
  if (tag === "input" || tag === "select" || tag === "textarea")
    return plainLabel(element as HTMLInputElement, context);
  const [only] = children;
  if (!byContent || !only || children.length > 1 || tag === "option" || tag === "svg") return null;
  if (only.element && only.role !== "link" && only.role !== "button") return null;
  // What an attribute adds inside is part of the name, and stands in no text.
  if (element.firstElementChild && element.querySelector(NAMERS)) return null;
  if (isGivenWords(element, tag, attributes, context)) return null;
  const around = keyOf(element, tag, attributes);
  for (const inside of element.firstElementChild ? element.getElementsByTagName("*") : []) {
    if (isGivenWords(inside, inside.localName, inside.getAttributeNames(), context, around)) return null;
    if (inside.openOrClosedShadowRoot) return null;
  }
  if (element.openOrClosedShadowRoot) return null;
  return only.element ? only.name || null : normalizeWhitespace(only.value);
}

/** What the one label says that holds nothing but text and the field. */
function plainLabel(field: HTMLInputElement, context: Context): string | null {
  const { labels } = field;
  const label = labels?.length === 1 ? labels[0] : null;
  if (!label || field.hasAttribute("role") || isGivenWords(label, "label", label.getAttributeNames(), context))
    return null;
  if (!label.getAttributeNames().every((name) => LABEL_ATTRIBUTES.has(name))) return null;
  let words = "";
  for (let node = label.firstChild; node; node = node.nextSibling) {
    if (node.nodeType === 3) words += (node as Text).data;
    else if (node !== field) return null;
  }
  return normalizeWhitespace(words) || null;
}

function keyOf(element: Element, tag: string, attributes: string[]): string {
  return attributes.includes("class") ? `${tag} ${element.getAttribute("class")}` : tag;
}

/** True if style sheets add words before or after the element's own. Like elements are asked once. */
function isGivenWords(
  element: Element,
  tag: string,
  attributes: string[],
  { style, styled }: Context,
  around = "",
): boolean {
  const key = `${around}>${keyOf(element, tag, attributes)}`;
  let given = styled.get(key);
  if (given === undefined) {
    given = ["::before", "::after"].some((pseudo) => !/^(?:none|normal)$/.test(style(element, pseudo).content));
    styled.set(key, given);
  }
  return given;
}

/** All that an item says, as a name is made of it. */
export function wordsOf(item: Item): string {
  return item.element ? item.name || item.children.map(wordsOf).join(" ") : item.value;
}
