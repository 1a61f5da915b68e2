// Pointing: a person chooses an element of a page by clicking it, while the page learns nothing of it.
//
// Events are taken before they reach the page, as Firefox's developer tools do it, and what is under the mouse is framed
// by content of Firefox's own. What a page dispatches by itself is not a person's, and goes its way.

import { altPresses, PRESS_EVENTS } from "../../shared/input/alt-press";

const SWALLOWED = (
  "pointerdown pointerup pointermove pointerover pointerout mousedown mouseup mousemove mouseover mouseout " +
  "click auxclick dblclick contextmenu touchstart touchmove touchend dragstart keydown keypress keyup"
).split(" ");

/** The click follows so soon after the button of the mouse has gone up; elements that are disabled get none. */
const CLICKS_MS = 150;

const STYLE = `
.box { position: fixed; pointer-events: none; border-radius: 3px; background: #7b2ff733;
  box-shadow: 0 0 0 2px #7b2ff7, 0 0 0 4px #fffc; }
.name { position: fixed; pointer-events: none; padding: 2px 7px; border-radius: 4px;
  font: 600 12px/16px sans-serif; white-space: nowrap; color: #fff; background: #4a1a9e; }
[hidden] { display: none; }
`;

const NAME_PX = 22;

export class Pointing {
  readonly #root: EventTarget;
  readonly #content: GeckoAnonymousContent;
  readonly #box: HTMLElement;
  readonly #name: HTMLElement;
  #held: Element | null = null;
  #isOver = false;

  constructor(
    private readonly window: GeckoWindow,
    private readonly pressed: string,
    private readonly done: (element: Element | null) => void,
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
    this.#content.root.append(style, this.#box, this.#name);
    this.#root = window.windowRoot;
    for (const type of SWALLOWED) this.#root.addEventListener(type, this.#take, { capture: true });
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const type of SWALLOWED) this.#root.removeEventListener(type, this.#take, { capture: true });
    try {
      this.window.document.removeAnonymousContent(this.#content);
    } catch {
      // The page is gone, and took it along.
    }
  }

  readonly #take = (event: Event): void => {
    const target = event.composedTarget;
    // The root of frames in one process is the same: each takes what is its own.
    if (!event.isTrusted || target?.ownerDocument !== this.window.document) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    switch (event.type) {
      case "keydown":
        if ((event as KeyboardEvent).key === "Escape") this.#finish(null);
        return;
      case "mouseover":
      case "mousemove":
        this.#show(target);
        return;
      case "pointerout":
        this.#box.hidden = this.#name.hidden = true;
        return;
      case "pointerdown":
      case "mousedown":
        if ((event as MouseEvent).button === 0) this.#held = target;
        return;
      case "mouseup": {
        const held = this.#held;
        if (held) this.window.setTimeout(() => this.#finish(held), CLICKS_MS);
        return;
      }
      case "click":
        if (this.#held) this.#finish(this.#held);
    }
  };

  #finish(element: Element | null): void {
    if (this.#isOver) return;
    this.end();
    this.done(element && this.#meant(element));
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
    this.#box.hidden = this.#name.hidden = false;
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
