// A drag as a person makes it: press, move step by step, rest, let go. Whether the mouse drags or the browser's own
// drag and drop does is seen on the way, as with a person: the page decides it while the button is down. The helper
// takes these parts as trusted events, a content script as events of its own making.

import type { DragAction, MouseAction } from "./input-actions";

export interface Place {
  x: number;
  y: number;
}

/** What drags: the mouse, or the browser's own drag and drop once that has begun. */
export interface Dragging {
  move(place: Place): Promise<void> | void;
  letGo(place: Place): Promise<void> | void;
  /** Ends it where it is: nothing gets what is dragged. */
  giveUp(place: Place): Promise<void> | void;
}

interface DragInput {
  mouse(action: MouseAction): Promise<void> | void;
  /** 0 lets the page do what it has put off. */
  pause(ms: number): Promise<void>;
  isOver(): boolean;
  /** The browser's own drag and drop, if it has begun with what the mouse did last. */
  begun(at: Place): Promise<Dragging | null> | Dragging | null;
}

/** The mouse rests this long before it lets go: maps would fling on. */
const REST_MS = 100;

export async function dragAlong({ path, durationMs, modifiers }: DragAction, input: DragInput): Promise<void> {
  const [start, ...way] = path;
  if (!start) return;
  const mouse = (type: MouseAction["type"], { x, y }: Place, buttons: number): Promise<void> | void =>
    input.mouse({ do: "mouse", type, x, y, button: 0, buttons, clickCount: type === "mousemove" ? 0 : 1, modifiers });
  const up = (place: Place): Promise<void> | void => mouse("mouseup", place, 0);
  let dragging: Dragging = { move: (place) => mouse("mousemove", place, 1), letGo: up, giveUp: up };
  let at = start;
  await mouse("mousemove", at, 0);
  await input.pause(0);
  if (input.isOver()) return;
  await mouse("mousedown", at, 1);
  try {
    for (const place of way) {
      await input.pause(durationMs / way.length);
      if (input.isOver()) break;
      at = place;
      await dragging.move(at);
      dragging = (await input.begun(at)) ?? dragging;
    }
    await input.pause(durationMs > 0 ? REST_MS : 0);
    // The page may have put something else there meanwhile.
    if (!input.isOver()) await dragging.move(at);
  } finally {
    if (input.isOver()) await dragging.giveUp(at);
    else await dragging.letGo(at);
  }
}

/** A press that lasts from one command to the next: should the browser's own drag and drop begin, it takes the rest. */
export class LastingPress {
  #dragging: Dragging | null = null;

  async perform(action: MouseAction, { mouse, begun }: Pick<DragInput, "mouse" | "begun">): Promise<void> {
    if (action.type === "mousedown") this.#dragging = null;
    else if (this.#dragging && action.type === "mousemove") return this.#dragging.move(action);
    else if (this.#dragging && action.type === "mouseup" && action.button === 0) {
      const dragging = this.#dragging;
      this.#dragging = null;
      return dragging.letGo(action);
    }
    await mouse(action);
    if (action.type === "mousemove") this.#dragging = await begun(action);
  }
}
