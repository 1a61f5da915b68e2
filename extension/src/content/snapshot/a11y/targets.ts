// Targets: of all that could be pressed, what is listed as such.
//
// A press bubbles: what only holds one control, or passes presses on to the rows in it, is the same target as those and
// has no line of its own. What has words beside the controls in it is another one: a row with a star and two buttons is
// four.

import { normalizeWhitespace } from "../../../shared/text/text";
import { MIN_SIDE } from "../../dom/replaced";
import type { Item } from "./item";
import type { Press } from "./press";

const CONTROLS = new Set(
  (
    "button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio scrollbar searchbox " +
    "slider spinbutton switch tab textbox treeitem iframe frame"
  ).split(" "),
);
/** Fields that show what they hold beside themselves: the box around them is the field. */
const FIELDS = new Set("combobox listbox searchbox spinbutton textbox".split(" "));
/** Boxes and their like, drawn by something that takes the same press. */
const BOXES = new Set("checkbox radio switch".split(" "));
/** What says nothing of what it is in: pictures, and what is said to those who listen when something changes. */
const UNREAD = new Set(["alert", "img", "log", "status"]);
/** A region that listens and says more than this, or holds more targets, does so for what is in it. */
const MAX_WORDS = 400;
const MAX_INNER = 12;

/** True for roles that take actions by themselves. */
export function isControl(role: string): boolean {
  return CONTROLS.has(role);
}

/** Gives up the targets that others represent. Those without any other meaning make room for what is in them. */
export function settle(items: Item[]): Item[] {
  const settled: Item[] = [];
  for (const item of items) {
    if (item.element) item.children = settle(item.children);
    if (item.element && isControl(item.role)) settled.push(settledControl(item));
    else if (item.element && item.press) settled.push(...settledTarget(item));
    else settled.push(item);
  }
  const isDrawn = (item: Item): boolean => isDrawnFor(item, settled);
  return settled.some(isDrawn) ? settled.flatMap((item) => (isDrawn(item) ? item.children : [item])) : settled;
}

function settledTarget(item: Item): Item[] {
  item.children = item.children.flatMap((child) =>
    isSame(child, item) && !isStronger(child, item) && !hasOwnFocus(child, item) ? unmade(child) : [child],
  );
  return isNeeded(item) ? [item] : unmade(item);
}

/** True for what a control beside it is drawn with, or does for it: the track of a slider, a field for files that is not seen. */
function isDrawnFor(item: Item, beside: Item[]): boolean {
  const { element, role, target, tag, name } = item;
  if (!element || !target || name !== "") return false;
  const track = role === "generic" && !isHandled(item) && wordsIn(item) === "";
  if (!track && !(tag === "input" && (element as HTMLInputElement).type === "file" && isUnseen(element))) return false;
  const around = element.parentElement?.parentElement;
  const isFor = (other: Item): boolean =>
    other.role === (track ? "slider" : "button") && other !== item && around?.contains(other.element) === true;
  return beside.flatMap(targetsIn).some(isFor);
}

function isUnseen(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width < MIN_SIDE || height < MIN_SIDE || !element.checkVisibility({ opacityProperty: true });
}

function settledControl(item: Item): Item {
  const children = item.children.flatMap((child) =>
    isSame(child, item) || isMiddle(child, item) ? child.children : [child],
  );
  // Old ways of ARIA put the role of a field on the box around it as well.
  const inner = FIELDS.has(item.role) ? children.flatMap(targetsIn).filter((one) => isFieldOf(item, one)) : [];
  return { ...item, children, target: item.target && inner.length !== 1 };
}

/** The list in a combobox is what it shows or opens, and no field of its own. */
function isFieldOf(outer: Item, { role }: Item): boolean {
  return FIELDS.has(role) && !(outer.role === "combobox" && role === "listbox");
}

/** The item as no target. */
function unmade(item: Item): Item[] {
  const { clickable: _clickable, inert: _inert, draggable: _draggable, cursor: _cursor, ...states } = item.states;
  if (item.role === "generic") return item.children;
  return [{ ...item, states, target: false, press: null }];
}

function isStronger(inner: Item, outer: Item): boolean {
  return (inner.press?.strength ?? 0) > (outer.press?.strength ?? 0);
}

/** True for what Tab reaches, in something that it does not reach: the handle of a slider takes keys of its own. */
function hasOwnFocus(inner: Item, outer: Item): boolean {
  return isTabStop(inner.element) && !isTabStop(outer.element);
}

function isTabStop(element: Element | null): boolean {
  return element instanceof HTMLElement && element.tabIndex >= 0 && element.hasAttribute("tabindex");
}

/** True for a mere surface that says what the whole around it says, or is dragged as that is. */
function isSame(inner: Item, outer: Item): boolean {
  // A box around a drawing says less than the drawing.
  if (inner.role === "canvas" || !inner.press || isControl(inner.role)) return false;
  // What the whole is called by is its label, whatever there is beside it.
  if (outer.name !== "" && isSurface(inner) && !isHandled(inner) && wordsIn(inner) === outer.name) return true;
  // What there is beside it in a header are handles.
  if (outer.children.length > 1 && !(outer.role === "columnheader" && outer.children.every(isSurface))) return false;
  const said = wordsIn(inner);
  if (isHandled(inner))
    return said !== "" && outer.press?.draggable === true && !isMoved(inner.press) && said === wordsIn(outer);
  return said === (isControl(outer.role) && outer.name ? outer.name : wordsIn(outer));
}

