// Pointing: a person chooses an element of a page by clicking it, while the page learns nothing of it.
//
// Events are taken before they reach the page, as Firefox's developer tools do it, and what is under the mouse is framed
// by content of Firefox's own. What a page dispatches by itself is not a person's, and goes its way.
//
// Where they write a note at each element, the field for it is such content as well: it has the focus meanwhile, and what
// the page would learn of that is taken too.

import { LIMITS } from "../../generated/registry";
import { altPresses, PRESS_EVENTS } from "../../shared/input/alt-press";

const SWALLOWED = (
  "pointerdown pointerup pointermove pointerover pointerout mousedown mouseup mousemove mouseover mouseout " +
  "click auxclick dblclick contextmenu touchstart touchmove touchend dragstart keydown keypress keyup"
).split(" ");

/** What the page would get of the field. */
const WRITTEN =
  "beforeinput input change select copy cut paste wheel compositionstart compositionupdate compositionend".split(" ");
/** And of the focus that the field takes, some of it later. */
const FOCUS = "focus blur focusin focusout selectionchange".split(" ");

/** The click follows so soon after the button of the mouse has gone up; elements that are disabled get none. */
const CLICKS_MS = 150;

const STYLE = `
.box { position: fixed; pointer-events: none; border-radius: 3px; background: #7b2ff733;
  box-shadow: 0 0 0 2px #7b2ff7, 0 0 0 4px #fffc; }
.name { position: fixed; pointer-events: none; padding: 2px 7px; border-radius: 4px;
  font: 600 12px/16px sans-serif; white-space: nowrap; color: #fff; background: #4a1a9e; }
.field { position: fixed; box-sizing: border-box; width: 260px; padding: 5px 8px; border: 2px solid #7b2ff7;
  border-radius: 6px; font: 14px/20px sans-serif; color: #15141a; background: #fff; }
.covered > * { opacity: 0 !important; }
[hidden] { display: none; }
`;

const FRAMES = new Set(["iframe", "frame", "object", "embed"]);
const NAME_PX = 22;
const FIELD_PX = { width: 260, height: 34 };

export class Pointing {
  readonly #root: EventTarget;
  readonly #content: GeckoAnonymousContent;
  readonly #box: HTMLElement;
  readonly #name: HTMLElement;
  readonly #field: HTMLInputElement;
  readonly #all: HTMLElement;
  readonly #taken: readonly string[];
  /** What had the focus before the field. */
  #focused: Element | null = null;
  #held: Element | null = null;
  #isOver = false;

