// label=, placeholder= and testid=: elements by what labels and attributes say.

import { fieldBeside } from "../dom/adjacent-labels";
import { cssAll } from "./css";
import { matcher, unquote } from "./text-matcher";

const LABELLED = "button, input, meter, output, progress, select, textarea, [aria-label], [aria-labelledby]";

/**
 * Fields by their label's text, and whatever ARIA labels. If there is none, fields beside a label that names
 * nothing.
 */
export function byLabel(words: string): Element[] {
  const matches = matcher(words);
  const labelled = cssAll(LABELLED).filter((element) => labelsOf(element).some(matches));
  if (labelled.length > 0) return labelled;
  const loose = cssAll("label").filter((label) => matches(label.textContent ?? ""));
  return [...new Set(loose.flatMap((label) => fieldBeside(label as HTMLLabelElement) ?? []))];
}

export function labelsOf(element: Element): string[] {
  const said = element.getAttribute("aria-label");
  const labels = [...((element as HTMLInputElement).labels ?? [])].map((label) => textAround(label, element));
  const ids = element.getAttribute("aria-labelledby")?.trim().split(/\s+/) ?? [];
  const root = element.getRootNode() as Document | ShadowRoot;
  const named = ids.map((id) => root.getElementById?.(id)?.textContent ?? "").join(" ");
  return [...labels, said ?? "", named].filter((text) => text.trim() !== "");
}

/** What a label says without the field inside it: a select's options are not part of its label. */
function textAround(label: Element, field: Element): string {
  if (!label.contains(field) || !label.querySelector("select, textarea")) return label.textContent ?? "";
  const copy = label.cloneNode(true) as Element;
  for (const inner of copy.querySelectorAll("select, textarea")) inner.remove();
  return copy.textContent ?? "";
}

export function byPlaceholder(words: string): Element[] {
  const matches = matcher(words);
  return cssAll("[placeholder], [aria-placeholder]").filter((element) =>
    matches(element.getAttribute("placeholder") ?? element.getAttribute("aria-placeholder") ?? ""),
  );
}

/** A test id is a name, not a text: it is compared as it is. */
export function byTestId(words: string): Element[] {
  const id = unquote(words) ?? words;
  const is = `="${CSS.escape(id)}"`;
  return cssAll(`[data-testid${is}], [data-test-id${is}], [data-test${is}]`);
}
