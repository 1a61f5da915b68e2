// What a key does when the page lets it: Firefox does this for a person's keys only, never for made events.

import { edgeOf, insert, setValue, takesText, hasCaret } from "./edit";
import { focusOn, isField, noteBeforeTyping, settleChange, tabOrder, type Field } from "./focus";
import { defaultButton } from "./forms";
import type { Key, Modifiers } from "../../shared/input/input-actions";
import { deepActiveElement, flatParent, rootElement } from "../dom/roots";
import { table } from "../../shared/table";

const PRESSES = 'button, summary, input[type="button"], input[type="submit"], input[type="reset"], input[type="image"]';
const CHECKABLE = 'input[type="checkbox"], input[type="radio"]';
/** Fields that are the only one of their form let Enter submit it without a button (HTML, implicit submission). */
const BLOCKS_SUBMIT = "text search tel url email password date month week time datetime-local number".split(" ");
const LINE_PX = 40;
const PAGE_PART = 0.9;

/** After `keydown` and `keypress`. */
export function onDown(element: Element, key: Key, modifiers: Modifiers): void {
  const { ctrl, alt, meta, shift } = modifiers;
  if (ctrl || meta) {
    if (!alt) combined(element, key, shift);
    return;
  }
  if (alt) return;
  const text = takesText(element);
  if (text && isField(element)) noteBeforeTyping(element);
  if (key.key === "Enter") enter(element, shift);
  else if (key.name === "Tab") moveFocus(element, shift ? -1 : 1);
  else if (key.name === "Escape") closeDialog(element);
  else if (key.name === "Backspace" && text) document.execCommand("delete");
  else if (key.name === "Delete" && text) document.execCommand("forwardDelete");
  else if (key.name === "Space" && element.matches(`${PRESSES}, ${CHECKABLE}`)) return;
  else if (key.text && text) insert(key.text);
  else if (text && moveCaret(element, key.name, shift)) return;
  else if (step(element, key.name)) return;
  else scroll(element, key.name, shift);
}

/** After `keyup`: Space presses what it is held on when it is let go. */
export function onUp(element: Element, key: Key): void {
  if (key.name === "Space" && element instanceof HTMLElement && element.matches(`${PRESSES}, ${CHECKABLE}`))
    element.click();
}

/** A key with Control. Copying and pasting need a person, or the helper. */
function combined(element: Element, { key, name }: Key, shift: boolean): void {
  const letter = key.toLowerCase();
  if (letter === "a" && !shift) selectAll(element);
  else if (letter === "z" || letter === "y") document.execCommand(letter === "y" || shift ? "redo" : "undo");
  else if (!takesText(element)) scroll(element, /^(?:Home|End)$/.test(name) ? name : "", false);
  else if (name === "Home" || name === "End") goToEnd(element, name === "Home", shift);
  else if (name === "ArrowLeft" || name === "ArrowRight") goByWord(element, name === "ArrowLeft", shift);
  else if (name === "Backspace" || name === "Delete") {
    noteBefore(element);
    if (!hasSelection(element)) goByWord(element, name === "Backspace", true);
    document.execCommand("delete");
  }
}

function noteBefore(element: Element): void {
  if (isField(element)) noteBeforeTyping(element);
}

function hasSelection(element: Element): boolean {
  return isField(element) ? element.selectionStart !== element.selectionEnd : getSelection()?.isCollapsed === false;
}

function goToEnd(element: Element, back: boolean, extend: boolean): void {
  if (isField(element)) return place(element, back ? 0 : element.value.length, extend);
  const end = edgeOf(editingHost(element), back);
  if (extend) getSelection()?.extend(...end);
  else getSelection()?.collapse(...end);
}

