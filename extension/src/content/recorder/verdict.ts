// Verdicts: what a person points at with Alt is expected to be as it is now. Nothing secret is read.

import { secretValues } from "../dom/held-secrets";
import { checkableOf, checkedState } from "../dom/checkable";
import { textOf } from "../text/page-text";
import { pressable } from "../dom/pressable";
import { normalizeWhitespace } from "../../shared/text/text";
import { namedBesideText } from "../locators/durable";
import { decideNow } from "./later";
import { beginStep } from "./outcome";
import * as pointing from "./pointing";
import { isSecret, locatorOf, MASK, noteSecrets, tell } from "./telling";
import { finishTyping } from "./typing";

interface Verdict {
  condition: string;
  value?: string;
  values?: string[];
  match?: "contains";
  not?: true;
}

/** What is longer is expected to begin so. */
const MAX_CHARS = 120;

export function pointedAt(hit: Element | null): void {
  if (!hit) return;
  noteSecrets();
  decideNow();
  finishTyping();
  pointing.sayWaiting();
  const [element, verdict] = verdictOf(hit);
  beginStep(verdict.value);
  if (verdict.condition !== "text") return tell("expect", { ...verdict }, locatorOf(element));
  const beside = namedBesideText(element, verdict.value ?? "");
  const named = beside ? { ...beside, secret: false } : locatorOf(element);
  // Of what is named by its text alone, that text is expected of the page.
  tell("expect", { ...verdict }, named.kind === "text" ? undefined : named);
}

function verdictOf(hit: Element): [Element, Verdict] {
  const box = checkableOf(hit);
  if (box) {
    const state = checkedState(box);
    return [box, { condition: state === "mixed" ? "indeterminate" : state }];
  }
  const element = pressable(hit) ?? hit;
  if (element instanceof HTMLOptionElement) return verdictOf(element.closest("select") ?? element);
  if (isSecret(element)) return [element, { condition: "empty", not: true }];
  if (element instanceof HTMLSelectElement && element.multiple) {
    const values = [...element.selectedOptions].map(({ value }) => shown(value));
    return [element, values.length === 0 ? { condition: "empty" } : { condition: "values", values }];
  }
  if (/^(?:input|textarea|select)$/.test(element.localName)) {
    const { value } = element as HTMLInputElement;
    return [element, value === "" ? { condition: "empty" } : said("value", value)];
  }
  const text = normalizeWhitespace(textOf(element));
  return [element, text === "" ? { condition: "visible" } : said("text", text)];
}

function said(condition: "text" | "value", whole: string): Verdict {
  const value = shown(whole);
  if (value.length <= MAX_CHARS) return { condition, value };
  const end = value.lastIndexOf(" ", MAX_CHARS);
  return {
    condition,
    value: value.slice(0, end > 0 ? end : MAX_CHARS),
    ...(condition === "value" && { match: "contains" }),
  };
}

/** A text that holds what a secret field does is none to write down. */
function shown(text: string): string {
  return secretValues().masked(text) === text ? text : MASK;
}
