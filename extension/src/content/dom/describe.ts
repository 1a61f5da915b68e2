// Describing an element: its text, its fields for results, and a short selector that finds it again.

import type { Match } from "../../shared/match";
import { shorten, normalizeWhitespace } from "../../shared/text/text";
import { cssAll } from "../locators/css";
import { labelBeside } from "./adjacent-labels";
import { innerTextOf } from "./inner-text";
import { referred } from "./roots";

const TEXT_CHARS = 100;

interface Described {
  tagName: string;
  text: string;
  id: string;
  className: string;
}

export function describe(element: Element): Described {
  return {
    tagName: element.localName.toLowerCase(),
    text: labelOf(element) || guessFor(element),
    id: element.id,
    className: element.getAttribute("class") ?? "",
  };
}

export function candidate(element: Element): Match {
  return { selector: selectorOf(element), text: labelOf(element) };
}

/** What the element says, or what names it, on one line. What is typed into a field is not given. */
export function labelOf(element: Element): string {
  const field = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  const shown = field
    ? buttonText(element)
    : element instanceof HTMLElement
      ? innerTextOf(element)
      : element.textContent;
  const text =
    normalizeWhitespace(shown) ||
    normalizeWhitespace(element.getAttribute("aria-label")) ||
    normalizeWhitespace(namedBy(element)) ||
    normalizeWhitespace(field ? element.labels?.[0]?.textContent : null) ||
    normalizeWhitespace(element.getAttribute("placeholder")) ||
    normalizeWhitespace(element.getAttribute("alt")) ||
    normalizeWhitespace(element.getAttribute("title"));
  return shorten(text, TEXT_CHARS);
}

/** What people read beside a field that nothing names, or what snapshots call it where one was taken. */
function guessFor(element: Element): string {
  const isField = element.matches("input, select, textarea") || element.hasAttribute("contenteditable");
  const beside = isField ? normalizeWhitespace(labelBeside(element)?.textContent) : "";
  return shorten(beside || (globalThis.__clz.a11y?.guessOf(element) ?? ""), TEXT_CHARS);
}

/** What `aria-labelledby` says of it. */
function namedBy(element: Element): string {
  return referred(element, "aria-labelledby")
    .map((named) => named.textContent)
    .join(" ");
}

function buttonText(element: HTMLInputElement | HTMLTextAreaElement): string {
  return /^(?:button|submit|reset)$/.test(element.type) ? element.value : "";
}

/**
 * How a message names a field: by an id or a name of its own, else by the words that people read for it. Classes and places
 * say how a page is built.
 */
export function fieldName(element: Element): string {
  const selector = selectorOf(element);
  if (!/[.>]/.test(selector.replace(/"(?:\\.|[^"\\])*"/g, ""))) return selector;
  const isList = element instanceof HTMLSelectElement;
  const around = (element as HTMLInputElement).labels?.[0]?.textContent ?? "";
  const label = normalizeWhitespace(isList ? around.replace(element.textContent, "") : around);
  const words = shorten(label, TEXT_CHARS) || (isList ? "" : labelOf(element)) || guessFor(element);
  return words ? `the ${isList ? "list" : "field"} "${words}"` : selector;
}

/** A short selector that matches this element alone; the path to it if nothing shorter does. */
export function selectorOf(element: Element): string {
  return shortSelectorOf(element) ?? pathOf(element);
}

/** One that matches this element alone, of ids, attributes and classes that `holds` is true for; null if there is none. */
export function shortSelectorOf(element: Element, holds = (_value: string): boolean => true): string | null {
  for (const short of shortSelectors(element, holds)) if (isUnique(short, element)) return short;
  return null;
}

function* shortSelectors(element: Element, holds: (value: string) => boolean): Generator<string> {
  const tag = CSS.escape(element.localName);
  if (element.id && holds(element.id)) yield `${tag}#${CSS.escape(element.id)}`;
  for (const name of ["data-testid", "data-test", "name", "aria-label", "placeholder", "type", "href"]) {
    const value = element.getAttribute(name);
    if (value && value.length <= 60 && holds(value)) yield `${tag}[${name}=${quote(value)}]`;
  }
  const classes = [...element.classList]
    .filter(holds)
    .slice(0, 5)
    .map((name) => `.${CSS.escape(name)}`);
  yield tag;
  for (const name of classes) yield tag + name;
  for (let i = 0; i < classes.length; i += 1) {
    for (let j = i + 1; j < classes.length; j += 1) yield tag + (classes[i] ?? "") + (classes[j] ?? "");
  }
}

function quote(value: string): string {
  return `"${value.replace(/["\\]/g, "\\$&").replace(/[\n\r\f]/g, (end) => `\\${end.charCodeAt(0).toString(16)} `)}"`;
}

function isUnique(selector: string, element: Element): boolean {
  const found = cssAll(selector);
  return found.length === 1 && found[0] === element;
}

/** Steps by place among like siblings, as few as are needed; an ancestor's id is a step of its own. */
function pathOf(element: Element): string {
  const steps: string[] = [];
  for (let at: Element | null = element; at; at = at.parentElement) {
    const byId: string = at !== element && at.id ? `${CSS.escape(at.localName)}#${CSS.escape(at.id)}` : "";
    steps.unshift(byId || stepOf(at));
    const path = steps.join(" > ");
    if (steps.length > 1 && isUnique(path, element)) return path;
  }
  const root = element.getRootNode();
  const path = steps.join(" > ");
  return root instanceof ShadowRoot ? `${selectorOf(root.host)} ${path}` : path;
}

function stepOf(element: Element): string {
  const tag = CSS.escape(element.localName);
  const siblings = element.parentNode?.children ?? [];
  let place = 0;
  let count = 0;
  for (const sibling of siblings) {
    if (sibling.localName !== element.localName) continue;
    count += 1;
    if (sibling === element) place = count;
  }
  return count > 1 ? `${tag}:nth-of-type(${place})` : tag;
}
