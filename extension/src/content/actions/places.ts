// mouse, wheel: at places rather than elements, with buttons that stay down from one command to the next.

import type { Commands } from "../../generated/registry";
import { CommandError, ownWords } from "../../shared/errors";
import type { ActionResult } from "../../shared/messages";
import type { MouseAction, InputAction } from "../../shared/input/input-actions";
import { pointOf, type ActionTargetParams, type Point } from "../actionability/action-target";
import type { FrameCall } from "../command";
import { describe } from "../dom/describe";
import { lookForAny } from "../locators/find";
import {
  approachActions,
  clickActions,
  maskOf,
  moveAction,
  pressAction,
  releaseAction,
  withHeld,
  type Button,
  type Plan,
} from "./plan";
import { deepElementFromPoint, rootElement } from "../dom/roots";
import { lookForOne } from "../actionability/actionability";
import { bringIntoView, scrollerAt } from "../dom/scroller";
import { clickBox, inView, middle } from "../dom/visible";
import { until } from "../actionability/wait";
import { focusSelector } from "./mouse";

type Params = Commands["mouse"]["params"];
type Placed = Omit<ActionTargetParams, "target" | "at"> & { target?: string };

/** Firefox begins to scroll within this time after a turn of the wheel, if it does so itself. */
const TURNED_MS = 50;

/** Of this document: both go with it. */
let mouseAt: Point | null = null;
let down: readonly Button[] = [];

export async function mouse(params: Params, call: FrameCall): Promise<Plan<"mouse">> {
  const { action, button } = params;
  const point = await placeOf(params, params.point, call);
  const place = point ?? mouseAt;
  if (!place) {
    const hint = ownWords`Type: clz mouse move 200,150`;
    throw new CommandError("INVALID_PARAMS", ownWords`Say where: the mouse has not been in this page yet`, {}, hint);
  }
  refuseHeld(action, button);
  const hit = hitAt(place, down.length > 0);
  const after = action === "down" ? [...down, button] : action === "up" ? down.filter((one) => one !== button) : down;
  const described = describe(hit);
  const partialResult: ActionResult<"mouse"> = {
    ...place,
    down: [...after],
    ...described,
    url: location.href,
    trusted: false,
  };
  const went = point !== null && (mouseAt?.x !== place.x || mouseAt.y !== place.y || action === "move");
  mouseAt = place;
  return {
    inputActions: stepsOf(params, place, went, after),
    partialResult,
    done: () => {
      down = after;
      return { ...partialResult, url: location.href, focus: focusSelector() };
    },
    atOnce: true,
  };
}

function stepsOf(
  { action, button, count, modifier }: Params,
  place: Point,
  went: boolean,
  after: readonly Button[],
): InputAction[] {
  const holds = withHeld(modifier ?? []);
  if (action === "click") return clickActions(place, button, count, holds);
  const move = down.length > 0 ? [moveAction(place, holds, maskOf(down))] : approachActions(place, holds);
  const inputActions: MouseAction[] = went ? move : [];
  const buttons = maskOf(after);
  if (action === "down") {
    const press = { ...pressAction(place, button, 1, holds), buttons };
    inputActions.push(press);
    if (button === "right") inputActions.push({ ...press, type: "contextmenu" });
  } else if (action === "up") inputActions.push({ ...releaseAction(place, button, 1, holds), buttons });
  return inputActions.map((one) => ({ ...one, lasts: true }));
}

/** Throws INVALID_PARAMS if the button is down already, or is not. */
function refuseHeld(action: Params["action"], button: Button): void {
  const isDown = down.includes(button);
  if (action === "up" && !isDown) {
    const hint = ownWords`Press it first: clz mouse down X,Y`;
    throw new CommandError("INVALID_PARAMS", `The ${button} button is not down in this page`, { down }, hint);
  }
  if (isDown && (action === "down" || action === "click")) {
    const hint = ownWords`Let go of it: clz mouse up`;
    throw new CommandError("INVALID_PARAMS", `The ${button} button is down already`, { down }, hint);
  }
}

export async function mouseWheel(
  params: Commands["mouseWheel"]["params"],
  call: FrameCall,
): Promise<Plan<"mouseWheel">> {
  const { delta } = params;
  const { x: dx, y: dy } = pointOf(delta.includes(",") ? delta : `0,${delta}`, "");
  const place = (await placeOf(params, params.at, call)) ??
    mouseAt ?? { x: window.innerWidth / 2, y: window.innerHeight / 2 };
  const hit = hitAt(place, false);
  const box = scrollerAt(hit, dx, dy);
  const standing = (): string => `${box.scrollLeft},${box.scrollTop}`;
  const before = standing();
  let turned: WheelEvent | null = null;
  window.addEventListener("wheel", (event) => void (turned = event), {
    capture: true,
    passive: true,
    signal: call.over,
  });
  const described = describe(hit);
  const partialResult: ActionResult<"mouseWheel"> = {
    scrolled: false,
    ...described,
    url: location.href,
    trusted: false,
  };
  mouseAt = place;
  const modifiers = withHeld([]);
  return {
    inputActions: [
      moveAction(place, modifiers, maskOf(down)),
      { do: "wheel", ...place, dx, dy, modifiers },
      { do: "pause", ms: TURNED_MS },
    ],
    partialResult,
    done: () => {
      // Firefox scrolls by what comes from its window's own process; the page was asked all the same.
      if (turned && !turned.defaultPrevented && standing() === before)
        box.scrollBy({ left: dx, top: dy, behavior: "instant" });
      return { ...partialResult, scrolled: standing() !== before, url: location.href };
    },
  };
}

/** A point of the viewport, or from the corner of the target; null if neither is named. */
async function placeOf(params: Placed, text: string | undefined, call: FrameCall): Promise<Point | null> {
  const given = text == null ? null : pointOf(text, "");
  const { target } = params;
  if (target == null) return given;
  const look = params.force ? lookForAny : lookForOne;
  const element = await until(call, () => look({ ...params, target }, call));
  const at = (): Point => {
    const { left, top } = element.getBoundingClientRect();
    return given ? { x: left + given.x, y: top + given.y } : middle(clickBox(element));
  };
  if (!inView(at())) bringIntoView(element);
  return at();
}

/**
 * What lies there. A press goes on over frames; else what is in them is named in its own measure. Throws
 * INVALID_PARAMS.
 */
function hitAt(place: Point, pressed: boolean): Element {
  const { x, y } = place;
  if (!inView(place)) {
    const size = `${window.innerWidth}x${window.innerHeight}`;
    const hint = ownWords`Scroll first, or count from an element: --in TARGET`;
    throw new CommandError("INVALID_PARAMS", `${x},${y} is out of view: the viewport is ${size}`, { x, y }, hint);
  }
  const hit = deepElementFromPoint(x, y) ?? rootElement();
  if (!pressed && hit.matches("iframe, frame")) {
    const hint = ownWords`Count from an element inside it: --in TARGET, or --in body --frame f2`;
    throw new CommandError("INVALID_PARAMS", `At ${x},${y} lies a frame`, { x, y }, hint);
  }
  return hit;
}
