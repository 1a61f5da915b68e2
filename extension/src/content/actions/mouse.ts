// click, dblclick, hover, download: the mouse.

import type { Commands } from "../../generated/registry";
import type { ActionResult } from "../../shared/messages";
import type { Modifiers, InputAction } from "../../shared/input/input-actions";
import { aim, type AimParams, type Aimed, type Point } from "../actionability/action-target";
import type { Call } from "../command";
import { describe, selectorOf } from "../dom/describe";
import { approachActions, moveAction, pressActions, withHeld, type Button, type Plan } from "./plan";
import { otherControlAt, placeOf } from "../actionability/press-point";
import { covered } from "../actionability/actionability";
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

/** What reaches nothing by its place gets its events straight: the helper sends them to places only. */
function aimedSteps(
  { element, reached }: Aimed,
  inputActions: InputAction[],
): { inputActions: InputAction[]; aimed?: Element } {
  return reached ? { inputActions } : { inputActions, aimed: element };
}

/**
 * The mouse goes to the element and, once the page has answered, clicks. Buttons that come up under the mouse get no
 * click that was meant for what they are in: it goes beside them. Throws COVERED where no place is left.
 */
export function clickPlan(
  aimed: Aimed,
  { target, force, at }: AimParams,
  clicks: Clicks,
  call: Call,
): Pick<Plan<"click">, "inputActions" | "aimed" | "next"> {
  const { element } = aimed;
  const modifiers = withHeld(clicks.modifier);
  const press = (point: Point): InputAction[] => pressActions(point, clicks.button, clicks.count, modifiers);
  const next = (): InputAction[] => {
    if (force || at !== undefined || !element.isConnected || !otherControlAt(aimed, element)) return press(aimed);
    const place = placeOf(element);
    if (!place || otherControlAt(place, element)) throw covered(element, null, target, call);
    return [moveAction(place, modifiers), ...press(place)];
  };
  return { ...aimedSteps(aimed, approachActions(aimed, modifiers)), next };
}

async function planClick(params: AimParams, clicks: Clicks, call: Call): Promise<Plan<"click"> & Plan<"dblclick">> {
  const aimed = await aim(params, call);
  const partialResult = { clicked: true, ...describe(aimed.element), url: location.href, trusted: false };
  return {
    ...clickPlan(aimed, params, clicks, call),
    partialResult,
    done: () => ({ ...partialResult, url: location.href, focus: focusSelector() }),
    atOnce: true,
  };
}

export function click(params: Commands["click"]["params"], call: Call): Promise<Plan<"click">> {
  const { button, count, newTab } = params;
  // A click with Control opens a link in a new tab everywhere but on a Mac.
  const opener: keyof Modifiers = /Mac/.test(navigator.platform) ? "meta" : "ctrl";
  const modifier = newTab ? [...(params.modifier ?? []), opener] : (params.modifier ?? []);
  return planClick(params, { button, count, modifier }, call);
}

export function dblclick(params: Commands["dblclick"]["params"], call: Call): Promise<Plan<"dblclick">> {
  return planClick(params, { button: "left", count: 2, modifier: params.modifier ?? [] }, call);
}

export async function hover(params: Commands["hover"]["params"], call: Call): Promise<Plan<"hover">> {
  const aimed = await aim(params, call);
  const partialResult = { hovered: true, ...describe(aimed.element), url: location.href, trusted: false };
  return {
    ...aimedSteps(aimed, approachActions(aimed, withHeld(params.modifier ?? []))),
    partialResult,
    done: () => ({ ...partialResult, url: location.href }),
    atOnce: true,
  };
}

export async function download(params: Commands["download"]["params"], call: Call): Promise<Plan<"download">> {
  const aimed = await aim(params, call);
  const partialResult: ActionResult<"download"> = { ...describe(aimed.element), url: location.href, trusted: false };
  return { ...clickPlan(aimed, params, LEFT, call), partialResult, done: () => partialResult, atOnce: true };
}
