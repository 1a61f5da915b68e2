// What is expected of elements: which one is meant, and whether that holds.

import { isSecretField } from "../../shared/secrets/secret-fields";
import { advice, CommandError, ownWords } from "../../shared/errors";
import type { ExpectParams, Observation } from "../../shared/expect";
import { countMatcher } from "../../shared/text/expected";
import { nearest } from "../../shared/text/nearest";
import { shorten, normalizeWhitespace } from "../../shared/text/text";
import type { FrameCall } from "../command";
import { checkableOf, checkedState } from "../dom/checkable";
import { candidate, fieldName, selectorOf } from "../dom/describe";
import { deepActiveElement } from "../dom/roots";
import { isVisible } from "../dom/visible";
import { knowsInternals } from "../lazy-bundles";
import { findAll, preferred } from "../locators/find";
import { attributeOf, fieldValue } from "../reading/get";
import { textOf } from "../text/page-text";
import { lastRef, refOf } from "../snapshot/refs";
import { takesText } from "../synthetic-input/edit";
import { isDisabled, isReadOnly } from "../actionability/enabled";
import { comparedWith, expectedText } from "./expected-text";
import { factSeen } from "./facts";
import { nearestTexts } from "./nearest";

type Seen = Pick<Observation, "holds" | "found"> & Partial<Observation>;

const MAX_CANDIDATES = 5;
const FOUND_CHARS = 500;

/** What an element must be asked for that matches nothing can be said of it as well. */
const OF_NOTHING = new Set(["visible", "hidden", "gone"]);

export function elementObservation(params: ExpectParams, target: string, last: boolean, call: FrameCall): Seen {
  const found = matchesNow(params, target);
  const visible = found.filter(isVisible);
  const counts = { matches: found.length, visible: visible.length };
  switch (params.condition) {
    case "gone":
      return { ...counts, holds: found.length === 0, found: described(found, visible) };
    case "hidden":
      return { ...counts, holds: visible.length === 0, found: described(found, visible) };
    case "count":
      return { ...counts, holds: countMatcher(params.count ?? "")(found.length), found: String(found.length) };
    default:
      break;
  }
  if (params.condition === "texts")
    return {
      ...counts,
      ...listSeen(
        params,
        found.map((one) => comparedText(params, one)),
        spacesOf(params),
      ),
    };
  const meant = meantOf(params, found, call);
  return { ...counts, ...(meant.element ? judged(params, meant.element, meant.visible, last, call) : meant.seen) };
}

/** A ref whose element is gone is not visible, but one that never was is a mistake. */
function matchesNow({ condition }: ExpectParams, target: string): Element[] {
  try {
    return findAll(target);
  } catch (thrown) {
    const stale = thrown instanceof CommandError && thrown.code === "STALE_REF";
    const number = Number(/e(\d+)/.exec(target)?.[1] ?? Infinity);
    if (stale && OF_NOTHING.has(condition) && number <= lastRef()) return [];
    throw thrown;
  }
}

