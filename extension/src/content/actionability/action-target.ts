// Action targets: the element that an action is for, ready for it, and the point where the action reaches it.

import { CommandError, ours } from "../../shared/errors";
import type { FrameCall } from "../command";
import { lookForAny, type Locator } from "../locators/find";
import { hitPlace, lookForEditable, lookForEnabled, lookForSpot, type Offset } from "./actionability";
import { clickBox, middle } from "../dom/visible";
import type { Place } from "./press-point";
import { until } from "./wait";

export interface Point {
  x: number;
  y: number;
}

export interface ActionTarget extends Place {
  element: Element;
  /** True if events at the point reach the element; false if only events dispatched to it do. */
  reached: boolean;
}

export interface ActionTargetParams extends Locator {
  force: boolean;
  at?: string;
}

/** Waits until the element can be reached by the mouse. With `force` it takes what is there. */
export async function waitForActionTarget(params: ActionTargetParams, call: FrameCall): Promise<ActionTarget> {
  const offset = params.at === undefined ? null : pointOf(params.at, "--at");
  if (!params.force) {
    return { ...(await until(call, () => lookForSpot(params, call, offset))), reached: true };
  }
  return reach(await until(call, () => lookForAny(params, call)), offset);
}

/** Waits until the element is there, visible and enabled. With `force` it takes what is there. */
export function waitForKeyTarget(params: ActionTargetParams, call: FrameCall): Promise<Element> {
  return until(call, () => (params.force ? lookForAny(params, call) : lookForEnabled(params, call)));
}

/** Waits until it takes text as well. With `force` it takes what is there. */
export function waitForTextTarget(params: ActionTargetParams, call: FrameCall): Promise<Element> {
  return until(call, () => (params.force ? lookForAny(params, call) : lookForEditable(params, call)));
}

/** The point of an element as it is: in view if it can be, reached or not. */
function reach(element: Element, offset: Offset): ActionTarget {
  const place = hitPlace(element, offset);
  if (place) return { element, ...place, reached: true };
  const box = element.getBoundingClientRect();
  const point = offset ? { x: box.x + offset.x, y: box.y + offset.y } : middle(clickBox(element));
  return { element, ...point, reached: false };
}

/** `X,Y` as numbers. Throws INVALID_PARAMS. */
export function pointOf(text: string, option: "--at" | "--by" | "--to" | "--from" | "--path" | ""): Point {
  const found = /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text);
  if (!found) {
    const hint = ours`Write it like ${option} 20,35`;
    const what = option === "" ? "A point or distance" : option;
    throw new CommandError("INVALID_PARAMS", `${what} takes two numbers, not ${text}`, { text }, hint);
  }
  return { x: Number(found[1]), y: Number(found[2]) };
}
