// Facts of one element that an expectation compares: its classes, styles, properties, and what listeners hear of it.

import type { ExpectParams, Sighting } from "../../shared/expect";
import { CommandError, ours } from "../../shared/errors";
import { redactText } from "../../shared/secrets/redact";
import { isSecretField, masked, shownAttribute } from "../../shared/secrets/secret-fields";
import { normalizeWhitespace, shorten } from "../../shared/text/text";
import { inViewport, isVisible } from "../dom/visible";
import { lazyBundle } from "../lazy-bundles";
import { descriptionOf } from "../locators/role";
import { attributeOf, fieldValue } from "../reading/get";
import { expectedText } from "./expected-text";
import { table } from "../../shared/table";

type Seen = Pick<Sighting, "holds" | "found"> & Partial<Sighting>;

const FOUND_CHARS = 500;

const TEXTS = table<(element: Element, name: string) => string>({
  css: (element, name) => redactText(getComputedStyle(element).getPropertyValue(name)),
  property: propertyOf,
  class: (element) => attributeOf(element, "class") ?? "",
  role: (element) => lazyBundle("a11y").roleOf(element),
  name: (element) => lazyBundle("a11y").nameOf(element, lazyBundle("a11y").roleOf(element)),
  description: descriptionOf,
  "error-message": errorMessageOf,
});

const STATES = table<(element: Element) => { holds: boolean; otherwise: string }>({
  empty: (element) => ({ holds: heldText(element) === "", otherwise: `"${shorten(heldText(element), FOUND_CHARS)}"` }),
  "in-viewport": (element) => ({
    holds: isVisible(element) && inViewport(element.getBoundingClientRect()),
    otherwise: isVisible(element) ? "out of view" : "hidden",
  }),
  indeterminate: (element) => ({
    holds: element.matches('input:indeterminate, [aria-checked="mixed"]'),
    otherwise: "on or off",
  }),
});

/** Null if the condition is about something else. */
export function factSeen(params: ExpectParams, element: Element): Seen | null {
  const { condition, attribute, value, match } = params;
  const state = Object.hasOwn(STATES, condition) ? STATES[condition]?.(element) : undefined;
  if (state) return { holds: state.holds, found: state.holds ? condition : state.otherwise };
  const text = Object.hasOwn(TEXTS, condition) ? TEXTS[condition]?.(element, attribute ?? "") : undefined;
  if (text === undefined) return null;
  const isAmong = condition === "class" && match === "contains";
  const holds = isAmong ? hasClasses(element, value ?? "") : expectedText(params, "normalized")(text);
  return { holds, found: `"${shorten(normalizeWhitespace(text), FOUND_CHARS)}"` };
}

function hasClasses(element: Element, classes: string): boolean {
  return classes
    .trim()
    .split(/\s+/)
    .every((name) => element.classList.contains(name));
}

/** What the DOM gives the element, as a text; the page's own properties are not read. */
function propertyOf(element: Element, name: string): string {
  if (/html|text/i.test(name)) {
    const hint = ours`What an element shows is its text: clz expect text TARGET STRING`;
    throw new CommandError("INVALID_PARAMS", `${name} is not compared as a property`, {}, hint);
  }
  if (name === "value") return String(fieldValue(element) ?? "");
  if (/value/i.test(name) && isSecretField(element)) return masked(fieldValue(element)?.toString() ?? "");
  const value: unknown = (element as unknown as Record<string, unknown>)[name];
  if (typeof value === "string") return shownAttribute(element, name, value);
  return typeof value === "object" && value !== null ? "[object]" : String(value);
}

/** What a field that is not valid says: by ARIA, else Firefox's own words. */
function errorMessageOf(element: Element): string {
  const isWrong = !/^(?:false)?$/.test(element.getAttribute("aria-invalid") ?? "");
  const root = element.getRootNode() as Document | ShadowRoot;
  const ids = element.getAttribute("aria-errormessage")?.trim().split(/\s+/) ?? [];
  const said = ids.flatMap((id) => root.getElementById?.(id)?.textContent ?? []);
  if (isWrong && said.length > 0) return said.join(" ");
  const { validity, validationMessage } = element as HTMLInputElement;
  return validity && !validity.valid ? validationMessage : "";
}

function heldText(element: Element): string {
  const value = fieldValue(element);
  if (value !== null && !(element instanceof HTMLButtonElement)) return Array.isArray(value) ? value.join(", ") : value;
  return normalizeWhitespace(element.textContent);
}
