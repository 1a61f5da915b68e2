// drag: with the mouse, or by the browser's drag and drop where the element is made for it.

import type { Commands } from "../../generated/registry";
import { apart } from "../../shared/apart";
import { CommandError, ours } from "../../shared/errors";
import { dragAndDrop } from "../../shared/dragdrop";
import type { ActionResult } from "../../shared/messages";
import type { Step } from "../../shared/steps";
import { aim, pointOf, type Point } from "../aim";
import type { Call } from "../call";
import { describe } from "../describe";
import { nodePath } from "../nodepath";
import { held, moveStep, pressStep, releaseStep, type Plan } from "../plan";
import { deepElementFromPoint, flatParent } from "../roots";
import { lookForOne } from "../ready";
import { clickBox, inViewport, middle } from "../visible";
import { until } from "../wait";

type Params = Commands["drag"]["params"];

/** Libraries take it for a drag only after a few moves. */
const MOVES = 8;

export async function drag(params: Params, call: Call): Promise<Plan<"drag">> {
  const { to, by } = params;
  if ((to == null) === (by == null)) {
    throw new CommandError("INVALID_PARAMS", ours`Say where to drag it`, {}, ours`Give a second target, or --by DX,DY.`);
  }
  const distance = by == null ? null : pointOf(by, "--by");
  // The start says which frame it is; the end is looked for there.
  let start = await aim(params, call);
  refuseOtherFrame(to, call);
  const end = to == null ? null : await until(call, () => lookForOne({ target: to }, call));
  // The page may have moved while its end was waited for, and bringing the start into view may move the end.
  if (end) start = await aim(params, call);
  const goal = end ? placeOf(end) : add(start, distance ?? { x: 0, y: 0 });
  const source = draggable(start.element);
  const over = end ?? (source ? deepElementFromPoint(goal.x, goal.y) : null);
  const described = describe(start.element);
  let accepted = false;
  const seen: ActionResult<"drag"> = {
    dragged: true,
    kind: source ? "html5" : "pointer",
    ...described,
    url: location.href,
    trusted: false,
  };
  if (!source || !over) {
    return { steps: pointerSteps(start, goal), seen, done: () => ({ ...seen, url: location.href }) };
  }
  const onDrop = (): void => void (accepted = true);
  window.addEventListener("drop", onDrop, { capture: true, passive: true, signal: call.over });
  return {
    steps: [{ do: "drag", source: nodePath(source), target: nodePath(over), from: placeOf(start), to: goal }],
    seen,
    done: () => ({ ...seen, accepted, url: location.href }),
  };
}

/** Does it without the helper. */
export function dragHere(source: Element | null, target: Element, from: Point, to: Point, files: File[] = []): void {
  const transfer = new DataTransfer();
  // Put in as the page itself would, or the page could not take them out.
  const pages = (transfer as unknown as { wrappedJSObject: DataTransfer }).wrappedJSObject;
  for (const file of files) pages.items.add((file as unknown as { wrappedJSObject: File }).wrappedJSObject);
  dragAndDrop(window, { source, target, from, to, transfer });
}

/** The element, or what holds it, that the browser itself would drag. */
function draggable(element: Element): Element | null {
  for (let at: Element | null = element; at; at = flatParent(at)) {
    if (at instanceof HTMLElement && at.draggable) return at;
  }
  return null;
}

function pointerSteps(from: Point, to: Point): Step[] {
  const modifiers = held();
  const steps: Step[] = [moveStep(from, modifiers), pressStep(from, "left", 1, modifiers)];
  for (let n = 1; n <= MOVES; n += 1) {
    const part = n / MOVES;
    steps.push(moveStep({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }, modifiers, 1));
  }
  return [...steps, releaseStep(to, "left", 1, modifiers)];
}

/** A ref says itself which frame it is of. Throws INVALID_TARGET. */
function refuseOtherFrame(to: string | null | undefined, { frame }: Call): void {
  const ref = /^\s*@(f\d+)?e\d+\s*$/.exec(to ?? "");
  if (ref && (ref[1] ?? "") !== frame) throw apart(String(to), ref[1] ?? "");
}

function placeOf(what: Element | Point): Point {
  if (!(what instanceof Element)) return { x: what.x, y: what.y };
  const box = clickBox(what);
  return inViewport(box) ? middle(box) : { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

function add(a: Point, b: Point): Point {
  return { x: a.x + b.x, y: a.y + b.y };
}
