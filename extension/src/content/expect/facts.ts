// Facts of one element that an expectation compares: its classes, styles, properties, and accessible names.

import { LIMITS } from "../../generated/registry";
import type { ExpectParams, Observation } from "../../shared/expect";
import { CommandError, ownWords } from "../../shared/errors";
import { redactText } from "../../shared/secrets/redact";
import { isSecretField, masked, shownAttribute } from "../../shared/secrets/secret-fields";
import { normalizeWhitespace, shorten } from "../../shared/text/text";
import { referred } from "../dom/roots";
import { inViewport, isVisible } from "../dom/visible";
import type { FrameCall } from "../command";
import { evaluatorFor, lazyBundle } from "../lazy-bundles";
import { descriptionOf } from "../locators/role";
import { attributeOf, fieldValue } from "../reading/get";
import { expectedText } from "./expected-text";
import { table } from "../../shared/table";

type Seen = Pick<Observation, "holds" | "found"> & Partial<Observation>;

const FOUND_CHARS = 500;

const TEXTS = table<(element: Element, name: string, call: FrameCall) => string>({
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
export function factSeen(params: ExpectParams, element: Element, call: FrameCall): Seen | null {
  const { condition, attribute, value, match } = params;
  const state = Object.hasOwn(STATES, condition) ? STATES[condition]?.(element) : undefined;
  if (state) return { holds: state.holds, found: state.holds ? condition : state.otherwise };
  const text = Object.hasOwn(TEXTS, condition) ? TEXTS[condition]?.(element, attribute ?? "", call) : undefined;
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

/** What the DOM gives the element, as a text, or the page's scripts where the DOM has nothing of the name. */
function propertyOf(element: Element, name: string, call: FrameCall): string {
  if (/html|text/i.test(name)) {
    const hint = ownWords`What an element shows is its text: clz expect text TARGET STRING`;
    throw new CommandError("INVALID_PARAMS", `${name} is not compared as a property`, {}, hint);
  }
  if (name === "value") return String(fieldValue(element) ?? "");
  if (/value/i.test(name) && isSecretField(element)) return masked(fieldValue(element)?.toString() ?? "");
  if (!(name in element)) return pagePropertyOf(element, name, call);
  const value: unknown = (element as unknown as Record<string, unknown>)[name];
  if (typeof value === "string") return shownAttribute(element, name, value);
  return typeof value === "object" && value !== null ? "[object]" : String(value);
}

/** Throws INVALID_TARGET where it cannot be read without an effect. */
function pagePropertyOf(element: Element, name: string, call: FrameCall): string {
  const hold = evaluatorFor(call)?.hold ?? null;
  const found = lazyBundle("safe").pageProperty(element, name, LIMITS.safeEvaluationMs, hold);
  if (found.is === "none") return "undefined";
  if (found.is === "value") return shownAttribute(element, name, found.text);
  const hint = ownWords`To run the page's code after all: clz eval EXPR --unsafe`;
  throw new CommandError("INVALID_TARGET", `It cannot be checked: reading ${name} ${found.reason}`, {}, hint);
}

/** What a field that is not valid says: by ARIA, else Firefox's own words. */
function errorMessageOf(element: Element): string {
  const isWrong = !/^(?:false)?$/.test(element.getAttribute("aria-invalid") ?? "");
  const said = referred(element, "aria-errormessage").map(({ textContent }) => textContent);
  if (isWrong && said.length > 0) return said.join(" ");
  const { validity, validationMessage } = element as HTMLInputElement;
  return validity && !validity.valid ? validationMessage : "";
}

function heldText(element: Element): string {
  const value = fieldValue(element);
  if (value !== null && !(element instanceof HTMLButtonElement)) return Array.isArray(value) ? value.join(", ") : value;
  return normalizeWhitespace(element.textContent);
}
