// Evidence that an element takes the mouse: what its attributes, its cursor and, where Firefox tells, its listeners
// say.

import { LISTENED, type ListenerReport, type Listeners } from "../../../shared/input/trusted-input";
import type { Root } from "../../dom/roots";
import { isPartOfRow } from "./guess";
import { cursorsIn, type Cursors } from "./styles/cursors";
import { takesMouse, type Sheets } from "./styles/sheets";

const bit = (...types: Array<(typeof LISTENED)[number]>): number =>
  types.reduce((all, type) => all | (1 << LISTENED.indexOf(type)), 0);
const PRESSES = bit("click", "mousedown", "mouseup", "pointerdown", "pointerup", "touchstart", "touchend", "dblclick");
const DROPS = bit("drop");

/** Attributes by which libraries mark what takes clicks; they listen at the document. */
const MARKS =
  /^(?:onclick|onmousedown|onpointerdown|ondblclick|ng-click|@click|v-on:click|x-on:click|wire:click|hx-(?:get|post|put|patch|delete)|data-(?:bs-)?(?:toggle|dismiss|slide|slide-to|target-modal)|data-hotkey)(?:$|[.:])/;

/** Stimulus wires any event by `data-action`, as `keyup->form#save`; elsewhere it says what a press does. */
const PRESS_ACTION =
  /(?:^|\s)(?:click|dblclick|mousedown|mouseup|pointerdown|pointerup|touchstart|touchend)\b[^\s#]*->/;

function isPressAction(action: string): boolean {
  return !action.includes("#") || PRESS_ACTION.test(action);
}

/** A container of others listens for presses on those; a press beside them does nothing. */
const HOLDERS = new Set(
  (
    "alert alertdialog application banner complementary contentinfo dialog document feed form grid group list listbox log main " +
    "menu menubar navigation radiogroup region rowgroup search status table tablist tabpanel toolbar tree treegrid"
  ).split(" "),
);
/** What libraries call that which is dragged, or dropped on. */
const DRAGGED = /(?:^|[-_\s])(?:draggable|sortable-handle|drag-handle|drag-source)(?:$|[-_\s])/;
const SAID_TO_BE_DRAGGED = /^(?:draggable|sortable)\b/i;
const DROPPED_ON = /(?:^|[-_\s])(?:droppable|dropzone|drop-zone|drop-target)(?:$|[-_\s])/;

/** What is around everything takes clicks for others. */
const ROOTS = new Set(["html", "body", "main", "head"]);

type Strength = 0 | 1 | 2;

export interface Press {
  /** 1 for a hint, such as a cursor; 2 for what says it straight. */
  strength: Strength;
  /** True if listeners are all that speaks for it: it may listen for what is in it. */
  listens: boolean;
  /** True if its cursor says so as well. */
  pointerCursor: boolean;
  /** The cursor that it has under the mouse. */
  cursor: string;
  /** True if it handles the drags of fingers itself, which the browser would scroll by. */
  pulled: boolean;
  draggable: boolean;
  droppable: boolean;
}

const NOTHING: Press = {
  strength: 0,
  listens: false,
  pointerCursor: false,
  cursor: "auto",
  pulled: false,
  draggable: false,
  droppable: false,
};

/** What speaks for the elements of a page, gathered once a snapshot. */
export class Evidence {
  readonly #bits = new Map<Element, number>();
  /** Whether Firefox reported which elements have listeners. */
  readonly #told: boolean;
  readonly #cursors: Cursors;

  constructor(roots: Root[], listeners: Listeners | null, sheets: Sheets) {
    this.#told = listeners !== null;
    this.#cursors = cursorsIn(roots, sheets);
    if (listeners) for (const root of roots) this.#take(root, JSON.parse(listeners(root)) as ListenerReport);
  }

  #take(root: Root, { bits, delegated }: ListenerReport): void {
    if (bits.length === 0 && delegated.length === 0) return;
    const elements = root.querySelectorAll("*");
    const add = (element: Element | undefined, more: number): void => {
      if (element) this.#bits.set(element, (this.#bits.get(element) ?? 0) | more);
    };
    for (const [place, heard] of bits) add(elements[place], heard);
    for (const [place, heard, selector] of delegated) {
      const holder = place < 0 ? root : elements[place];
      try {
        for (const element of holder?.querySelectorAll(selector) ?? []) add(element, heard);
      } catch {
        // A selector that jQuery alone understands.
      }
      // What listens for others is not meant itself.
      const self = elements[place];
      if (self && (this.#bits.get(self) ?? 0) & heard) this.#bits.set(self, (this.#bits.get(self) ?? 0) & ~heard);
    }
  }

  /** True if the element listens for the mouse, for itself or for what is in it. */
  listens(element: Element): boolean {
    return ((this.#bits.get(element) ?? 0) & PRESSES) !== 0;
  }

  /** True if a style sheet names the element itself as one that takes the mouse. */
  isDeclared(element: Element): boolean {
    return this.#cursors.declared.has(element);
  }

  /** `around` is the cursor of what holds it. */
  of(element: Element, tag: string, attributes: string[], role: string, cursor: string, around: string): Press {
    if (ROOTS.has(tag)) return NOTHING;
    const heard = this.#bits.get(element) ?? 0;
    let strength: Strength = 0;
    const classes = attributes.includes("class") ? (element.getAttribute("class") ?? "") : "";
    // Tables of libraries say so of the rows in them.
    let draggable = role !== "rowgroup" && DRAGGED.test(classes);
    let droppable = (heard & DROPS) !== 0 || DROPPED_ON.test(classes);
    for (const name of attributes) {
      if (name === "data-action") strength = isPressAction(element.getAttribute(name) ?? "") ? 2 : strength;
      else if (MARKS.test(name) || (name === "jsaction" && element.getAttribute(name)?.includes("click"))) strength = 2;
      else if (name === "tabindex" && !HOLDERS.has(role) && Number(element.getAttribute(name)) >= 0) strength = 2;
      else if (name === "draggable" && element.getAttribute(name) === "true") draggable = true;
      else if (name === "aria-roledescription" && SAID_TO_BE_DRAGGED.test(element.getAttribute(name) ?? ""))
        draggable = true;
      else if (name.startsWith("data-") && DROPPED_ON.test(name) && element.getAttribute(name) !== "false")
        droppable = true;
    }
    const listens = strength === 0 && (heard & PRESSES) !== 0 && !HOLDERS.has(role);
    if (
      listens ||
      draggable ||
      (!this.#told && strength === 0 && attributes.length > 0 && !HOLDERS.has(role) && hasHandler(element))
    )
      strength = 2;
    if (strength === 0 && takesMouse(cursor)) {
      if (cursor !== around || (attributes.length > 0 && this.isDeclared(element))) strength = 1;
    } else if (strength === 0 && (this.#cursors.inUse.has(element) || isPartOfRow(element, classes))) strength = 1;
    if (strength === 0 && !droppable) return NOTHING;
    return {
      strength,
      listens,
      pointerCursor: takesMouse(cursor),
      cursor: this.#cursors.inUse.get(element) ?? cursor,
      pulled: false,
      draggable,
      droppable,
    };
  }
}

/** Scripts give elements a handler by name: React does for all that it listens for clicks in, and for its own root. */
function hasHandler(element: Element): boolean {
  const { onclick, onmousedown, onpointerdown } = element as HTMLElement;
  return Boolean(onclick ?? onmousedown ?? onpointerdown) && !isReactRoot(element);
}

function isReactRoot(element: Element): boolean {
  const { wrappedJSObject } = element as Element & { wrappedJSObject?: object };
  return Object.getOwnPropertyNames(wrappedJSObject ?? {}).some((name) => name.startsWith("__reactContainer$"));
}
