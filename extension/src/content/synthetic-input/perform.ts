// Performing input actions without the helper, by events of our own making: Firefox does with them what it does with a
// person's as well as it can, and what it leaves out is done here. Pages can see the difference.

import { dragAlong, LastingPress, type Dragging, type Place } from "../../shared/input/drag";
import { FrameDrag, type DragPartOutcome } from "../../shared/input/drag-across-frames";
import { DragAndDrop, DragSource, DropTarget, dragSender } from "../../shared/input/drag-and-drop";
import { HeldPress } from "../../shared/input/held-press";
import type {
  Carried,
  DragAction,
  DragPartAction,
  KeyAction,
  MouseAction,
  NodePath,
  InputAction,
  WheelAction,
} from "../../shared/input/input-actions";
import { copy, paste, type ClipboardAction } from "../../shared/input/clipboard";
import type { PerformedOutcome } from "../../shared/input/trusted-input";
import { choose } from "../actions/choices/choose";
import { giveFiles } from "../actions/files";
import { setWhole } from "../actions/text";
import { delay } from "../command";
import { clipboardMeans } from "./clipboard";
import { insert } from "./edit";
import { onDown, onUp, upTarget } from "./default-actions";
import { keyDown, keyUp } from "./key-events";
import { cancelPress, forgetPress, performMouse, pressedOn } from "./mouse";
import { elementAt } from "../dom/node-path";
import { deepActiveElement, deepElementFromPoint, flatParent, rootElement } from "../dom/roots";
import { scrollerAt } from "../dom/scroller";
import { turn } from "../dom/event-loop";

interface Means {
  /** Gets the mouse events, instead of what lies at their place. */
  dispatchTo: Element | null;
  files: File[];
  signal: AbortSignal;
}

/** What each key went down on: it comes up there, or where the focus went. */
const down = new Map<string, Element>();

const elementUnder = ({ x, y }: Place): Element | null => deepElementFromPoint(x, y);
let held = new HeldPress(elementUnder);

let last: Promise<unknown> = Promise.resolve();

/**
 * Performs the input actions, once those before have ended: what timed out may have a mouse button to let go of yet.
 */
export function performSynthetic(inputActions: InputAction[], means: Means): Promise<PerformedOutcome> {
  const run = last.then(() => performAll(inputActions, means));
  last = run.catch(() => undefined);
  return run;
}

async function performAll(inputActions: InputAction[], means: Means): Promise<PerformedOutcome> {
  const outcome: PerformedOutcome = {};
  held = new HeldPress(elementUnder);
  for (const [n, action] of inputActions.entries()) {
    means.signal.throwIfAborted();
    if (action.do === "pause") {
      await pause(action.ms);
      continue;
    }
    // Between events, not after the last one: with it the page may be gone, and what was done must still be reported.
    if (n > 0) await turn();
    means.signal.throwIfAborted();
    if (action.do === "drag") await drag(action, means);
    else if (action.do === "dragPart") outcome.dragPart = await dragPart(action);
    else await performAction(action, means, outcome);
  }
  return outcome;
}

function pause(ms: number): Promise<void> {
  return ms > 0 ? delay(ms) : turn();
}

async function drag(action: DragAction, { dispatchTo: dispatchTo, signal }: Means): Promise<void> {
  const [start] = action.path;
  let pressed = false;
  let asked = false;
  await dragAlong(action, {
    mouse: async (moved) => {
      // What reaches nothing by its place is pressed straight; where it goes from there is a matter of places.
      await performMouse(moved, pressed ? null : dispatchTo);
      pressed ||= moved.type === "mousedown";
    },
    pause,
    isOver: () => signal.aborted,
    begun: () => {
      // The first move decides: the page has had the press by then.
      const begins = pressed && !asked && start;
      asked ||= pressed;
      return begins ? beginDrag(start) : null;
    },
  });
}

const lasting = new LastingPress();
let pressedAt: Place | null = null;

function press(action: MouseAction): Promise<void> {
  if (action.type === "mousedown") pressedAt = action;
  return lasting.perform(action, {
    mouse: (moved) => performMouse(moved, null),
    begun: () => draggedFrom(beginDrag),
  });
}

/** Begins a drag where the button went down, once. */
function draggedFrom<T>(begin: (from: Place) => T): T | null {
  const from = pressedAt;
  pressedAt = null;
  return from && begin(from);
}

const send = dragSender(window, false);

function beginDrag(from: Place): Dragging | null {
  const begun = startDrag(from);
  return begun && new DragAndDrop(begun.source, new DropTarget(send, elementUnder), () => begun.transfer);
}

