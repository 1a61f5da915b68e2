// Neighbours: the words before and after an element, and the part of the page around it, by which it is found again.

import type { DurableLocator } from "../../shared/messages";
import { normalizeWhitespace, shorten } from "../../shared/text/text";
import { flatParent } from "../dom/roots";
import { isVisible } from "../dom/visible";
import { lazyBundle } from "../lazy-bundles";

const MAX_CHARS = 60;
const MAX_LEVELS = 12;
/** Texts that are looked at on each side, most of them white space. */
const MAX_TEXTS = 60;

const PLACES = new Set(
  "article banner complementary contentinfo dialog form group listitem main navigation region row search tabpanel".split(
    " ",
  ),
);
const HEADINGS = "h1, h2, h3, h4, h5, h6, legend, caption, [role=heading]";

export function neighboursOf(element: Element): NonNullable<DurableLocator["near"]> {
  const [before, after] = [besides(element, "previousNode"), besides(element, "nextNode")];
  const within = placeOf(element);
  return { ...(before && { before }), ...(after && { after }), ...(within && { within }) };
}

/** The nearest words that can be seen, on one side of the element. */
function besides(element: Element, way: "previousNode" | "nextNode"): string {
  const walker = document.createTreeWalker(element.getRootNode(), NodeFilter.SHOW_TEXT);
  walker.currentNode = element;
  for (let texts = 0; texts < MAX_TEXTS; texts += 1) {
    const node = walker[way]();
    if (!node) return "";
    if (element.contains(node)) continue;
    const words = normalizeWhitespace(node.nodeValue ?? "");
    if (words !== "" && node.parentElement && isVisible(node.parentElement)) return shorten(words, MAX_CHARS);
  }
  return "";
}

/** The part of the page around it, with its name or heading: `form "Sign up"`. */
function placeOf(element: Element): string {
  const { roleOf, nameOf } = lazyBundle("a11y");
  let around = flatParent(element);
  for (let level = 0; around && around !== document.body && level < MAX_LEVELS; level += 1) {
    const role = roleOf(around);
    if (PLACES.has(role)) {
      const words = nameOf(around, role) || (around.querySelector(HEADINGS)?.textContent ?? "");
      return `${role} ${JSON.stringify(shorten(normalizeWhitespace(words), MAX_CHARS))}`;
    }
    around = flatParent(around);
  }
  return "";
}
