// Names: what an element is called, by the accessible name standard. The algorithm is dom-accessibility-api's.

import { computeAccessibleName } from "dom-accessibility-api";
import { definitionOf } from "./roles";

/** Elements that HTML names by something other than ARIA. */
const NAMED_BY_HTML = new Set(
  "area button fieldset figure iframe img input meter optgroup output progress select svg table textarea".split(" "),
);
const NAMING = ["aria-label", "aria-labelledby", "title", "alt", "placeholder"];

/** The accessible name; empty where there is none. Only what can have a name is computed. */
export function nameOf(element: Element, role: string): string {
  const from = definitionOf(role)?.nameFrom;
  if (from?.includes("prohibited")) return "";
  const byContent = from?.includes("contents") === true;
  if (!byContent && !NAMED_BY_HTML.has(element.localName) && !NAMING.some((name) => element.hasAttribute(name))) return "";
  const name = computeAccessibleName(element, { computedStyleSupportsPseudoElements: true });
  return name || (element.getAttribute("placeholder") ?? "").trim();
}
