// Action targets: the element that an action is for, ready for it, and the point where the action reaches it.

import { CommandError, ownWords } from "../../shared/errors";
import type { CoverMessage } from "../../shared/messages";
import type { FrameCall } from "../command";
import { selectorOf } from "../dom/describe";
import { bringIntoView } from "../dom/scroller";
import { lookForAny, type Locator } from "../locators/find";
import { hitPlace, lookForEditable, lookForEnabled, lookForSpot, type Offset } from "./actionability";
import { clickBox, middle } from "../dom/visible";
import type { Place } from "./press-point";
import { pause, until } from "./wait";

/** A cover of the page around a frame is looked for again after this long. */
const LOOK_AGAIN_MS = 100;

/** The process of the page around a frame scrolls it within so many looks, whether or not anything is waited for. */
const SCROLL_LOOKS = 5;

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
  if (params.force) return forced(await until(call, () => lookForAny(params, call)), offset, call);
  for (let looks = 1; ; looks += 1) {
    const spot = await until(call, () => lookForSpot(params, call, offset));
    const cover = await coverOverFrame(spot, call);
    if (cover === null) return { ...spot, reached: true };
    const scrolls = cover === "" && looks <= SCROLL_LOOKS;
    if (call.deadline.passed && !scrolls) throw coveredFrame(spot.element, params.target, cover);
    call.waiting();
    // What the page keeps at its edges covers no more of the frame than that, and the frame may be out of view: Firefox takes
    // no input there.
    if (looks === 1) bringIntoView(spot.element, "center", cover === "");
    await pause(call, LOOK_AGAIN_MS);
  }
}

/** The point of an element as it is; in a frame that can be scrolled into view, once it is. */
async function forced(element: Element, offset: Offset, call: FrameCall): Promise<ActionTarget> {
  for (let looks = 1; ; looks += 1) {
    const target = reach(element, offset);
    const cover = target.reached ? await coverOverFrame(target, call) : null;
    if (cover === null) return target;
    if (cover !== "" || looks > SCROLL_LOOKS) return { ...target, reached: false };
    if (looks === 1) bringIntoView(element, "center", true);
    await pause(call, LOOK_AGAIN_MS);
  }
}

/** What the pages around this frame have laid over it there; empty if it is out of view in them, null for nothing. */
async function coverOverFrame({ x, y }: Point, { id }: FrameCall): Promise<string | null> {
  if (window === window.top) return null;
  const message: CoverMessage = { clz: "cover", id, x, y };
  return (await browser.runtime.sendMessage(message).catch(() => null)) as string | null;
}

function coveredFrame(element: Element, target: string, cover: string): CommandError {
  const details = { target, element: selectorOf(element), cover: cover || null, url: location.href };
  if (cover === "") {
    const what = `${target} cannot be scrolled into view: the page around its frame does not show that part of it`;
    return new CommandError("COVERED", what, details);
  }
  const message = `${target} is covered by ${cover}, which the page has laid over this frame`;
  return new CommandError("COVERED", message, details, ownWords`Close it, or act in it: clz screenshot shows it`);
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
    const hint = ownWords`Write it like ${option} 20,35`;
    const what = option === "" ? "A point or distance" : option;
    throw new CommandError("INVALID_PARAMS", `${what} takes two numbers, not ${text}`, { text }, hint);
  }
  return { x: Number(found[1]), y: Number(found[2]) };
}
