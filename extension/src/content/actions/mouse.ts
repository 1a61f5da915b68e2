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
import { approachActions, moveAction, pressActions, withHeld, type Button, type Plan, type Step } from "./plan";
import { HitGuard } from "../actionability/hit-guard";
import { isReachedAt, otherControlAt, placeOf, type Place } from "../actionability/press-point";
import { covered, hitPlace } from "../actionability/actionability";
import { until } from "../actionability/wait";
import type { Look } from "../actionability/look";
import { mainModifier } from "../synthetic-input/keys";
import { deepActiveElement } from "../dom/roots";

interface Clicks {
  button: Button;
  count: number;
  modifier: ReadonlyArray<keyof Modifiers>;
  delayMs?: number;
}

export const LEFT: Clicks = { button: "left", count: 1, modifier: [] };

/** A selector of what has the focus, for results; empty where only the page itself has. */
export function focusSelector(): string {
  if (!document.documentElement) return "";
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
 * Firefox scrolls to what was just typed, the mouse goes after it. What comes over it with the mouse, or at the last
 * moment, gets no click. Throws COVERED where no place is left in time.
 */
export function clickPlan(
  actionTarget: ActionTarget,
  { target, force, at }: ActionTargetParams,
  clicks: Clicks,
  call: FrameCall,
): Pick<Plan<"click">, "inputActions" | "dispatchTo" | "next"> {
  const { element } = actionTarget;
  const modifiers = withHeld(clicks.modifier);
  const press = (place: Point): InputAction[] =>
    pressActions(place, clicks.button, clicks.count, modifiers, clicks.delayMs);
  const isInside = at !== undefined;
  const isMeant = (place: Place): boolean =>
    isReachedAt(place, element) && (isInside || !otherControlAt(place, element));
  /** What comes next with the mouse there: the press, or a move to where the element is reached now. */
  const look = (mouse: Place): Look<Step> => {
    if (isMeant(mouse)) return { ready: true, value: guarded(mouse) };
    const place = isInside ? null : (placeOf(element) ?? hitPlace(element));
    if (!place || !isMeant(place)) return { ready: false, fault: () => covered(element, null, target, call) };
    return { ready: true, value: { inputActions: [moveAction(place, modifiers)], next: () => after(place) } };
  };
  const after = (mouse: Place): Promise<Step> =>
    force || !element.isConnected ? Promise.resolve({ inputActions: press(mouse) }) : until(call, () => look(mouse));
  const guarded = (mouse: Place): Step => {
    const guard = new HitGuard(element, mouse, isInside);
    call.over.addEventListener("abort", () => guard.end());
    const isLast = (): boolean => {
      guard.end();
      return !guard.missed;
    };
    const next = (): Promise<Step> => {
      if (call.deadline.passed) throw covered(element, null, target, call);
      return after(mouse);
    };
    return { inputActions: press(mouse), next, isLast };
  };
  return { ...actionsAt(actionTarget, approachActions(actionTarget, modifiers)), next: () => after(actionTarget) };
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
  const { button, count, newTab, delay: delayMs } = params;
  const modifier = newTab ? [...(params.modifier ?? []), mainModifier()] : (params.modifier ?? []);
  return planClick(params, { button, count, modifier, delayMs }, call);
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
