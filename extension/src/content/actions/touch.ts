// tap, swipe: a finger, where the page is laid out for one.

import type { Commands } from "../../generated/registry";
import { CommandError, ownWords } from "../../shared/errors";
import { waitForActionTarget, pointOf, type Point } from "../actionability/action-target";
import type { FrameCall } from "../command";
import { describe } from "../dom/describe";
import type { Plan } from "./plan";
import { deepElementFromPoint, flatParent, rootElement } from "../dom/roots";
import { scrollerAt } from "../dom/scroller";
import { focusSelector } from "./mouse";

/** As fast as one leafs through pictures. */
const SWIPE_MS = 200;
const MOVES = 10;
/** The finger stays so far within the viewport. */
const EDGE_PX = 2;

export async function tap(params: Commands["tap"]["params"], call: FrameCall): Promise<Plan<"tap">> {
  needTouch(call);
  const { element, x, y } = await waitForActionTarget(params, call);
  const partialResult = { ...describe(element), url: location.href, trusted: false };
  return {
    inputActions: [{ do: "touch", path: [{ x, y }], durationMs: params.delay }],
    partialResult,
    done: () => ({ ...partialResult, url: location.href, focus: focusSelector() }),
    atOnce: true,
  };
}

export async function swipe(params: Commands["swipe"]["params"], call: FrameCall): Promise<Plan<"swipe">> {
  needTouch(call);
  const { direction, distance, toPoint } = params;
  if ((direction == null) === (toPoint == null)) {
    const hint = ownWords`Give --direction up, or a point with --to X,Y`;
    throw new CommandError("INVALID_PARAMS", ownWords`Say in one way where to swipe`, {}, hint);
  }
  const { element, x, y } = await waitForActionTarget(params, call);
  const corner = element.getBoundingClientRect();
  const to = toPoint == null ? null : pointOf(toPoint, "--to");
  const end = within(
    to ? { x: corner.left + to.x, y: corner.top + to.y } : away({ x, y }, direction ?? "up", distance),
  );
  const hit = deepElementFromPoint(x, y) ?? rootElement();
  const [dx, dy] = [x - end.x, y - end.y];
  const box = scrollerAt(hit, dx, dy);
  const standing = (): string => `${box.scrollLeft},${box.scrollTop}`;
  const before = standing();
  const touched: Event[] = [];
  for (const type of ["touchstart", "touchmove"]) {
    window.addEventListener(type, (event) => void touched.push(event), {
      capture: true,
      passive: true,
      signal: call.over,
    });
  }
  const lets = { x: panned(hit, "pan-x"), y: panned(hit, "pan-y") };
  const partialResult = { scrolled: false, ...describe(element), url: location.href, trusted: false };
  const path = Array.from({ length: MOVES + 1 }, (_, n) => ({ x: x - (dx * n) / MOVES, y: y - (dy * n) / MOVES }));
  return {
    inputActions: [{ do: "touch", path, durationMs: SWIPE_MS }],
    partialResult,
    done: () => {
      // What Firefox scrolls under a finger it scrolls by the screen's own touches.
      if (!touched.some((event) => event.defaultPrevented) && standing() === before) {
        box.scrollBy({ left: lets.x ? dx : 0, top: lets.y ? dy : 0, behavior: "instant" });
      }
      return { ...partialResult, scrolled: standing() !== before, url: location.href };
    },
  };
}

function away(
  { x, y }: Point,
  direction: "up" | "down" | "left" | "right",
  distance: number | null | undefined,
): Point {
  const upright = direction === "up" || direction === "down";
  const far =
    (distance ?? (upright ? window.innerHeight : window.innerWidth) / 2) *
    (direction === "up" || direction === "left" ? -1 : 1);
  return upright ? { x, y: y + far } : { x: x + far, y };
}

function within({ x, y }: Point): Point {
  const inside = (at: number, side: number): number => Math.min(Math.max(at, EDGE_PX), side - EDGE_PX);
  return { x: inside(x, window.innerWidth), y: inside(y, window.innerHeight) };
}

/** Whether all around it let a finger scroll that way. */
function panned(element: Element, way: "pan-x" | "pan-y"): boolean {
  for (let at: Element | null = element; at; at = flatParent(at)) {
    const { touchAction } = getComputedStyle(at);
    if (touchAction !== "" && !/auto|manipulation/.test(touchAction) && !touchAction.includes(way)) return false;
  }
  return true;
}

/** Throws INVALID_PARAMS if pages see no touch screen. */
function needTouch({ helper }: FrameCall): void {
  if (helper && hasTouch()) return;
  const message = helper ? ownWords`This viewport has no touch` : ownWords`This Firefox has no helper, and so no touch`;
  const hint = helper
    ? ownWords`Lay the tab out for a phone: clz viewport iphone-14`
    : ownWords`In the Firefox of clz open: clz viewport iphone-14`;
  throw new CommandError("INVALID_PARAMS", message, {}, hint);
}

function hasTouch(): boolean {
  try {
    document.createEvent("TouchEvent");
    return true;
  } catch {
    return false;
  }
}
