// click, dblclick, hover, download: the mouse.

import type { Commands } from "../../generated/registry";
import type { ActionResult } from "../../shared/messages";
import type { Modifiers, InputAction } from "../../shared/input/input-actions";
import {
  waitForActionTarget,
  type ActionTargetParams,
  type ActionTarget,
  type Point,
} from "../actionability/action-target";
import type { FrameCall } from "../command";
import { describe, selectorOf } from "../dom/describe";
import { approachActions, moveAction, pressActions, withHeld, type Button, type Plan } from "./plan";
import { isReachedAt, otherControlAt, placeOf } from "../actionability/press-point";
import { covered, hitPlace } from "../actionability/actionability";
import { clickBox } from "../dom/visible";
import { until } from "../actionability/wait";
import type { Look } from "../actionability/look";
import { deepActiveElement } from "../dom/roots";

interface Clicks {
  button: Button;
  count: number;
  modifier: ReadonlyArray<keyof Modifiers>;
}

export const LEFT: Clicks = { button: "left", count: 1, modifier: [] };

/** A selector of what has the focus, for results; empty where only the page itself has. */
export function focusSelector(): string {
  const active = deepActiveElement();
  return active === document.body || active === document.documentElement ? "" : selectorOf(active);
}

/**
 * Where no event at its point reaches the element, the events are dispatched to it: the helper sends them to points
 * only.
 */
function actionsAt(
  { element, reached }: ActionTarget,
  inputActions: InputAction[],
): { inputActions: InputAction[]; dispatchTo?: Element } {
  return reached ? { inputActions } : { inputActions, dispatchTo: element };
}

/**
 * The mouse goes to the element and, once the page has answered, clicks. Buttons that come up under the mouse get no
 * click that was meant for what they are in: it goes beside them. Where the page has moved the element meanwhile, as when
 * Firefox scrolls to what was just typed, the mouse goes after it. Throws COVERED where no place is left in time.
 */
export function clickPlan(
  actionTarget: ActionTarget,
  { target, force, at }: ActionTargetParams,
  clicks: Clicks,
  call: FrameCall,
): Pick<Plan<"click">, "inputActions" | "dispatchTo" | "next"> {
  const { element } = actionTarget;
  const modifiers = withHeld(clicks.modifier);
  const press = (point: Point): InputAction[] => pressActions(point, clicks.button, clicks.count, modifiers);
  const before = clickBox(element);
  const look = (): Look<InputAction[]> => {
    if (force || at !== undefined || !element.isConnected) return { ready: true, value: press(actionTarget) };
    const moved = !isSameBox(before, clickBox(element)) && !isReachedAt(actionTarget, element);
    if (!moved && !otherControlAt(actionTarget, element)) return { ready: true, value: press(actionTarget) };
    const place = moved ? hitPlace(element) : placeOf(element);
    if (place && !otherControlAt(place, element))
      return { ready: true, value: [moveAction(place, modifiers), ...press(place)] };
    return { ready: false, fault: () => covered(element, null, target, call) };
  };
  const next = (): Promise<InputAction[]> => until(call, look);
  return { ...actionsAt(actionTarget, approachActions(actionTarget, modifiers)), next };
}

function isSameBox(one: DOMRect, other: DOMRect): boolean {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
}

async function planClick(
  params: ActionTargetParams,
  clicks: Clicks,
  call: FrameCall,
): Promise<Plan<"click"> & Plan<"dblclick">> {
  const actionTarget = await waitForActionTarget(params, call);
  const partialResult = { clicked: true, ...describe(actionTarget.element), url: location.href, trusted: false };
  return {
    ...clickPlan(actionTarget, params, clicks, call),
    partialResult,
    done: () => ({ ...partialResult, url: location.href, focus: focusSelector() }),
    atOnce: true,
  };
}

export function click(params: Commands["click"]["params"], call: FrameCall): Promise<Plan<"click">> {
  const { button, count, newTab } = params;
  // A click with Control opens a link in a new tab everywhere but on a Mac.
  const opener: keyof Modifiers = /Mac/.test(navigator.platform) ? "meta" : "ctrl";
  const modifier = newTab ? [...(params.modifier ?? []), opener] : (params.modifier ?? []);
  return planClick(params, { button, count, modifier }, call);
}

export function dblclick(params: Commands["dblclick"]["params"], call: FrameCall): Promise<Plan<"dblclick">> {
  return planClick(params, { button: "left", count: 2, modifier: params.modifier ?? [] }, call);
}

export async function hover(params: Commands["hover"]["params"], call: FrameCall): Promise<Plan<"hover">> {
  const actionTarget = await waitForActionTarget(params, call);
  const partialResult = { hovered: true, ...describe(actionTarget.element), url: location.href, trusted: false };
  return {
    ...actionsAt(actionTarget, approachActions(actionTarget, withHeld(params.modifier ?? []))),
    partialResult,
    done: () => ({ ...partialResult, url: location.href }),
    atOnce: true,
  };
}

export async function download(params: Commands["download"]["params"], call: FrameCall): Promise<Plan<"download">> {
  const actionTarget = await waitForActionTarget(params, call);
  const partialResult: ActionResult<"download"> = {
    ...describe(actionTarget.element),
    url: location.href,
    trusted: false,
  };
  return { ...clickPlan(actionTarget, params, LEFT, call), partialResult, done: () => partialResult, atOnce: true };
}
