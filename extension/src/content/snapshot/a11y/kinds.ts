// Kinds of fields: what a role does not say of what a field takes, and what it is chosen from.

import { bothOf } from "../../../shared/text/suggested";
import { cut, normalizeWhitespace } from "../../../shared/text/text";
import { table } from "../../../shared/table";

/** How `fill` writes what a field of this type takes. */
const FORMATS = table<string>({
  date: "YYYY-MM-DD",
  time: "HH:MM",
  "datetime-local": "YYYY-MM-DDTHH:MM",
  month: "YYYY-MM",
  week: "YYYY-Www",
  color: "#rrggbb",
});
const SAID = new Set(["password", "email", "tel", "url"]);

/** Options that a line of a snapshot names. */
const MAX_OPTIONS = 20;
const OPTION_CHARS = 60;

/** `date: YYYY-MM-DD`, `password`, `multiline`; empty if the role says it all. */
export function kindOf(element: Element, role: string, tag: string): string {
  if (tag === "textarea") return "multiline";
  if (tag === "select") return (element as HTMLSelectElement).multiple ? "several" : "";
  if (tag !== "input") return role === "textbox" && isMultiline(element) ? "multiline" : "";
  const { type, multiple, min, max } = element as HTMLInputElement;
  if (FORMATS[type]) return `${type}: ${FORMATS[type]}`;
  if (type === "file") return multiple ? "files" : "file";
  if (type === "range" || type === "number")
    return min !== "" && max !== "" && isFinite(+min) && isFinite(+max) ? `${+min} to ${+max}` : "";
  return SAID.has(type) ? type : "";
}

function isMultiline(element: Element): boolean {
  return element.getAttribute("aria-multiline") === "true" || (element as HTMLElement).isContentEditable;
}

/** What can be chosen, and how many there are. */
interface Options {
  labels: string[];
  count: number;
}

/** The options of a list that is closed, or of the suggestions of a field; null if it has none. */
export function optionsOf(element: Element, tag: string): Options | null {
  const all =
    tag === "select"
      ? (element as HTMLSelectElement).options
      : tag === "input" && element.hasAttribute("list")
        ? (element as HTMLInputElement).list?.options
        : null;
  if (!all || all.length === 0) return null;
  const labels: string[] = [];
  for (let n = 0; n < all.length && n < MAX_OPTIONS; n += 1) {
    const option = all[n] as HTMLOptionElement;
    const shown = tag === "input" ? bothOf(option) : option.label || option.value;
    labels.push(cut(normalizeWhitespace(shown), OPTION_CHARS));
  }
  return { labels, count: all.length };
}
