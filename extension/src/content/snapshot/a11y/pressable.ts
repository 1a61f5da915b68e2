// Whether an element takes the mouse: what speaks for it by itself, and by where it is.

import type { Context } from "./item";
import type { Press } from "./press";
import { INLINE } from "./roles";
import type { States } from "./states";

/** Items that come in numbers: inside what takes the mouse as a whole, each may be meant by itself. */
const REPEATED = new Set(["li", "tr", "td", "dt", "dd"]);
/** Rows that something around them may listen for. */
const ROWS = new Set(["listitem", "row", "treeitem", "gridcell"]);
/** An element that takes drags itself keeps the browser from scrolling by them. */
const OWN_TOUCH = /^(?:none|pan-)/;

/** Whether anything but its role says that an element takes the mouse. */
export function pressOf(
  element: Element,
  tag: string,
  attributes: string[],
  role: string,
  cursor: string,
  context: Context,
): Press | null {
  const { evidence, control, cursor: around } = context;
  if (!evidence || context.label || (tag === "label" && isLabel(element as HTMLLabelElement))) return null;
  const press = evidence.of(element, tag, attributes, role, cursor, around);
  if (press.listens) press.pulled = OWN_TOUCH.test(context.style(element).touchAction);
  if (press.strength === 2 || press.droppable) return press;
  if (control) return null;
  if (press.strength === 1) return press;
  const repeated = cursor === "pointer" && REPEATED.has(tag) && hasTwin(element, tag);
  const row = context.delegated && ROWS.has(role) && hasTwin(element, tag);
  // What is in a table to be read can be selected.
  const cell = role === "cell" && getComputedStyle(element).userSelect === "none" && hasTwin(element, tag);
  const drawing = context.delegated && tag === "canvas";
  // An anchor without an address is a button that somebody writes so.
  const anchor =
    tag === "a" && !attributes.includes("href") && attributes.some((name) => name !== "name" && name !== "id");
  // What can be given the focus, but not by Tab: the cells of a grid, and what something around it takes presses for.
  const inner = role === "gridcell" || (context.delegated && (role === "" || INLINE.has(role)));
  const held = inner && attributes.includes("tabindex");
  const hinted = repeated || row || cell || drawing || anchor || held;
  return hinted && context.style(element).pointerEvents !== "none" ? { ...press, strength: 1 } : null;
}

/** True if it says the name of a field, by HTML's way or by ARIA's: a press on it is one on the field. */
function isLabel(label: HTMLLabelElement): boolean {
  const { control, id } = label;
  const root = label.getRootNode() as Document | ShadowRoot;
  return control !== null || (id !== "" && root.querySelector(`[aria-labelledby~="${CSS.escape(id)}"]`) !== null);
}

function hasTwin(element: Element, tag: string): boolean {
  return element.nextElementSibling?.localName === tag || element.previousElementSibling?.localName === tag;
}

/** The words about the mouse: `clickable`, another cursor, and what can be dragged where. */
export function marksOf(press: Press | null, control: boolean): States {
  if (!press) return {};
  const { strength, draggable, droppable, cursor } = press;
  const special = strength > 0 && !control && /^(?:grab|move|[a-z]+-resize)$/.test(cursor);
  return {
    ...(draggable && { draggable: true }),
    ...(droppable && { droppable: true }),
    ...(special && { cursor }),
    ...(strength > 0 && !control && !draggable && !special && { clickable: true }),
  };
}
