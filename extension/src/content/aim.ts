// Aiming: the element that an action is for, ready for it, and the point where it reaches it.

import { CommandError } from "../shared/errors";
import type { Call } from "./call";
import { findAll } from "./find";
import { hitSpot, lookForEnabled, lookForSpot, type Spot } from "./ready";
import { notFound } from "./suggest";
import { deepElementFromPoint, flatContains } from "./roots";
import { clickBox, inViewport, isVisible, middle } from "./visible";
import { until, type Look } from "./wait";

export interface Point {
  x: number;
  y: number;
}

export interface Aimed extends Point {
  element: Element;
  /** True where events at the point reach the element; false where only events sent to it straight do. */
  reached: boolean;
}

export interface AimParams {
  target: string;
  force: boolean;
  at?: string;
}

/** Waits until the element can be reached by the mouse. With `force` it takes what is there. */
export async function aim({ target, force, at }: AimParams, call: Call): Promise<Aimed> {
  const offset = at === undefined ? null : pointOf(at, "--at");
  if (!force) {
    const { element, x, y } = await until(call, () => lookForSpot(target, call, offset));
    return { element, x, y, reached: true };
  }
  const element = await until(call, () => lookForAny(target, call));
  const spot = reach(element, offset);
  if (spot) return { element, x: spot.x, y: spot.y, reached: true };
  const box = element.getBoundingClientRect();
  const point = offset ? { x: box.x + offset.x, y: box.y + offset.y } : middle(clickBox(element));
  return { element, ...point, reached: false };
}

/** Waits until the element is there, visible and enabled. With `force` it takes what is there. */
export function aimKeys({ target, force }: AimParams, call: Call): Promise<Element> {
  return until(call, () => (force ? lookForAny(target, call) : lookForEnabled(target, call)));
}

/** The first visible element that matches, else the first of all. */
function lookForAny(target: string, call: Call): Look<Element> {
  const found = findAll(target);
  const element = found.find(isVisible) ?? found[0];
  return element ? { ready: true, value: element } : { ready: false, fault: () => notFound(target, call) };
}

function reach(element: Element, offset: Point | null): Spot | null {
  const spot = hitSpot(element, offset);
  if (spot) return spot;
  element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  return hitSpot(element, offset);
}

/** `X,Y` as numbers. Throws INVALID_PARAMS. */
export function pointOf(text: string, option: string): Point {
  const found = /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text);
  if (!found) {
    throw new CommandError("INVALID_PARAMS", `${option} takes two numbers, not ${text}`, { text }, `Write it like ${option} 20,35`);
  }
  return { x: Number(found[1]), y: Number(found[2]) };
}

/** True where a press at the point would go to the element or into it. */
export function reaches(element: Element, { x, y }: Point): boolean {
  const hit = deepElementFromPoint(x, y);
  return hit !== null && flatContains(element, hit);
}

/** The middle of an element that is scrolled into view. */
export function middleOf(element: Element): Point {
  const box = clickBox(element);
  if (!inViewport(box)) element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  return middle(clickBox(element));
}
