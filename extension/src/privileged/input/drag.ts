// The browser's own drag and drop, from the press of the mouse on. Firefox itself begins it; the rest is sent here, in
// its place: the system is not asked, so that nothing leaves the tab, and several tabs can drag at once, in the
// background too.

import type { Dragging, Place } from "../../shared/input/drag";
import type { Carried } from "../../shared/input/input-actions";
import { placeAsDrawn } from "./scaled-frames";
import { DragAndDrop, DragSource, DropTarget, dragSender } from "../../shared/input/drag-and-drop";

/** Told by Firefox after each `dragstart`, with what the page put in. */
const FILLED = "on-datatransfer-available";

/** What a release of the mouse sends, which the page does not get after a drag. */
const RELEASE = ["pointerup", "mouseup", "click"];

export class DragWatcher {
  #source: Element | null = null;
  #carried: GeckoDataTransfer | null = null;

  /** From here on Firefox begins no drag of its own in this window, until `end`. */
  constructor(private readonly window: GeckoWindow) {
    window.addEventListener("dragstart", this.#onStart, LAST);
    Services.obs.addObserver(this.#onFilled, FILLED);
  }

  end(): void {
    if (!this.window.closed) this.window.removeEventListener("dragstart", this.#onStart, LAST);
    Services.obs.removeObserver(this.#onFilled, FILLED);
  }

  /** The drag that has begun since it was asked last. */
  begun(at: Place): Dragging | null {
    const started = this.started(at);
    if (!started) return null;
    const window = this.window;
    const { source, carried } = started;
    const target = new DropTarget(dragSender(window, true), (place) => elementAt(window, place));
    const drag = new DragAndDrop(source, target, (type) => carried.mozCloneForEvent(type));
    return {
      move: (place) => drag.move(place),
      letGo: (place) => this.unheard(place, () => drag.letGo(place)),
      giveUp: (place) => this.unheard(place, () => drag.giveUp(place)),
    };
  }

  /** The same, for one that may end in another frame. */
  started(at: Place): { source: DragSource; carried: GeckoDataTransfer } | null {
    const [element, carried] = [this.#source, this.#carried];
    this.#source = this.#carried = null;
    if (!element || !carried) return null;
    this.#cancelPointer(element, at);
    const send = dragSender(this.window, true);
    return { source: new DragSource(element, send, (type) => carried.mozCloneForEvent(type)), carried };
  }

  /** The page was asked first. */
  readonly #onStart = (event: Event): void => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    this.#source = event.composedTarget;
  };

  readonly #onFilled = (subject: object): void => {
    // Another window's drag has no source here.
    if (this.#source) this.#carried ??= (subject as GeckoDataTransfer).mozCloneForEvent("drop") as GeckoDataTransfer;
  };

  /** As Firefox does when a drag takes the pointer away. */
  #cancelPointer(source: Element, { x, y }: Place): void {
    const { PointerEvent, windowUtils } = this.window;
    const pointer = { pointerId: windowUtils.DEFAULT_MOUSE_POINTER_ID, pointerType: "mouse", isPrimary: true };
    const event = { ...pointer, clientX: x, clientY: y, bubbles: true, composed: true };
    source.dispatchEvent(new PointerEvent("pointercancel", event));
  }

  /** Lets go of the mouse, which the page must not hear: for it, the drag took it away. */
  unheard(place: Place, end: () => void = () => undefined): void {
    end();
    const { windowRoot } = this.window;
    const keep = (event: Event): void => event.stopImmediatePropagation();
    for (const type of RELEASE) windowRoot.addEventListener(type, keep, true);
    try {
      if (this.window.closed) return;
      const data = { button: 0, buttons: 0, clickCount: 0, modifiers: 0 };
      const real = { isDOMEventSynthesized: false, isWidgetEventSynthesized: false };
      const { window, x, y } = placeAsDrawn(this.window, place);
      window.synthesizeMouseEvent("mouseup", x, y, data, real);
    } finally {
      for (const type of RELEASE) windowRoot.removeEventListener(type, keep, true);
    }
  }
}

const LAST = { capture: true, mozSystemGroup: true } as AddEventListenerOptions;

declare const Cu: { waiveXrays<T>(object: T): T };

/** What was dragged in another frame. It is put in as the page itself would, or the page could not take it out. */
export function transferOf(window: GeckoWindow, { items, effectAllowed }: Carried): DataTransfer {
  const transfer = new window.DataTransfer();
  for (const { type, data } of items) Cu.waiveXrays(transfer).setData(type, data);
  transfer.effectAllowed = effectAllowed;
  return transfer;
}

export function elementAt({ document }: GeckoWindow, { x, y }: Place): Element | null {
  let at = document.elementFromPoint(x, y);
  for (let root = at?.openOrClosedShadowRoot; root; root = at?.openOrClosedShadowRoot) {
    const inner: Element | null = root.elementFromPoint(x, y);
    if (!inner || inner === at) break;
    at = inner;
  }
  return at;
}
