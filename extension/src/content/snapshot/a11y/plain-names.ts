// Names that are found at a glance: of what holds nothing but text, and of fields with one plain label.

import { normalizeWhitespace } from "../../../shared/text/text";
import type { Context, Item } from "./item";
import { hasNamingAttribute, NAMERS } from "./names";
import type { Styles } from "./styles/styles";

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
  { style }: Context,
): string | null {
  if (!element || attributes.includes("aria-owns") || hasNamingAttribute(element, attributes)) return null;
  if (tag === "input" || tag === "select" || tag === "textarea") return plainLabel(element as HTMLInputElement, style);
  const [only] = children;
  if (!byContent || !only || children.length > 1 || tag === "option" || tag === "svg") return null;
  if (only.pieced) return null;
  if (only.element && only.role !== "link" && only.role !== "button") return null;
  // What an attribute adds inside is part of the name, and is in no text.
  if (element.firstElementChild && element.querySelector(NAMERS)) return null;
  if (style.mayDrawIn(element) || style.holdsShadowRoot(element)) return null;
  return only.element ? only.name || null : plainWords(only.value);
}

/** What the one label says that holds nothing but text and the field. */
function plainLabel(field: HTMLInputElement, style: Styles): string | null {
  const [label, another] = style.labels.of(field);
  if (!label || another || field.hasAttribute("role") || style.mayDrawIn(label)) return null;
  if (!label.getAttributeNames().every((name) => LABEL_ATTRIBUTES.has(name))) return null;
  let words = "";
  for (let node = label.firstChild; node; node = node.nextSibling) {
    if (node.nodeType === 3) words += (node as Text).data;
    else if (node !== field) return null;
  }
  return plainWords(words) || null;
}

/** Null for what has signs in it that are not said. */
function plainWords(text: string): string | null {
  const words = normalizeWhitespace(text);
  return /[\p{Cc}\p{Co}]/u.test(words) ? null : words;
}

/** All that an item says, as part of a name. */
export function wordsOf(item: Item): string {
  return item.element ? item.name || item.children.map(wordsOf).join(" ") : item.value;
}
