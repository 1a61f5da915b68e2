// get: one thing about one element.

import { redactTitle, redactUrl } from "../../shared/secrets/redact";
import { shownAttribute } from "../../shared/secrets/secret-fields";
import type { Commands } from "../../generated/registry";
import { CommandError, ownWords } from "../../shared/errors";
import type { AsksForFrames, ContentValue } from "../../shared/messages";
import { cut, normalizeWhitespace } from "../../shared/text/text";
import { cutContent } from "../../shared/text/cut-content";
import { shownLength } from "../../shared/text/unseen";
import type { FrameCall } from "../command";
import { currentValue } from "../synthetic-input/edit";
import { fieldName, labelOf } from "../dom/describe";
import { findAll } from "../locators/find";
import { isField } from "../synthetic-input/focus";
import { innerTextOf } from "../dom/inner-text";
import { framesIn, markOf, piecesOf } from "../text/frames-in-text";
import { textOf } from "../text/page-text";
import { referred } from "../dom/roots";
import { selectedText } from "../text/selected-text";
import { elementToRead, htmlOf } from "./read";
import { drawnText, isSurface } from "../actionability/input-surface";
import { fieldsIn } from "../actionability/text-field";
import { isDisabled } from "../actionability/enabled";

type Params = Commands["get"]["params"];
type Value = Commands["get"]["result"]["value"];

/** The styles that say most about how an element looks. */
export const MAIN_STYLES = (
  "display position visibility opacity color background-color font-family font-size font-weight line-height " +
  "text-align margin padding border width height z-index overflow cursor pointer-events"
).split(" ");

export async function get(params: Params & AsksForFrames, call: FrameCall): Promise<ContentValue<"get">> {
  const { what, offset, maxLength } = params;
  const whole = await answer(params, call);
  if (typeof whole !== "string") return { what, ...shortened(whole, maxLength), nextOffset: null, url: location.href };
  const { text: value, truncated, nextOffset } = cutContent(whole, offset, maxLength);
  const pieces = what === "text" ? piecesOf(whole) : [];
  return { what, value, truncated, nextOffset, url: location.href, ...(pieces.length > 1 && { pieces }) };
}

async function answer(params: Params & AsksForFrames, call: FrameCall): Promise<Value> {
  const { what, target } = params;
  if (what === "url") return redactUrl(location.href);
  if (what === "title") return redactTitle(document.title);
  if (target == null) {
    if (what === "selection") return selectedText();
    throw new CommandError("INVALID_PARAMS", ownWords`Say which element`, {}, ownWords`As in: clz get text TARGET`);
  }
  // Nothing is waited for: no match is an answer too.
  if (what === "count") return findAll(target).length;
  const first = await elementToRead(params, call);
  if (!params.all) return valueOf(params, first);
  return findAll(target).map((element) => valueOf(params, element)) as Value;
}

/** Cuts the texts of a list at what is left of the length. */
function shortened(value: Value, maxLength: number): { value: Value; truncated: boolean } {
  let left = maxLength;
  const short = (text: string): string => {
    const given = cut(text, left);
    left -= shownLength(given);
    return given;
  };
  if (!Array.isArray(value)) return { value, truncated: false };
  const whole = value as unknown[];
  const given = whole.map((one) => (typeof one === "string" ? short(one) : one));
  return { value: given as Value, truncated: whole.some((one, at) => one !== given[at]) };
}

/** What can be chosen: of HTML's lists, of a field's suggestions, or of what ARIA calls a list. */
function optionsOf(element: Element): Value {
  const list = element instanceof HTMLLabelElement ? (element.control ?? element) : element;
  const own =
    list instanceof HTMLSelectElement ? list.options : list instanceof HTMLInputElement ? list.list?.options : null;
  if (own) {
    return [...own].map(({ value, label, selected, disabled, parentElement }) => ({
      value,
      label: normalizeWhitespace(label || value),
      selected: list instanceof HTMLSelectElement && selected,
      disabled: disabled || (parentElement instanceof HTMLOptGroupElement && parentElement.disabled),
    }));
  }
  const lists = [list, ...referred(list, "aria-controls"), ...referred(list, "aria-owns")];
  const found = lists.flatMap((one) => [
    ...one.querySelectorAll('[role="option"], [role="menuitemradio"], [role="radio"], input[type="radio"]'),
  ]);
  if (found.length > 0) return found.map(optionOf);
  const hint = ownWords`It may show them when it is clicked: clz click TARGET, then clz snapshot -i`;
  const message = `${fieldName(element)} has no options on the page now`;
  throw new CommandError("OPTION_NOT_FOUND", message, { tagName: element.localName }, hint);
}

function optionOf(element: Element): { value: string; label: string; selected: boolean; disabled: boolean } {
  const input = element instanceof HTMLInputElement ? element : null;
  const chosen = element.getAttribute("aria-selected") ?? element.getAttribute("aria-checked");
  return {
    value: input?.value ?? element.getAttribute("data-value") ?? element.getAttribute("value") ?? "",
    label: labelOf(element),
    selected: input ? input.checked : chosen === "true",
    disabled: isDisabled(element),
  };
}

function valueOf({ what, name, framed, all }: Params & AsksForFrames, element: Element): Value {
  switch (what) {
    case "html":
      return htmlOf(element);
    case "value":
      return fieldValue(element);
    case "attr":
      return attribute(element, name ?? null);
    case "options":
      return optionsOf(element);
    case "selection":
      return getSelection()?.containsNode(element, true) ? selectedText() : "";
    case "box":
      return boxOf(element);
    case "styles":
      return stylesOf(element, name?.split(",").map((part) => part.trim()) ?? MAIN_STYLES);
    default:
      return textOf(element, new Map(framed && !all ? framesIn(element).map((frame) => [frame, markOf(frame)]) : []));
  }
}

/** What a field or a component's field holds; null if the element is none. A list gives one value, or several if it takes several. */
export function fieldValue(element: Element): string | string[] | null {
  if (isField(element)) return currentValue(element);
  if (element instanceof HTMLSelectElement) {
    return element.multiple ? [...element.selectedOptions].map(({ value }) => value) : element.value;
  }
  const [only, ...others] = element.openOrClosedShadowRoot ? fieldsIn(element) : [];
  if (only && others.length === 0) return isSurface(only) ? drawnText(only) : fieldValue(only);
  if (element instanceof HTMLElement && element.isContentEditable) {
    return isSurface(element) ? drawnText(element) : innerTextOf(element);
  }
  if (element instanceof HTMLMeterElement || element instanceof HTMLProgressElement) return String(element.value);
  return element instanceof HTMLOptionElement || element instanceof HTMLButtonElement ? element.value : null;
}

function attribute(element: Element, name: string | null): string | null {
  if (name === null)
    throw new CommandError(
      "INVALID_PARAMS",
      ownWords`Say which attribute`,
      {},
      ownWords`As in: clz get attr TARGET href`,
    );
  return attributeOf(element, name);
}

/** What an attribute says, without the secrets in it. */
export function attributeOf(element: Element, name: string): string | null {
  const value = element.getAttribute(name);
  return value === null ? null : shownAttribute(element, name, value);
}

export function boxOf(element: Element): { x: number; y: number; width: number; height: number } {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x, y, width, height };
}

export function stylesOf(element: Element, names: string[]): Record<string, string> {
  const style = getComputedStyle(element);
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)]));
}
