// Drags whose two ends are in different frames: the parts of one that a single frame takes. Frames share no objects, as
// they may be in different processes: what is dragged goes from one to the next as text.

import { DropTarget, type DragSource, type DropEffect, type Send } from "./drag-and-drop";
import type { Place } from "./drag";
import type { Carried, DragPartAction, Modifiers, MouseAction } from "./input-actions";

export interface DragPartOutcome {
  /** The browser's own drag and drop has begun. */
  begun?: Carried;
  /** What the target under the mouse would do with it, or does. */
  effect?: DropEffect;
}

interface Means {
  mouse(action: MouseAction): Promise<void> | void;
  /** The browser's own drag and drop, if it has begun since it was asked last. */
  begun(at: Place): { source: DragSource; transfer: DataTransfer } | null;
  send: Send;
  elementAt: (place: Place) => Element | null;
  newTransfer(carried: Carried): DataTransfer;
  /** Releases the button, without an event for the page. */
  forget(at: Place): void;
}

/** What one frame does in such a drag. */
export class FrameDrag {
  readonly #target: DropTarget;
  #source: DragSource | null = null;

  constructor(private readonly means: Means) {
    this.#target = new DropTarget(means.send, means.elementAt);
  }

  async perform(action: DragPartAction): Promise<DragPartOutcome> {
    switch (action.part) {
      case "mousedown":
      case "mousemove":
      case "mouseup":
        return this.#mouse(action, action.part, action.modifiers, action.buttons);
      case "drag":
        this.#source?.drag(action);
        return {};
      case "dragend":
        this.#source?.end(action, action.effect);
        return {};
      case "forget":
        this.means.forget(action);
        return {};
      default: {
        const transferFor = (): DataTransfer => this.means.newTransfer(action.carried);
        if (action.part === "over") return { effect: this.#target.over(action, transferFor) };
        if (action.part === "leave") this.#target.leave(action, transferFor);
        return { effect: action.part === "drop" ? this.#target.drop(action, transferFor) : "none" };
      }
    }
  }

  async #mouse({ x, y }: Place, type: MouseAction["type"], modifiers: Modifiers, buttons: number) {
    const clickCount = type === "mousemove" ? 0 : 1;
    await this.means.mouse({ do: "mouse", type, x, y, button: 0, buttons, clickCount, modifiers });
    const begun = type === "mousemove" ? this.means.begun({ x, y }) : null;
    if (!begun) return {};
    this.#source = begun.source;
    return { begun: carriedBy(begun.transfer) };
  }
}

function carriedBy(transfer: DataTransfer): Carried {
  const items = [...transfer.types].flatMap((type) => {
    try {
      const data = type === "Files" ? "" : transfer.getData(type);
      return typeof data === "string" && data !== "" ? [{ type, data }] : [];
    } catch {
      // A picture that Firefox itself has put in.
      return [];
    }
  });
  return { items, effectAllowed: transfer.effectAllowed };
}
