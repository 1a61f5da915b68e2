// Editing: putting text into fields and editable elements, as the browser's own editing commands do it.

import { CommandError } from "../shared/errors";
import { deepActiveElement } from "./roots";
import { isField, noteBeforeTyping, type Field } from "./focus";
import { selectorOf } from "./describe";

/** Inputs that are set as a whole: nobody types letters into them. */
const SET_WHOLE = new Set(["date", "datetime-local", "month", "week", "time", "color", "range"]);
/** How those are written that take no other form (HTML, dates and times). */
const FORMS: Record<string, string> = {
  date: "2026-01-31",
  "datetime-local": "2026-01-31T09:30",
  month: "2026-01",
  week: "2026-W05",
  time: "09:30",
};
const NO_TEXT = new Set(["button", "submit", "reset", "image", "checkbox", "radio", "file", "hidden"]);

export type Editable = Field | HTMLElement;

/** The element as something to type into. Throws NOT_EDITABLE for anything else. */
export function asEditable(element: Element): Editable {
  const refuse = (why: string): never => {
    throw new CommandError("NOT_EDITABLE", `${selectorOf(element)} ${why}`, {
      tagName: element.localName,
      type: element.getAttribute("type") ?? "",
    });
  };
  if (element instanceof HTMLInputElement && NO_TEXT.has(element.type)) {
    return refuse(`is an input of type ${element.type}, which takes no text`);
  }
  if (isField(element)) return element.readOnly ? refuse("is read-only") : element;
  if (element instanceof HTMLElement && element.isContentEditable) return element;
  return refuse(`is a ${element.localName}, which takes no text`);
}

/** True where printable keys go into the element as text. */
export function takesText(element: Element): boolean {
  if (isField(element)) return !element.readOnly && !NO_TEXT.has(element.type) && !SET_WHOLE.has(element.type);
  return element instanceof HTMLElement && element.isContentEditable;
}

/** Puts `text` into the focused element: instead of what it holds, or at its end. */
export function enterText(element: Editable, text: string, clear: boolean): void {
  if (text === "" && !clear) return;
  if (!isField(element)) {
    selectContents(element, clear);
    insert(text);
    return;
  }
  noteBeforeTyping(element);
  if (SET_WHOLE.has(element.type)) {
    setWhole(element, text);
    return;
  }
  const whole = clear || !hasCaret(element) ? (clear ? text : element.value + text) : null;
  if (whole !== null) {
    element.select();
  } else {
    element.setSelectionRange(element.value.length, element.value.length);
  }
  if (deepActiveElement() === element && insert(whole ?? text)) return;
  setValue(element, whole ?? element.value + text);
}

/** Inserts at the caret of the focused element; replaces what is selected. False where the browser refused. */
export function insert(text: string): boolean {
  return text === "" ? document.execCommand("delete") : document.execCommand("insertText", false, text);
}

/** What the field holds now; a password's letters are masked. */
export function currentValue(element: Editable): string {
  if (!isField(element)) return element.innerText;
  return element.type === "password" ? "•".repeat([...element.value].length) : element.value;
}

/** Selects all that the element holds, or puts the caret at its end. */
function selectContents(element: HTMLElement, all: boolean): void {
  const selection = getSelection();
  if (!selection) return;
  selection.selectAllChildren(element);
  if (!all) selection.collapseToEnd();
}

/** False for types such as number and email, which tell nobody where their caret is. */
export function hasCaret(field: Field): boolean {
  return field.selectionStart !== null;
}

function setWhole(field: Field, text: string): void {
  const probe = document.createElement("input");
  probe.type = field.type;
  probe.value = text;
  const form = FORMS[field.type];
  if (form && text !== "" && probe.value === "") {
    const details = { type: field.type, text, form };
    throw new CommandError("NOT_EDITABLE", `${selectorOf(field)} takes no "${text}"`, details, `Write it like ${form}`);
  }
  setValue(field, text);
}

/** Sets the value past the page's own wrappers, which frameworks put on fields to watch them, and tells the page. */
export function setValue(field: Field, value: string): void {
  field.value = value;
  field.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true, inputType: "insertText", data: value }));
}