/** Where Firefox would begin its own drag and drop, and the page does not mind. */
function startDrag(from: Place): { source: DragSource; transfer: DataTransfer } | null {
  const hit = pressedOn();
  const element = hit && draggable(hit);
  if (!element) return null;
  const transfer = newTransfer({ items: [], effectAllowed: "uninitialized" });
  if (!send(element, "dragstart", from, transfer)) return null;
  cancelPress();
  return { source: new DragSource(element, send, () => transfer), transfer };
}

/** What was dragged in another frame is put in as the page itself would, or the page could not take it out. */
function newTransfer({ items, effectAllowed }: Carried): DataTransfer {
  const transfer = new DataTransfer();
  const { wrappedJSObject: ofPage } = transfer as DataTransfer & { wrappedJSObject: DataTransfer };
  for (const { type, data } of items) ofPage.setData(type, data);
  transfer.effectAllowed = effectAllowed;
  return transfer;
}

let frameDrag: FrameDrag | null = null;

function dragPart(action: DragPartAction): Promise<DragPartOutcome> {
  if (action.part === "mousedown") {
    frameDrag = null;
    pressedAt = action;
  }
  frameDrag ??= new FrameDrag({
    mouse: (moved) => performMouse(moved, null),
    begun: () => draggedFrom(startDrag),
    send,
    elementAt: elementUnder,
    newTransfer,
    forget: forgetPress,
  });
  return frameDrag.perform(action);
}

/** The element, or what holds it, that the browser itself would drag. */
function draggable(element: Element): Element | null {
  for (let at: Element | null = element; at; at = flatParent(at)) {
    if (at instanceof HTMLElement && at.draggable) return at;
  }
  return null;
}

function performAction(
  action: Exclude<InputAction, { do: "pause" | "drag" | "dragPart" }>,
  { dispatchTo: dispatchTo, files }: Means,
  outcome: PerformedOutcome,
): Promise<void> | void {
  switch (action.do) {
    case "mouse":
      if (action.lasts) return press(action);
      return performMouse({ ...action, ...held.placeOf(action.type, action) }, dispatchTo);
    case "key":
      return performKey(action, outcome);
    case "text":
      return insert(action.text);
    case "paste":
      return useClipboard({ does: "paste", clip: action.clip }, outcome);
    case "touch":
      // No plan has one: pages have no touch without the helper.
      throw new Error("a finger needs the helper");
    case "wheel":
      return performWheel(action);
    case "value":
      return at(action.path, (field) => setWhole(field, action.value));
    case "choose":
      return at(action.path, (select) => choose(select, action.indices));
    case "files":
      return at(action.path, (place) => giveFiles(place, files, action.drop, action.point));
  }
}

function at(path: NodePath, act: (element: Element) => Promise<void> | void): Promise<void> | void {
  const element = elementAt(path);
  if (element) return act(element);
}

function useClipboard(action: ClipboardAction, outcome: PerformedOutcome): void {
  if (action.does === "paste") {
    // The background does not know yet what was copied a moment ago.
    outcome.pastedBy = paste(window, outcome.copied ?? action.clip, clipboardMeans);
    return;
  }
  const { clip } = copy(window, action.does === "cut", clipboardMeans);
  if (clip) outcome.copied = clip;
}

async function performKey(
  { type, key, modifiers, repeat, clipboard }: KeyAction,
  outcome: PerformedOutcome,
): Promise<void> {
  const element = deepActiveElement();
  if (type === "keydown") {
    down.set(key.code || key.key, element);
    const goesOn = await keyDown(element, key, modifiers, repeat);
    if (goesOn && clipboard) useClipboard(clipboard, outcome);
    else if (goesOn) onDown(goesOn, key, modifiers);
  } else {
    const last = upTarget(down.get(key.code || key.key) ?? element, key);
    down.delete(key.code || key.key);
    if (keyUp(last, key, modifiers)) onUp(last, key);
  }
}

function performWheel({ x, y, dx, dy }: WheelAction): void {
  const hit = deepElementFromPoint(x, y) ?? rootElement();
  const init = { deltaX: dx, deltaY: dy, clientX: x, clientY: y, bubbles: true, cancelable: true, composed: true };
  if (!hit.dispatchEvent(new WheelEvent("wheel", { ...init, view: window }))) return;
  scrollerAt(hit, dx, dy).scrollBy({ left: dx, top: dy, behavior: "instant" });
}