function described(found: Element[], visible: Element[]): string {
  if (found.length === 0) return "nothing that matches";
  const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? "" : "s"}`;
  if (visible.length === 0) return `${count(found.length, "hidden element")}`;
  return `${count(visible.length, "visible element")}`;
}

/** The one element that is meant: the only visible match, else the only one. Null, and why, if there is none. */
export function meantOf(
  params: ExpectParams,
  found: Element[],
  call: FrameCall,
): { element: Element; visible: boolean } | { element: null; seen: Seen } {
  const { condition, nth, target } = params;
  const visible = found.filter(isVisible);
  const among = visible.length > 0 ? visible : found;
  const meant = nth == null ? preferred(target ?? "", among, false) : among.slice(nth - 1, nth);
  const [element, other] = meant;
  if (!element) {
    const matches = nth == null ? 0 : found.length;
    return {
      element: null,
      seen: { holds: condition === "visible" ? false : null, found: "nothing that matches", matches },
    };
  }
  if (!other) return { element, visible: visible.length > 0 };
  const candidates = meant
    .slice(0, MAX_CANDIDATES)
    .map((one) => ({ ref: `@${call.frame}e${refOf(one)}`, ...candidate(one) }));
  return { element: null, seen: { holds: null, found: `${meant.length} elements`, candidates } };
}

function judged(params: ExpectParams, element: Element, visible: boolean, last: boolean, call: FrameCall): Seen {
  switch (params.condition) {
    case "visible":
      return { holds: visible, found: visible ? "visible" : "hidden" };
    case "enabled":
    case "disabled": {
      const disabled = isDisabled(element);
      return { holds: disabled === (params.condition === "disabled"), found: disabled ? "disabled" : "enabled" };
    }
    case "checked":
    case "unchecked": {
      const state = checkedOrNot(element);
      return { holds: state === params.condition, found: state };
    }
    case "focused": {
      const active = deepActiveElement();
      const isHost = element.openOrClosedShadowRoot !== null && element.matches(":focus");
      const focused = (active === element || isHost) && active !== document.body;
      return { holds: focused, found: focused ? "focused" : focusElsewhere(active) };
    }
    case "editable": {
      const why = readOnlyReason(element);
      return { holds: why === "", found: why || "editable" };
    }
    case "value":
      return valueSeen(params, element);
    case "values":
      return listSeen(params, chosenIn(element), "counts");
    case "attr":
      return attributeSeen(params, element);
    default:
      return factSeen(params, element, call) ?? textSeen(params, element, visible, last);
  }
}

/** Texts that are expected one by one, as many as there are. */
function listSeen(params: ExpectParams, texts: string[], whitespace: "counts" | "normalized"): Seen {
  const expected = params.values ?? [];
  const each = { ...params, match: params.match ?? ("exact" as const) };
  const holds =
    texts.length === expected.length &&
    expected.every((value, at) => comparedWith(each, value, whitespace)(texts[at] ?? ""));
  const shown = texts.map((text) => `"${shorten(normalizeWhitespace(text), FOUND_CHARS)}"`);
  return { holds, found: shorten(shown.join(", ") || "nothing", FOUND_CHARS) };
}

/** The values of a list's options that are chosen; a label names its list. Throws INVALID_TARGET for what is not one. */
function chosenIn(named: Element): string[] {
  const element = named instanceof HTMLLabelElement ? (named.control ?? named) : named;
  if (element instanceof HTMLSelectElement) return [...element.selectedOptions].map(({ value }) => value);
  const hint = ownWords`What a field holds is its value: clz expect value TARGET STRING`;
  throw new CommandError("INVALID_TARGET", `${fieldName(element)} is not a list of options`, {}, hint);
}

function comparedText({ textContent }: ExpectParams, element: Element): string {
  return textContent ? (element.textContent ?? "") : textOf(element);
}

/** An expression sees the document's text as it is written there. */
function spacesOf({ textContent, match }: ExpectParams): "counts" | "normalized" {
  return textContent && match === "matches" ? "counts" : "normalized";
}

function textSeen(params: ExpectParams, element: Element, visible: boolean, last: boolean): Seen {
  const text = comparedText(params, element);
  const expected = params.value ?? "";
  const holds = expectedText(params, spacesOf(params))(text);
  const whole = normalizeWhitespace(text);
  const shown = `"${shorten(whole, FOUND_CHARS)}"`;
  const field = fieldValue(element) !== null;
  const hint = field && text === "" ? advice`What a field holds is its value: clz expect value` : undefined;
  return {
    holds,
    found: visible ? shown : `${shown}, hidden`,
    ...(last &&
      !holds && {
        lookalikes: nearestTexts(element, expected).filter((near) => near !== whole),
        ...(hint && { hint }),
      }),
  };
}

function valueSeen(params: ExpectParams, element: Element): Seen {
  const value = fieldValue(element);
  if (value === null) {
    const hint = ownWords`What an element shows is its text: clz expect text TARGET STRING`;
    throw new CommandError("INVALID_TARGET", `${fieldName(element)} is not a field: it has no value`, {}, hint);
  }
  const text = Array.isArray(value) ? value.join(", ") : value;
  if (isSecretField(element)) refuseSecret(element, params);
  const holds = expectedText(params, "counts")(text);
  const label = element instanceof HTMLSelectElement ? element.selectedOptions[0]?.label : undefined;
  const named = label !== undefined && label !== text ? `, its option "${shorten(label, FOUND_CHARS)}"` : "";
  return {
    holds,
    found: `"${shorten(text, FOUND_CHARS)}"${named}`,
  };
}

/** Throws INVALID_TARGET for a text that a secret, which is compared as it is shown, could never hold. */
function refuseSecret(element: Element, { value }: ExpectParams): void {
  if (value == null || /^•*$/.test(value)) return;
  const message = `It cannot be checked: what ${fieldName(element)} holds is a secret, which is not read`;
  const hint = ownWords`It is compared as it is shown, • for each character; to expect that it is filled in: --not --exact ""`;
  throw new CommandError("INVALID_TARGET", message, {}, hint);
}

function attributeSeen(params: ExpectParams, element: Element): Seen {
  const name = params.attribute ?? "";
  const value = attributeOf(element, name);
  const names = element.getAttributeNames();
  if (value === null) return { holds: false, found: `no ${name}`, lookalikes: nearest(names, name, 3) };
  if (name.toLowerCase() === "value" && isSecretField(element)) refuseSecret(element, params);
  const holds = params.value == null || expectedText(params, "counts")(value);
  return { holds, found: `"${shorten(value, FOUND_CHARS)}"` };
}

/** Throws INVALID_TARGET for what can be neither on nor off. */
function checkedOrNot(element: Element): string {
  const box = isSelectable(element) ? element : checkableOf(element);
  if (!box && element.localName.includes("-")) knowsInternals(); // or they are brought in
  if (box) return checkedState(box);
  const message = `${fieldName(element)} is neither a check box nor a radio button or a switch`;
  const hint = ownWords`Name the box itself, or its label: clz snapshot -i`;
  throw new CommandError("INVALID_TARGET", message, {}, hint);
}

/** Toggle buttons, tabs and options are on or off too, and so are boxes that have not said which yet. */
function isSelectable(element: Element): boolean {
  return (
    element.matches("[aria-pressed], [aria-selected]") ||
    /^(?:checkbox|radio|switch|menuitemcheckbox|menuitemradio)$/.test(element.role ?? "")
  );
}

/** Empty if the element takes text, or what it is that it does not. */
function readOnlyReason(element: Element): string {
  if (isDisabled(element)) return "disabled";
  if (isReadOnly(element)) return "read-only";
  if (takesText(element) || element instanceof HTMLSelectElement) return "";
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    return /^(?:date|datetime-local|month|week|time|color|range)$/.test(element.type)
      ? ""
      : `an input of type ${element.type}`;
  }
  return `a ${element.localName}, which takes no text`;
}

function focusElsewhere(active: Element): string {
  return active === document.body || active === document.documentElement
    ? "no focus"
    : `the focus on ${selectorOf(active)}`;
}