  constructor(
    private readonly window: GeckoWindow,
    private readonly pressed: string,
    private readonly done: (element: Element | null) => void,
    private readonly noted?: (text: string) => void,
  ) {
    const { document } = window;
    const make = (tag: string, name: string): HTMLElement => {
      const made = document.createElement(tag);
      made.className = name;
      made.hidden = true;
      return made;
    };
    this.#content = document.insertAnonymousContent();
    const style = document.createElement("style");
    style.textContent = STYLE;
    this.#box = make("div", "box");
    this.#name = make("div", "name");
    this.#field = make("input", "field") as HTMLInputElement;
    this.#field.maxLength = LIMITS.maxNoteChars;
    this.#field.placeholder = "Note, then Enter; Escape ends";
    this.#all = document.createElement("div");
    this.#all.append(this.#box, this.#name, this.#field);
    this.#content.root.append(style, this.#all);
    this.#root = window.windowRoot;
    this.#taken = noted ? [...SWALLOWED, ...WRITTEN, ...FOCUS] : SWALLOWED;
    for (const type of this.#taken) this.#root.addEventListener(type, this.#take, { capture: true });
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    // What was being written when the time was up.
    this.#keep();
    this.#close();
    for (const type of this.#taken) this.#root.removeEventListener(type, this.#take, { capture: true });
    try {
      this.window.document.removeAnonymousContent(this.#content);
    } catch {
      // The page is gone, and took it along.
    }
  }

  readonly #take = (event: Event): void => {
    const target = event.composedTarget;
    // The root of frames in one process is the same: each takes what is its own.
    const { document } = this.window;
    const isAtElement = target?.ownerDocument === document;
    const isIn = isAtElement || event.target === document || event.target === this.window;
    const inField = this.#isWritten(event);
    if (!event.isTrusted || !isIn || (WRITTEN.includes(event.type) && !inField)) return;
    event.stopImmediatePropagation();
    const { key, isComposing } = event as KeyboardEvent;
    if (event.type === "keydown" && key === "Escape" && !isComposing) {
      event.preventDefault();
      this.#field.value = "";
      return this.#finish(null);
    }
    if (inField && event.type === "keydown" && key === "Enter" && !isComposing) {
      event.preventDefault();
      this.#keep();
      this.#close();
    }
    if (inField || FOCUS.includes(event.type) || !isAtElement) return;
    event.preventDefault();
    switch (event.type) {
      case "mouseover":
      case "mousemove":
        // The box stays at what is written about.
        if (this.#field.hidden) this.#show(target);
        return;
      case "pointerout":
        if (!this.#field.hidden) return;
        this.#box.hidden = this.#name.hidden = true;
        return;
      case "pointerdown":
      case "mousedown":
        if ((event as MouseEvent).button === 0) this.#held = target;
        return;
      case "mouseup": {
        const held = this.#held;
        if (held) this.window.setTimeout(() => this.#held === held && this.#finish(held), CLICKS_MS);
        return;
      }
      case "click":
        if (this.#held) this.#finish(this.#held);
    }
  };

  /** Hides it for a picture; what has the focus keeps it. */
  cover(on: boolean): void {
    this.#all.classList.toggle("covered", on);
  }

  #finish(element: Element | null): void {
    if (this.#isOver) return;
    this.#held = null;
    if (element && this.noted) {
      this.#keep();
      this.#open(this.#meant(element));
    } else this.end();
    this.done(element && this.#meant(element));
  }

  /** Where the person writes, beside an element. */
  #open(element: Element): void {
    const { innerWidth, innerHeight, document } = this.window;
    const { x, y, height } = element.getBoundingClientRect();
    this.#show(element);
    if (this.#field.hidden) this.#focused = document.activeElement;
    const below = y + height + 6;
    const top = below + FIELD_PX.height < innerHeight ? below : Math.max(0, y - FIELD_PX.height - 6);
    const left = Math.max(0, Math.min(x, innerWidth - FIELD_PX.width));
    Object.assign(this.#field.style, { left: `${left}px`, top: `${top}px` });
    this.#field.hidden = false;
    this.#field.focus({ preventScroll: true });
  }

  /** True for what happens in the field, which Firefox has made of parts. */
  #isWritten({ originalTarget }: Event): boolean {
    for (let at: Node | null = originalTarget; at; at = at.parentNode) if (at === this.#field) return true;
    return false;
  }

  #keep(): void {
    const text = this.#field.value.trim();
    this.#field.value = "";
    if (text !== "") this.noted?.(text);
  }

  #close(): void {
    if (this.#field.hidden) return;
    this.#field.blur();
    const back = this.#focused;
    if (back?.isConnected) Services.focus.setFocus(back, Services.focus.FLAG_NOSCROLL);
    this.#field.hidden = this.#box.hidden = this.#name.hidden = true;
  }

  #meant(element: Element): Element {
    return element.closest(this.pressed) ?? element;
  }

  #show(target: Element): void {
    const element = this.#meant(target);
    const { x, y, width, height } = element.getBoundingClientRect();
    Object.assign(this.#box.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
    // Nothing that the page says: a picture that is taken meanwhile conceals secrets in the page, and not here.
    this.#name.textContent = element.localName;
    const top = y >= NAME_PX ? y - NAME_PX : Math.min(y + height + 4, this.window.innerHeight - NAME_PX);
    Object.assign(this.#name.style, { left: `${Math.max(x, 0)}px`, top: `${Math.max(top, 0)}px` });
    // A frame shows what is pointed at in it.
    this.#box.hidden = this.#name.hidden = FRAMES.has(element.localName);
  }
}

/** Keeps presses with Alt from a page, before its window gets them, and says what was pressed. */
export class AltPresses {
  readonly #root: EventTarget;
  readonly #take: (event: Event) => void;

  constructor(window: GeckoWindow, begun: (element: Element | null) => void) {
    this.#root = window.windowRoot;
    const take = altPresses((event) => begun(event.composedTarget));
    this.#take = (event) => {
      if (event.composedTarget?.ownerDocument === window.document) take(event);
    };
    for (const type of PRESS_EVENTS) this.#root.addEventListener(type, this.#take, { capture: true });
  }

  end(): void {
    for (const type of PRESS_EVENTS) this.#root.removeEventListener(type, this.#take, { capture: true });
  }
}