function goByWord(element: Element, back: boolean, extend: boolean): void {
  if (!isField(element)) {
    getSelection()?.modify(extend ? "extend" : "move", back ? "backward" : "forward", "word");
    return;
  }
  if (!hasCaret(element)) return;
  const { value } = element;
  const head = (element.selectionDirection === "backward" ? element.selectionStart : element.selectionEnd) ?? 0;
  const rest = back ? value.slice(0, head) : value.slice(head);
  const step =
    (back ? /[\p{L}\p{N}_]*[^\p{L}\p{N}_]*$/u : /^[\p{L}\p{N}_]*[^\p{L}\p{N}_]*/u).exec(rest)?.[0].length ?? 0;
  place(element, back ? head - step : head + step, extend);
}

/** Puts the caret of a field somewhere, or the moving end of its selection. */
function place(field: Field, to: number, extend: boolean): void {
  if (!hasCaret(field)) return;
  const anchor = (field.selectionDirection === "backward" ? field.selectionEnd : field.selectionStart) ?? 0;
  if (!extend) field.setSelectionRange(to, to);
  else field.setSelectionRange(Math.min(anchor, to), Math.max(anchor, to), to < anchor ? "backward" : "forward");
}

function editingHost(element: Element): Element {
  let host = element;
  for (let at = element.parentElement; at?.isContentEditable; at = at.parentElement) host = at;
  return host;
}

function selectAll(element: Element): void {
  if (isField(element)) element.select();
  else document.execCommand("selectAll");
}

function enter(element: Element, shift: boolean): void {
  if (element instanceof HTMLTextAreaElement) {
    if (takesText(element)) insert("\n");
  } else if (element instanceof HTMLInputElement && !element.matches(PRESSES)) {
    settleChange(element);
    submit(element);
  } else if (element instanceof HTMLElement && element.isContentEditable) {
    document.execCommand(shift ? "insertLineBreak" : "insertParagraph");
  } else if (element instanceof HTMLElement && element.matches(`${PRESSES}, a[href], area[href]`)) {
    element.click();
  }
}

function submit(field: HTMLInputElement): void {
  const { form } = field;
  if (!form) return;
  const button = defaultButton(form);
  if (button) {
    if (!button.matches(":disabled")) button.click();
    return;
  }
  const blocking = [...form.elements].filter(
    (control) => control instanceof HTMLInputElement && BLOCKS_SUBMIT.includes(control.type),
  );
  if (blocking.length <= 1) form.requestSubmit();
}

function moveFocus(from: Element, by: 1 | -1): void {
  const order = tabOrder();
  const at = order.indexOf(from);
  const next = at >= 0 ? at + by : nearestStop(order, from, by);
  const stop = order[(next + order.length) % order.length];
  if (!stop || !focusOn(stop)) return;
  if (stop instanceof HTMLInputElement && takesText(stop)) stop.select();
}

/** Where Tab goes from an element that is not a stop itself. */
function nearestStop(order: Element[], from: Element, by: 1 | -1): number {
  const after = order.findIndex((stop) => from.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING);
  if (by === 1) return after >= 0 ? after : 0;
  return (after >= 0 ? after : order.length) - 1;
}

function closeDialog(element: Element): void {
  const dialog = element.closest("dialog:modal") ?? [...document.querySelectorAll("dialog:modal")].at(-1);
  if (!(dialog instanceof HTMLDialogElement)) return;
  if (dialog.dispatchEvent(new Event("cancel", { cancelable: true }))) dialog.close();
}

/** True if the key is one that moves the caret. Lines of a field are not known here: up and down go to its ends. */
function moveCaret(element: Element, name: string, extend: boolean): boolean {
  const back = name === "ArrowLeft" || name === "ArrowUp" || name === "Home";
  if (!back && name !== "ArrowRight" && name !== "ArrowDown" && name !== "End") return false;
  if (!isField(element)) {
    const size = name === "Home" || name === "End" ? "lineboundary" : /Left|Right/.test(name) ? "character" : "line";
    getSelection()?.modify(extend ? "extend" : "move", back ? "backward" : "forward", size);
    return true;
  }
  if (!hasCaret(element)) return element.type !== "number";
  const start = element.selectionStart ?? 0;
  const end = element.selectionEnd ?? 0;
  const head = element.selectionDirection === "backward" ? start : end;
  const collapse = !extend && start !== end && /Left|Right/.test(name);
  place(element, collapse ? (back ? start : end) : target(element.value, name, head), extend);
  return true;
}

