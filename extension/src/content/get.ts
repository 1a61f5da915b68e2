// get: one thing about one element.

import type { Commands } from "../generated/registry";
import { CommandError, ours } from "../shared/errors";
import { redactUrl } from "../shared/redact";
import type { ContentValue } from "../shared/messages";
import { cut } from "../shared/text";
import type { Call } from "./call";
import { currentValue } from "./edit";
import { findAll } from "./find";
import { isField } from "./focus";
import { elementToRead, htmlOf, textOf } from "./read";

type Params = Commands["get"]["params"];
type Value = Commands["get"]["result"]["value"];

/** The styles that say most about how an element looks. */
export const MAIN_STYLES = [
  "display", "position", "visibility", "opacity", "color", "background-color", "font-family", "font-size", "font-weight",
  "line-height", "text-align", "margin", "padding", "border", "width", "height", "z-index", "overflow", "cursor",
  "pointer-events",
];

export async function get(params: Params, call: Call): Promise<ContentValue<"get">> {
  const { what, target, maxLength } = params;
  // Nothing is waited for: no match is an answer too.
  const value = what === "count" ? findAll(target).length : valueOf(params, await elementToRead(params, call));
  const given = typeof value === "string" ? cut(value, maxLength) : value;
  return { what, value: given, truncated: given !== value, url: location.href };
}

function valueOf({ what, name }: Params, element: Element): Value {
  switch (what) {
    case "html":
      return htmlOf(element);
    case "value":
      return fieldValue(element);
    case "attr":
      return attribute(element, name ?? null);
    case "box":
      return boxOf(element);
    case "styles":
      return stylesOf(element, name?.split(",").map((part) => part.trim()) ?? MAIN_STYLES);
    default:
      return textOf(element);
  }
}

/** What a field holds; null where the element is none. A list gives one value, or several where it takes several. */
export function fieldValue(element: Element): string | string[] | null {
  if (isField(element)) return currentValue(element);
  if (element instanceof HTMLSelectElement) {
    return element.multiple ? [...element.selectedOptions].map(({ value }) => value) : element.value;
  }
  if (element instanceof HTMLElement && element.isContentEditable) return element.innerText;
  if (element instanceof HTMLMeterElement || element instanceof HTMLProgressElement) return String(element.value);
  return element instanceof HTMLOptionElement || element instanceof HTMLButtonElement ? element.value : null;
}

function attribute(element: Element, name: string | null): string | null {
  if (name === null) throw new CommandError("INVALID_PARAMS", ours`Say which attribute`, {}, ours`As in: clz get attr TARGET href`);
  return attributeOf(element, name);
}

/** What an attribute says, the value of a password field masked. */
export function attributeOf(element: Element, name: string): string | null {
  const value = element.getAttribute(name);
  if (value === null) return null;
  if (name === "value" && element instanceof HTMLInputElement && element.type === "password") return "•".repeat(value.length);
  return /^(?:https?|wss?|ftp):/i.test(value) ? redactUrl(value) : value;
}

export function boxOf(element: Element): { x: number; y: number; width: number; height: number } {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x, y, width, height };
}

export function stylesOf(element: Element, names: string[]): Record<string, string> {
  const style = getComputedStyle(element);
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)]));
}
