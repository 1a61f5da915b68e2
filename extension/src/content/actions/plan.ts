// Plans: what an action is about to do, as input actions that the helper or this script takes, and what it says
// afterwards.

import type { ActionName } from "../../generated/registry";
import type { ActionResult } from "../../shared/messages";
import {
  NO_MODIFIERS,
  type Key,
  type Modifiers,
  type MouseAction,
  type InputAction,
} from "../../shared/input/input-actions";
import type { ActionsOutcome } from "../../shared/input/trusted-input";
import type { Point } from "../actionability/action-target";
import { holdKey } from "../synthetic-input/keys";

/** A part of an action, and the one after it, if there is one. */
export interface Step {
  inputActions: InputAction[];
  next?: () => Promise<Step>;
  /** True if nothing comes after it, which is known once it is performed: the page is not waited for then. */
  isLast?: () => boolean;
}

export interface Plan<K extends ActionName> {
  /** Empty if the action is done already, or has to be done without the helper. */
  inputActions: InputAction[];
  /** What comes after those, planned when they are performed: the page may have answered. */
  next?: () => Promise<Step>;
  /** Gets the events itself: what lies at their point is something else, and the helper knows points only. */
  dispatchTo?: Element;
  /** The result, should the page go away before it can be asked. */
  partialResult: ActionResult<K>;
  /** The result once the input actions are performed. */
  done: (outcome: ActionsOutcome) => ActionResult<K> | Promise<ActionResult<K>>;
  /** True if the result holds nothing that the page may put off until its scripts are through. */
  atOnce?: boolean;
}

/** What the buttons are called in `button` and in `buttons`. */
const BUTTONS = { left: [0, 1], middle: [1, 4], right: [2, 2] } as const;

export type Button = keyof typeof BUTTONS;

/** All these, as in `buttons`. */
export function maskOf(buttons: readonly Button[]): number {
  return buttons.reduce((mask, button) => mask | BUTTONS[button][1], 0);
}

export function moveAction({ x, y }: Point, modifiers: Modifiers = NO_MODIFIERS, buttons = 0): MouseAction {
  return { do: "mouse", type: "mousemove", x, y, button: 0, buttons, clickCount: 0, modifiers };
}

export function pressAction(point: Point, button: Button, clickCount: number, modifiers: Modifiers): MouseAction {
  const [number, held] = BUTTONS[button];
  const { x, y } = point;
  return { do: "mouse", type: "mousedown", x, y, button: number, buttons: held, clickCount, modifiers };
}

export function releaseAction(point: Point, button: Button, clickCount: number, modifiers: Modifiers): MouseAction {
  return { ...pressAction(point, button, clickCount, modifiers), type: "mouseup", buttons: 0 };
}

/** So far from its place the mouse comes in. */
const APPROACH_PX = 1;

/**
 * The mouse comes to a place by way of one beside it: menus that open under a resting mouse take no notice of the first
 * move.
 */
export function approachActions({ x, y }: Point, modifiers: Modifiers): MouseAction[] {
  return [
    moveAction({ x: Math.max(0, x - APPROACH_PX), y: Math.max(0, y - APPROACH_PX) }, modifiers),
    moveAction({ x, y }, modifiers),
  ];
}

/** The mouse goes there and clicks `count` times. */
export function clickActions(point: Point, button: Button = "left", count = 1, modifiers = held()): InputAction[] {
  return [...approachActions(point, modifiers), ...pressActions(point, button, count, modifiers)];
}

/** Clicks `count` times where the mouse is; the button stays down for `delayMs`. */
export function pressActions(
  point: Point,
  button: Button = "left",
  count = 1,
  modifiers = held(),
  delayMs = 0,
): InputAction[] {
  const inputActions: InputAction[] = [];
  for (let n = 1; n <= count; n += 1) {
    const press = pressAction(point, button, n, modifiers);
    inputActions.push(press);
    if (button === "right") inputActions.push({ ...press, type: "contextmenu" });
    if (delayMs > 0) inputActions.push({ do: "pause", ms: delayMs });
    inputActions.push(releaseAction(point, button, n, modifiers));
  }
  return inputActions;
}

/** Goes down and up again, with its modifiers around it. */
export function keyActions(key: Key, holds: Modifiers = NO_MODIFIERS): InputAction[] {
  const down: InputAction[] = [];
  const up: InputAction[] = [];
  let now = held();
  for (const hold of Object.keys(holds) as Array<keyof Modifiers>) {
    if (!holds[hold] || now[hold]) continue;
    now = { ...now, [hold]: true };
    down.push({ do: "key", type: "keydown", key: holdKey(hold), modifiers: now });
    up.unshift({ do: "key", type: "keyup", key: holdKey(hold), modifiers: now });
  }
  const press: InputAction[] = [
    { do: "key", type: "keydown", key, modifiers: now },
    { do: "key", type: "keyup", key, modifiers: now },
  ];
  return [...down, ...press, ...up];
}

let heldKeys: Modifiers = NO_MODIFIERS;

/** The modifiers that `press --down` left down in this document. */
export function held(): Modifiers {
  return heldKeys;
}

export function hold(name: keyof Modifiers, down: boolean): void {
  heldKeys = { ...heldKeys, [name]: down };
}

/** What is held, and these as well. */
export function withHeld(names: ReadonlyArray<keyof Modifiers>): Modifiers {
  const all = { ...heldKeys };
  for (const name of names) all[name] = true;
  return all;
}