function target(value: string, name: string, head: number): number {
  const lineStart = value.lastIndexOf("\n", head - 1) + 1;
  const lineEnd = value.indexOf("\n", head) < 0 ? value.length : value.indexOf("\n", head);
  if (name === "Home") return lineStart;
  if (name === "End") return lineEnd;
  if (name === "ArrowLeft") return Math.max(0, head - ([...value.slice(0, head)].at(-1)?.length ?? 0));
  if (name === "ArrowRight") return Math.min(value.length, head + ([...value.slice(head)][0]?.length ?? 0));
  const column = head - lineStart;
  if (name === "ArrowUp") {
    if (lineStart === 0) return 0;
    const above = value.lastIndexOf("\n", lineStart - 2) + 1;
    return Math.min(above + column, lineStart - 1);
  }
  if (lineEnd === value.length) return value.length;
  const below = lineEnd + 1;
  const belowEnd = value.indexOf("\n", below) < 0 ? value.length : value.indexOf("\n", below);
  return Math.min(below + column, belowEnd);
}

/** Arrow keys on lists, radio buttons, numbers and sliders. True if there was something to step. */
function step(element: Element, name: string): boolean {
  const by = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[name];
  if (by === undefined) return false;
  if (element instanceof HTMLSelectElement) return stepSelect(element, by);
  if (!(element instanceof HTMLInputElement)) return false;
  if (element.type === "radio") return stepRadio(element, by);
  if (element.type !== "number" && element.type !== "range") return false;
  const up = name === "ArrowUp" || name === "ArrowRight";
  const before = element.value;
  if (up) element.stepUp();
  else element.stepDown();
  if (element.value !== before) {
    setValue(element, element.value);
    element.dispatchEvent(new Event("change", { bubbles: true }));
  }
  return true;
}

function stepSelect(select: HTMLSelectElement, by: number): boolean {
  let index = select.selectedIndex + by;
  while (select.options[index]?.disabled) index += by;
  if (!select.options[index]) return true;
  select.selectedIndex = index;
  select.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  select.dispatchEvent(new Event("change", { bubbles: true }));
  return true;
}

function stepRadio(radio: HTMLInputElement, by: number): boolean {
  const all = [...(radio.form?.elements ?? document.querySelectorAll("input"))];
  const group = all.filter(
    (other): other is HTMLInputElement =>
      other instanceof HTMLInputElement && other.type === "radio" && other.name === radio.name && !other.disabled,
  );
  const next = group[(group.indexOf(radio) + by + group.length) % group.length];
  if (!next || next === radio) return true;
  focusOn(next);
  next.click();
  return true;
}

function scroll(element: Element, name: string, shift: boolean): void {
  const box = scrollerOf(element);
  const page = box.clientHeight * PAGE_PART;
  const moves = table<[left: number, top: number]>({
    ArrowUp: [0, -LINE_PX],
    ArrowDown: [0, LINE_PX],
    ArrowLeft: [-LINE_PX, 0],
    ArrowRight: [LINE_PX, 0],
    PageUp: [0, -page],
    PageDown: [0, page],
    Space: [0, shift ? -page : page],
    Home: [0, -box.scrollHeight],
    End: [0, box.scrollHeight],
  });
  const [left, top] = moves[name] ?? [0, 0];
  if (left || top) box.scrollBy({ left, top, behavior: "instant" });
}

function scrollerOf(element: Element): Element {
  const page = document.scrollingElement ?? rootElement();
  for (let at: Element | null = element; at && at !== page && at !== document.body; at = flatParent(at)) {
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return page;
}

/** Where the focus went, so that `keyup` follows it as it does for a person. */
export function upTarget(element: Element, key: Key): Element {
  return key.name === "Tab" ? deepActiveElement() : element;
}
