// label=, placeholder= and testid=: elements by what labels and attributes say.

import { fieldBeside, labelsNow } from "../dom/adjacent-labels";
import { flatContains, flatText, referred } from "../dom/roots";
import { cssAll } from "./css";
import { flagged, matcher, unquote } from "./text-matcher";

const LABELLED = "button, input, meter, output, progress, select, textarea, [aria-label], [aria-labelledby]";

/**
 * Fields by their label's text, and whatever ARIA labels. If there is none, fields beside a label that names
 * nothing.
 */
export function byLabel(words: string): Element[] {
  const matches = matcher(words);
  const known = labelsNow();
  const byAria = new Set(cssAll("[aria-label], [aria-labelledby]"));
  const mayBe = (element: Element): boolean => byAria.has(element) || known.all().has(element);
  const labelled = cssAll(LABELLED).filter((element) => mayBe(element) && labelsOf(element, known).some(matches));
  const labels = cssAll("label").filter((label) => matches(label.textContent ?? "")) as HTMLLabelElement[];
  const components = labels.flatMap(({ control }) => (control && isComponent(control, labelled) ? [control] : []));
  if (labelled.length + components.length > 0) return [...labelled, ...new Set(components)];
  return [...new Set(labels.flatMap((label) => fieldBeside(label) ?? []))];
}

/** True for a component that is a field of its form, unless its label names a part of it. */
function isComponent(control: Element, labelled: Element[]): boolean {
  return control.localName.includes("-") && !labelled.some((part) => flatContains(control, part));
}

export function labelsOf(element: Element, known = labelsNow()): string[] {
  const said = element.getAttribute("aria-label");
  const labels = known.of(element).map((label) => textAround(label, element));
  const named = referred(element, "aria-labelledby")
    .map(({ textContent }) => textContent)
    .join(" ");
  return [...labels, said ?? "", named].filter((text) => text.trim() !== "");
}

/** What a label says without the field inside it: a select's options are not part of its label. */
function textAround(label: Element, field: Element): string {
  if (label.querySelector("slot")) return flatText(label);
  if (!label.contains(field) || !label.querySelector("select, textarea")) return label.textContent ?? "";
  const copy = label.cloneNode(true) as Element;
  for (const inner of copy.querySelectorAll("select, textarea")) inner.remove();
  return copy.textContent ?? "";
}

/** By what one of these attributes says: the first of them that an element has. */
export function byAttribute(...names: string[]): (words: string) => Element[] {
  return (words) => {
    const matches = matcher(inBrackets(words));
    return cssAll(names.map((name) => `[${name}]`).join(", ")).filter((element) =>
      matches(names.map((name) => element.getAttribute(name)).find((value) => value !== null) ?? ""),
    );
  };
}

/** By any attribute, as Playwright prints it: `[alt="Ship"s]`. */
export function byAnyAttribute(words: string): Element[] {
  const name = /^\[([\w-]+)\s*=/.exec(words)?.[1];
  if (name === undefined) throw new SyntaxError('an attribute is written like attr=[title="Close"]');
  return byAttribute(name)(words);
}

/** A test id is a name, not a text: it is compared as it is, unless it is an expression. */
export function byName(...names: string[]): (words: string) => Element[] {
  const byExpression = byAttribute(...names);
  return (words) => {
    const given = inBrackets(words);
    if (/^\/.+\/[a-z]*$/s.test(given)) return byExpression(given);
    const id = flagged(given) ?? unquote(given) ?? given;
    return cssAll(names.map((name) => `[${name}="${CSS.escape(id)}"]`).join(", "));
  };
}

/** Playwright's `[placeholder="Search"i]` is what is in it: the name is that of the language already. */
function inBrackets(words: string): string {
  return /^\[[\w-]+\s*=\s*(.+)\]$/s.exec(words)?.[1] ?? words;
}
