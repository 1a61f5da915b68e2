// The browser's own drag and drop, event by event (HTML, drag-and-drop processing model). Sent by the helper these
// events are trusted, sent by a content script they are not.

import type { Dragging, Place } from "./drag";

/** How Firefox says which device an event comes from; no constructor takes it. */
interface MouseDragEvent extends DragEvent {
  initNSMouseEvent(...init: [...Parameters<MouseEvent["initMouseEvent"]>, pressure: number, inputSource: number]): void;
}

/** MouseEvent.MOZ_SOURCE_MOUSE */
const BY_MOUSE = 1;

type View = Window & { DragEvent: typeof DragEvent };

/** False if the page prevented the event. `related` is what a drag comes from as it enters, or goes to as it leaves. */
type Send = (
  element: Element,
  type: string,
  place: Place,
  transfer: DataTransfer,
  cancelable?: boolean,
  related?: Element | null,
) => boolean;

/**
 * `trusted` where Firefox's own code sends the events: then Firefox listens as well, and would open in the page's place
 * what the page does not take. Whether the page takes it is known before Firefox hears of it, in its group of
 * listeners.
 */
export function dragSender(view: View, trusted: boolean): Send {
  return (element, type, { x, y }, transfer, cancelable = true, related = null) => {
    const [screenX, screenY] = [view.mozInnerScreenX + x, view.mozInnerScreenY + y];
    const event = new view.DragEvent(type, { composed: true, dataTransfer: transfer }) as MouseDragEvent;
    event.initNSMouseEvent(
      type,
      true,
      cancelable,
      view,
      0,
      screenX,
      screenY,
      x,
      y,
      false,
      false,
      false,
      false,
      0,
      related,
      0,
      BY_MOUSE,
    );
    if (!trusted) return element.dispatchEvent(event);
    let prevented = false;
    const keepFromFirefox = (seen: Event): void => {
      prevented = seen.defaultPrevented;
      seen.preventDefault();
    };
    const first = { capture: true, once: true, mozSystemGroup: true } as AddEventListenerOptions;
    view.addEventListener(type, keepFromFirefox, first);
    element.dispatchEvent(event);
    view.removeEventListener(type, keepFromFirefox, first);
    return !prevented;
  };
}

interface FileDrop {
  send: Send;
  elementAt: (place: Place) => Element | null;
  /** Does something in a task of its own: before it the page's promises have settled. */
  step: (work: () => void) => Promise<void>;
}

/**
 * Drops files from outside of the page. Many pages lay something over it once they hear of them, which then takes the
 * drop.
 */
export async function dropFiles(target: Element, at: Place, transfer: DataTransfer, drop: FileDrop): Promise<void> {
  const { send, elementAt, step } = drop;
  let over = target;
  const there = elementAt(at);
  await step(() => {
    send(target, "dragenter", at, transfer);
    send(target, "dragover", at, transfer);
  });
  await step(() => {
    const now = elementAt(at);
    if (!now || now === there) return;
    over = now;
    send(over, "dragenter", at, transfer, true, target);
    if (target.isConnected) send(target, "dragleave", at, transfer, false, over);
  });
  await step(() => {
    const accepted = over.isConnected && !send(over, "dragover", at, transfer);
    if (accepted) send(over, "drop", at, transfer);
    else send(over, "dragleave", at, transfer, false);
  });
}

interface DragAndDropOptions {
  source: Element;
  send: Send;
  elementAt(place: Place): Element | null;
  /** What is carried, as events of a type may see it. */
  transferFor(type: string): DataTransfer;
}

/** A drag after its `dragstart`. */
export class DragAndDrop implements Dragging {
  readonly #options: DragAndDropOptions;
  #target: Element | null = null;
  /** What whoever lies there would do with it. */
  #effect: DataTransfer["dropEffect"] = "none";

  constructor(options: DragAndDropOptions) {
    this.#options = options;
  }

  move(place: Place): void {
    this.#send(this.#options.source, "drag", place);
    const target = this.#options.elementAt(place);
    const left = this.#target;
    if (target !== left) {
      if (target) this.#send(target, "dragenter", place, usual, left);
      if (left) this.#send(left, "dragleave", place, undefined, target);
      this.#target = target;
    }
    const over = target && this.#send(target, "dragover", place, usual);
    this.#effect =
      over?.prevented && allows(over.transfer.effectAllowed, over.transfer.dropEffect)
        ? over.transfer.dropEffect
        : "none";
  }

  letGo(place: Place): void {
    const effect = this.#effect;
    if (this.#target) this.#send(this.#target, effect === "none" ? "dragleave" : "drop", place, () => effect);
    this.#send(this.#options.source, "dragend", place, () => effect);
  }

  giveUp(place: Place): void {
    this.#effect = "none";
    this.letGo(place);
  }

  #send(
    element: Element,
    type: string,
    place: Place,
    effectOf: (transfer: DataTransfer) => DataTransfer["dropEffect"] = () => "none",
    related: Element | null = null,
  ): { prevented: boolean; transfer: DataTransfer } | null {
    // What the page takes out of the document while it is dragged hears no more of it.
    if (!element.isConnected) return null;
    const transfer = this.#options.transferFor(type);
    transfer.dropEffect = effectOf(transfer);
    const cancelable = type !== "dragleave" && type !== "dragend";
    return { prevented: !this.#options.send(element, type, place, transfer, cancelable, related), transfer };
  }
}

/** What the browser would do without keys that say otherwise. */
function usual({ effectAllowed }: DataTransfer): DataTransfer["dropEffect"] {
  return (["move", "copy", "link"] as const).find((effect) => allows(effectAllowed, effect)) ?? "none";
}

function allows(allowed: DataTransfer["effectAllowed"], effect: DataTransfer["dropEffect"]): boolean {
  if (effect === "none") return false;
  return allowed === "all" || allowed === "uninitialized" || allowed.toLowerCase().includes(effect);
}
