// Where the mouse rests in this document. What has come up there since is entered only once the mouse moves, and some menus
// take what they learn of late for where the mouse is: a person's mouse moves there before it goes on.

import type { InputAction } from "../../shared/input/input-actions";
import type { Point } from "../actionability/action-target";
import { deepElementFromPoint } from "../dom/roots";
import { moveAction } from "./plan";

/** Where it went last, and what lay there then. */
let resting: { at: Point; over: Element | null } | null = null;

/** The same actions, with the mouse first moved where it rests, if something else lies there now. */
export function fromRest(inputActions: InputAction[]): InputAction[] {
  const [first] = inputActions;
  const leaves = first?.do === "drag" || (first?.do === "mouse" && first.type === "mousemove" && first.buttons === 0);
  if (!first || !leaves || !resting || deepElementFromPoint(resting.at.x, resting.at.y) === resting.over)
    return inputActions;
  return [moveAction(resting.at, first.modifiers), ...inputActions];
}

/** Notes where these leave the mouse, before they are performed: what they bring up there comes later. */
export function noteRest(inputActions: InputAction[]): void {
  const last = inputActions.findLast((one) => one.do === "mouse" || one.do === "drag");
  const at = last?.do === "drag" ? last.path.at(-1) : last;
  if (at) resting = { at: { x: at.x, y: at.y }, over: deepElementFromPoint(at.x, at.y) };
}
