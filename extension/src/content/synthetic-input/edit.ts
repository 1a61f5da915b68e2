// Editing: putting text into fields and editable elements, as the browser's own editing commands do it.

import { CommandError, ownWords, OwnWords } from "../../shared/errors";
import { isSecretField, masked } from "../../shared/secrets/secret-fields";
import { checkableOf } from "../dom/checkable";
import { innerTextOf } from "../dom/inner-text";
import { deepActiveElement } from "../dom/roots";
import { READ_ONLY } from "../obstacles/next-steps";
import { isField, type Field } from "./focus";
import { fieldName } from "../dom/describe";
import { table } from "../../shared/table";

/** Inputs that are set as a whole: nobody types letters into them. */
const SET_WHOLE = new Set(["date", "datetime-local", "month", "week", "time", "color", "range"]);
/** How those are written that take no other form (HTML, dates and times). */
const FORMS = table<string>({
  date: "2026-01-31",
  "datetime-local": "2026-01-31T09:30",
  month: "2026-01",
  week: "2026-W05",
  time: "09:30",
  color: "#3366cc",
  number: "9.99",
});
/** What these attributes say decides what becomes of a value. */
const RULES = ["type", "min", "max", "step", "value", "multiple"];
/** Those that maxlength holds for. */
const LIMITED = /^(?:text|search|url|tel|email|password)$/;
const NO_TEXT = new Set(["button", "submit", "reset", "image", "checkbox", "radio", "file", "hidden"]);

const LIST = '[aria-haspopup="listbox"], [role="combobox"], [role="listbox"]';
const BUTTON = 'button, a[href], summary, input:is([type="submit"], [type="button"], [type="reset"], [type="image"])';

const MOVED_BY_KEYS = new Set(["slider", "scrollbar", "separator"]);

export type Editable = Field | HTMLElement;

/** The element as something to type into. Throws NOT_EDITABLE for anything else. */
export function asEditable(element: Element): Editable {
  const refuse = (why: string): never => {
    const details = { tagName: element.localName, type: element.getAttribute("type") ?? "" };
    const hint = MOVED_BY_KEYS.has(element.getAttribute("role") ?? "")
      ? ownWords`It is moved by keys, or dragged: clz press ArrowRight --target TARGET`
      : isField(element) && element.readOnly
        ? READ_ONLY
        : fitting(element);
    throw new CommandError("NOT_EDITABLE", `${fieldName(element)} ${why}`, details, hint);
  };
  if (element instanceof HTMLInputElement && NO_TEXT.has(element.type)) {
    return refuse(`is an input of type ${element.type}, which takes no text`);
  }
  if (isField(element)) return element.readOnly ? refuse("is read-only") : element;
  if (element instanceof HTMLElement && element.isContentEditable) return element;
  return refuse(`is a ${element.localName}, which takes no text`);
}

/** The command for what an element is. */
export function fitting(element: Element): OwnWords | undefined {
  if (element instanceof HTMLSelectElement || (element.matches(LIST) && !isField(element)))
    return ownWords`It is a list: clz select TARGET VALUE`;
  if (element instanceof HTMLInputElement && element.type === "file")
    return ownWords`It takes files: clz upload TARGET FILE`;
  if (checkableOf(element)) return ownWords`It is checked: clz check TARGET, or clz uncheck TARGET`;
  if (element.matches(BUTTON)) return ownWords`It is pressed: clz click TARGET`;
  return isField(element) ? ownWords`It takes text: clz fill TARGET TEXT` : undefined;
}

/** True if printable keys go into the element as text. */
export function takesText(element: Element): boolean {
  if (isField(element)) return !element.readOnly && !NO_TEXT.has(element.type) && !SET_WHOLE.has(element.type);
  return element instanceof HTMLElement && element.isContentEditable;
}

/** Selects all that the focused element holds, so that what is entered takes its place; or goes to its end. */
export function placeCaret(element: Editable, all: boolean): void {
  if (!isField(element)) {
    selectContents(element, all);
    return;
  }
  // Types that do not reveal their caret have it at the end after a new selection of everything.
  if (all) element.select();
  else if (hasCaret(element)) element.setSelectionRange(element.value.length, element.value.length);
}