/** True for a wordless part of a control that a press on the control hits anyway. */
function isMiddle(inner: Item, outer: Item): boolean {
  if (
    !inner.press ||
    !inner.element ||
    !outer.element ||
    inner.role !== "generic" ||
    isHandled(inner) ||
    wordsIn(inner) !== ""
  )
    return false;
  const part = inner.element.getBoundingClientRect();
  const whole = outer.element.getBoundingClientRect();
  const [x, y] = [whole.left + whole.width / 2, whole.top + whole.height / 2];
  return x >= part.left && x <= part.right && y >= part.top && y <= part.bottom;
}

function isSurface({ element, role }: Item): boolean {
  return element !== null && role === "generic";
}

function isMoved({ draggable, droppable }: Press): boolean {
  return draggable || droppable;
}

function isHandled({ press, states }: Item): boolean {
  return (press !== null && isMoved(press)) || states.cursor !== undefined;
}

function isNeeded(item: Item): boolean {
  const { press, children } = item;
  if (!press) return true;
  const inner = children.flatMap(targetsIn);
  const all = wordsIn(item);
  // The innermost is what is dragged.
  const [first] = inner;
  if (first?.press?.draggable && inner.length === 1 && !press.droppable && all !== "" && wordsIn(first) === all)
    return false;
  if (press.draggable || item.states.cursor !== undefined) return true;
  // What is pulled in a box around a drawing is the drawing.
  if (press.pulled && !inner.some(({ role }) => role === "canvas")) return true;
  if (inner.length === 0) return press.droppable || (!(press.listens && all.length > MAX_WORDS) && isPlaced(item, all));
  const own = normalizeWhitespace(children.map(ownWords).join(" "));
  if (
    first &&
    inner.length === 1 &&
    (own === "" || first.name.includes(own) || first.value === own) &&
    !(press.droppable && isControl(first.role))
  )
    return false;
  if (own === "" && inner.every(({ role }) => role === "slider")) return false;
  // A day is pressed beside what is on it.
  if (press.droppable || item.role === "gridcell") return true;
  if (press.listens || press.strength === 1) {
    if (absorbed(item, inner, own)) return false;
    // The cursor over it is not a hand, and nothing is like it: it listens for what is in it.
    if (press.listens && inner.length > 1 && !press.pointerCursor && !hasLike(item)) return false;
  }
  if (all.length > MAX_WORDS || inner.length > MAX_INNER) return false;
  // A row that takes the focus has its cells to press.
  return own !== "" || (inner.length > 1 && press.strength === 2 && !press.listens && item.role !== "row");
}

/** True for the box around one field, or around what is drawn for one: what is in it goes to the field. */
function absorbed(item: Item, inner: Item[], own: string): boolean {
  const fields = inner.filter(({ role }) => FIELDS.has(role));
  const [field] = fields;
  if (field && fields.length === 1) {
    const [shown, another] = inner.filter((one) => one.role === "generic" && !isHandled(one) && wordsIn(one) !== "");
    if (field.role === "combobox") field.value ||= own || (shown && !another ? wordsIn(shown) : "");
    const shows = (one: Item): boolean => one.role === "generic" && !isHandled(one) && isShownBy(field, wordsIn(one));
    item.children = item.children.flatMap((child) => without(child, shows));
    return true;
  }
  const boxes = inner.filter(({ role }) => BOXES.has(role));
  if (
    own !== "" ||
    boxes.length !== 1 ||
    !inner.every((one) => BOXES.has(one.role) || (one.role === "generic" && wordsIn(one) === ""))
  )
    return false;
  item.children = item.children.flatMap((child) => without(child, ({ role, target }) => target && role === "generic"));
  return true;
}

function isShownBy(field: Item, words: string): boolean {
  return words !== "" && (words === field.name || words === field.value);
}

/** The item without the targets in it that `gone` names. */
function without(item: Item, gone: (item: Item) => boolean): Item[] {
  const children = item.children.flatMap((child) => without(child, gone));
  return item.target && gone(item) ? children : [{ ...item, children }];
}

function hasLike({ element }: Item): boolean {
  const like = (beside: Element | null): boolean =>
    beside?.localName === element?.localName && beside?.className === element?.className;
  return element !== null && (like(element.nextElementSibling) || like(element.previousElementSibling));
}

/** True for what can be hit: what shows nothing of its own may lie under the control that it draws. */
function isPlaced({ element, role }: Item, words: string): boolean {
  if (role !== "generic" || !element) return true;
  const { left, top, width, height } = element.getBoundingClientRect();
  if (width <= 0 || height <= 0) return false;
  const over =
    words === "" &&
    (element.getRootNode() as Document | ShadowRoot).elementFromPoint(left + width / 2, top + height / 2);
  return !over || !over.matches("input, select, textarea");
}

function targetsIn(item: Item): Item[] {
  return item.target ? [item] : item.children.flatMap(targetsIn);
}

/** Words that no target says. Pictures beside them are none. */
export function ownWords(item: Item): string {
  if (item.target || UNREAD.has(item.role) || isControl(item.role)) return "";
  return item.element ? [item.name, ...item.children.map(ownWords)].join(" ") : item.value;
}

/** True for roles of fields that show what they hold. */
export function isField(role: string): boolean {
  return FIELDS.has(role);
}

/** All that it says. */
export function wordsIn(item: Item): string {
  return normalizeWhitespace(spokenBy(item));
}

function spokenBy(item: Item): string {
  if (!item.element) return item.value;
  return item.name || item.children.map(spokenBy).join(" ");
}
