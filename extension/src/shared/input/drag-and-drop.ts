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
export type Send = (
  element: Element,
  type: string,
  place: Place,
  transfer: DataTransfer,
  cancelable?: boolean,
  related?: Element | null,
) => boolean;

/**
 * `trusted` where Firefox's own code sends the events: then Firefox listens as well, and would open in the page's place
 * what the page does not take. Whether the page takes it is known before Firefox's own group of listeners
 * is called.
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
 * Drops files from outside of the page. Many pages then lay something over themselves, which takes the drop.
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

export type DropEffect = DataTransfer["dropEffect"];

/** What is carried, as events of a type may see it. */
type TransferFor = (type: string) => DataTransfer;

/** What is dragged, after its `dragstart`. */
export class DragSource {
  constructor(
    private readonly element: Element,
    private readonly send: Send,
    private readonly transferFor: TransferFor,
  ) {}

  drag(place: Place): void {
    sendTo(this.element, "drag", place, this.send, this.transferFor);
  }

  end(place: Place, effect: DropEffect): void {
    sendTo(this.element, "dragend", place, this.send, this.transferFor, () => effect);
  }
}

/** What a drag is over, in one document. */
export class DropTarget {
  #element: Element | null = null;
  /** What the element there would do with it. */
  #effect: DropEffect = "none";

  constructor(
    private readonly send: Send,
    private readonly elementAt: (place: Place) => Element | null,
  ) {}

  over(place: Place, transferFor: TransferFor): DropEffect {
    const element = this.elementAt(place);
    const left = this.#element;
    if (element !== left) {
      if (element) sendTo(element, "dragenter", place, this.send, transferFor, usual, left);
      if (left) sendTo(left, "dragleave", place, this.send, transferFor, undefined, element);
      this.#element = element;
    }
    const over = element && sendTo(element, "dragover", place, this.send, transferFor, usual);
    const taken = over?.prevented && allows(over.transfer.effectAllowed, over.transfer.dropEffect);
    this.#effect = taken ? over.transfer.dropEffect : "none";
    return this.#effect;
  }

  leave(place: Place, transferFor: TransferFor): void {
    if (this.#element) sendTo(this.#element, "dragleave", place, this.send, transferFor);
    this.#element = null;
    this.#effect = "none";
  }

  /** Drops it, if what lies there takes it, and gives what that does with it. */
  drop(place: Place, transferFor: TransferFor): DropEffect {
    const effect = this.#effect;
    if (effect === "none") this.leave(place, transferFor);
    else if (this.#element) sendTo(this.#element, "drop", place, this.send, transferFor, () => effect);
    // A frame keeps this for the next drag that comes to it.
    this.#element = null;
    this.#effect = "none";
    return effect;
  }
}

/** A drag within one document, after its `dragstart`. */
export class DragAndDrop implements Dragging {
  constructor(
    private readonly source: DragSource,
    private readonly target: DropTarget,
    private readonly transferFor: TransferFor,
  ) {}

  move(place: Place): void {
    this.source.drag(place);
    this.target.over(place, this.transferFor);
  }

  letGo(place: Place): void {
    this.source.end(place, this.target.drop(place, this.transferFor));
  }

  giveUp(place: Place): void {
    this.target.leave(place, this.transferFor);
    this.source.end(place, "none");
  }
}

function sendTo(
  element: Element,
  type: string,
  place: Place,
  send: Send,
  transferFor: TransferFor,
  effectOf: (transfer: DataTransfer) => DropEffect = () => "none",
  related: Element | null = null,
): { prevented: boolean; transfer: DataTransfer } | null {
  // What the page takes out of the document while it is dragged hears no more of it.
  if (!element.isConnected) return null;
  const transfer = transferFor(type);
  transfer.dropEffect = effectOf(transfer);
  const cancelable = type !== "dragleave" && type !== "dragend";
  return { prevented: !send(element, type, place, transfer, cancelable, related), transfer };
}

/** What the browser would do without keys that say otherwise. */
function usual({ effectAllowed }: DataTransfer): DropEffect {
  return (["move", "copy", "link"] as const).find((effect) => allows(effectAllowed, effect)) ?? "none";
}

function allows(allowed: DataTransfer["effectAllowed"], effect: DropEffect): boolean {
  if (effect === "none") return false;
  return allowed === "all" || allowed === "uninitialized" || allowed.toLowerCase().includes(effect);
}