/** True if nobody types letters into the field: dates, colours, sliders. */
export function isSetWhole(field: Field): boolean {
  return SET_WHOLE.has(field.type);
}

/** Inserts at the caret of the focused element, in place of what is selected. */
export function insert(text: string): void {
  const done = text === "" ? document.execCommand("delete") : document.execCommand("insertText", false, text);
  const field = deepActiveElement();
  if (done || !isField(field) || !hasCaret(field)) return;
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, "end");
  setValue(field, field.value);
}

/** What the element holds now, as it is. */
export function rawValue(element: Editable): string {
  return isField(element) ? element.value : innerTextOf(element).replace(/\n$/, "");
}

/** What the field holds now; those of a secret are masked. */
export function currentValue(element: Editable): string {
  if (!isField(element)) return innerTextOf(element);
  const { value } = element;
  return isSecretField(element) ? masked(value) : value;
}

/** Selects all that the element holds, or puts the caret at its end. */
function selectContents(element: HTMLElement, all: boolean): void {
  const selection = getSelection();
  if (!selection) return;
  if (all) selection.selectAllChildren(element);
  else selection.collapse(...edgeOf(element, false));
}

/** The place before the first or after the last thing in an editable element: in that line, not outside it. */
export function edgeOf(element: Element, start: boolean): [node: Node, offset: number] {
  let at: Node = element;
  for (;;) {
    const edge = start ? at.firstChild : at.lastChild;
    if (edge instanceof HTMLBRElement) return [at, start ? 0 : at.childNodes.length - 1];
    if (!(edge instanceof Text) && !(edge instanceof HTMLElement && edge.isContentEditable)) break;
    at = edge;
  }
  if (start) return [at, 0];
  return [at, at instanceof Text ? at.length : at.childNodes.length];
}

/** False for types such as number and email, which tell nobody where their caret is. */
export function hasCaret(field: Field): boolean {
  return field.selectionStart !== null;
}

/** What the field itself makes of a text, without its page: `#AABBCC` becomes `#aabbcc`. */
export function ofOwnForm(field: Field, text: string): string {
  const probe = document.createElement("input");
  for (const name of RULES) {
    const value = field.getAttribute(name);
    if (value !== null && !(field instanceof HTMLTextAreaElement)) probe.setAttribute(name, value);
  }
  probe.value = field.type === "number" ? plainNumber(text, field) : text;
  return probe.value;
}

/** The part of a text that a field takes. */
export function withinLength(field: Field, text: string): string {
  const limited = field instanceof HTMLTextAreaElement || LIMITED.test(field.type);
  return limited && field.maxLength >= 0 ? text.slice(0, field.maxLength) : text;
}

/** A number as HTML writes it: people type it as their language does, and so does Firefox take it. */
function plainNumber(text: string, field: Field): string {
  const language = field.closest("[lang]")?.getAttribute("lang") || navigator.language;
  try {
    const parts = new Intl.NumberFormat(language).formatToParts(1234.5);
    const sign = parts.find(({ type }) => type === "decimal")?.value ?? ".";
    return sign === "." ? text.trim() : text.trim().replace(sign, ".");
  } catch {
    return text.trim(); // a language that nobody knows
  }
}

/** Throws NOT_EDITABLE if the text is not a value of the field's type. */
export function checkForm(field: Field, text: string): void {
  const form = FORMS[field.type];
  if (!form) return;
  const own = ofOwnForm(field, text);
  const refused = field.type === "color" ? own !== text.toLowerCase() : own === "" && text !== "";
  if (!refused) return;
  const details = { type: field.type, form };
  const message = `${fieldName(field)}, of type ${field.type}, does not take this text`;
  throw new CommandError("NOT_EDITABLE", message, details, ownWords`Write it like ${new OwnWords(form)}`);
}

/** Sets the value past the page's own wrappers, which frameworks put on fields to watch them, and tells the page. */
export function setValue(field: Field, value: string): void {
  field.value = value;
  field.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true, inputType: "insertText", data: value }));
}
