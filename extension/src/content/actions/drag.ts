// drag: with the mouse, as a person does it. Where the browser's own drag and drop begins on the way, it takes over.

import type { Commands } from "../../generated/registry";
import { CommandError, ownWords } from "../../shared/errors";
import { waypoints } from "../../shared/input/waypoints";
import type { ActionResult } from "../../shared/messages";
import { waitForActionTarget, pointOf, type ActionTarget, type Point } from "../actionability/action-target";
import { NotInThisFrame, type FrameCall } from "../command";
import { describe } from "../dom/describe";
import { fingerprint } from "./fingerprint";
import { withHeld, type Plan } from "./plan";
import { deepElementFromPoint, flatParent, hasOtherFrames } from "../dom/roots";
import { lookForOne } from "../actionability/actionability";
import { bringIntoView } from "../dom/scroller";
import { clickBox, inView, inViewport, middle } from "../dom/visible";
import type { Look } from "../actionability/look";
import { until } from "../actionability/wait";

export type DragParams = Commands["drag"]["params"];

/** Of a target in a row with what is dragged: its middle is where some lists have not made up their minds yet. */
const PAST_MIDDLE = 0.25;

const SELECTED_CHARS = 1_000;

const LISTS =
  'ul, ol, menu, tbody, tr, [role="list"], [role="listbox"], [role="tablist"], [role="tree"], [role="grid"], [role="rowgroup"], [role="row"]';

export async function drag(params: DragParams, call: FrameCall): Promise<Plan<"drag">> {
  const { to, by, path } = params;
  const ways = [to, by, path].filter((way) => way != null).length;
  if (params.toPoint != null && to == null) {
    const message = ownWords`A point to drop at was given, but no element to drop on`;
    throw new CommandError("INVALID_PARAMS", message, {}, ownWords`Give that as a second target: clz drag TARGET TO`);
  }
  if (ways === 0 || (to != null && by != null)) {
    const hint = ownWords`Give a second target, --by DX,DY or --path.`;
    throw new CommandError("INVALID_PARAMS", ownWords`Say where to drag it`, {}, hint);
  }
  const distance = by == null ? null : pointOf(by, "--by");
  const toPoint = params.toPoint == null ? null : pointOf(params.toPoint, "--to");
  const through = pointsOf(path);
  const waitForStart = async (): Promise<ActionTarget> => {
    if (params.fromPoint != null) return waitForActionTarget({ ...params, at: params.fromPoint }, call);
    const found = await waitForActionTarget(params, call);
    return isSlider(found.element) ? { ...found, ...thumbOf(found.element) } : found;
  };
  // The start says which frame it is; the end is looked for there first.
  let start = await waitForStart();
  leaveToOthers(to, call);
  const end = to == null ? null : await until(call, () => lookForEnd(to, params, call));
  // The page may have moved while its end was waited for, and bringing the start into view may move the end.
  if (end) start = await waitForStart();
  const stopsFrom = (from: ActionTarget): Point[] => {
    const stops = through.map((point) => cornerOf(from.element, point));
    if (end) stops.push(toPoint ? cornerOf(end, toPoint) : goalIn(end, from));
    else if (distance) stops.push({ x: from.x + distance.x, y: from.y + distance.y });
    return stops;
  };
  if (!stopsFrom(start).every(inView)) {
    // As much as fits: what is out of view no mouse gets to.
    bringIntoView(end ?? start.element);
    start = await waitForStart();
  }
  const stops = stopsFrom(start);
  const described = describe(start.element);
  const partialResult: ActionResult<"drag"> = {
    dragged: true,
    kind: "pointer",
    ...described,
    url: location.href,
    trusted: false,
  };
  const watched = watch(call);
  const selectedBefore = selectedText();
  const around = end ? [start.element, end] : [start.element];
  const before = onCanvas(start) ? "" : fingerprint(around);
  return {
    inputActions: [
      {
        do: "drag",
        path: waypoints({ x: start.x, y: start.y }, stops, params.steps),
        durationMs: params.duration,
        modifiers: withHeld(params.modifier ?? []),
      },
    ],
    ...(!start.reached && { dispatchTo: start.element }),
    partialResult,
    done: () => ({
      ...partialResult,
      ...watched(),
      ...(isSlider(start.element) && { value: start.element.value }),
      ...(selectedText() !== selectedBefore && { selected: selectedText() }),
      ...(before && { changed: before !== fingerprint(around) }),
      url: location.href,
    }),
  };
}

function isSlider(element: Element): element is HTMLInputElement {
  return element instanceof HTMLInputElement && element.type === "range";
}

/** The middle of a slider's thumb: pressed elsewhere, it would jump there before it is dragged. */
function thumbOf(slider: HTMLInputElement): Point {
  const { left, top, width, height } = slider.getBoundingClientRect();
  const [least, most] = [Number(slider.min || 0), Number(slider.max || 100)];
  const part = most > least ? (slider.valueAsNumber - least) / (most - least) : 0;
  const isUpright = height > width;
  const [length, across] = isUpright ? [height, width] : [width, height];
  const thumb = Math.min(across, parseFloat(getComputedStyle(slider, "::-moz-range-thumb").width) || across);
  const backwards = isUpright || getComputedStyle(slider).direction === "rtl";
  const along = thumb / 2 + (backwards ? 1 - part : part) * (length - thumb);
  return isUpright ? { x: left + width / 2, y: top + along } : { x: left + along, y: top + height / 2 };
}

function selectedText(): string {
  return (document.getSelection()?.toString() ?? "").slice(0, SELECTED_CHARS);
}

/** `X,Y X,Y` as points. Throws INVALID_PARAMS. */
export function pointsOf(text: string | null | undefined): Point[] {
  return (text ?? "")
    .split(/\s+/)
    .filter(Boolean)
    .map((point) => pointOf(point, "--path"));
}

/** Sees whether the browser's own drag and drop has begun, and whether it ended in a drop that was taken. */
function watch({ over }: FrameCall): () => Pick<ActionResult<"drag">, "kind" | "accepted"> {
  let started: DragEvent | null = null;
  let accepted = false;
  const passive = { capture: true, passive: true, signal: over };
  window.addEventListener("dragstart", (event) => void (started = event), passive);
  window.addEventListener("drop", () => void (accepted = true), passive);
  return () => (started && !started.defaultPrevented ? { kind: "html5", accepted } : { kind: "pointer" });
}

/** What is drawn there leaves no trace in the document. */
function onCanvas({ x, y }: Point): boolean {
  return deepElementFromPoint(x, y) instanceof HTMLCanvasElement;
}

/** A ref says itself which frame it is of. */
function leaveToOthers(to: string | null | undefined, { frame }: FrameCall): void {
  const ref = /^\s*@(f\d+)?e\d+\s*$/.exec(to ?? "");
  if (to == null || !ref || (ref[1] ?? "") === frame) return;
  throw new NotInThisFrame({ target: to, need: "visible", first: false, patient: false });
}

/** The end, as long as no other frame has it: what is dragged may go there. */
function lookForEnd(to: string, { frame }: DragParams, call: FrameCall): Look<Element> {
  const look = lookForOne({ target: to }, call);
  // What is looked for once is missing for good.
  if (look.ready || !look.query || frame != null || call.deadline.passed || !hasOtherFrames()) return look;
  throw new NotInThisFrame(look.query);
}

function cornerOf(element: Element, { x, y }: Point): Point {
  const { left, top } = element.getBoundingClientRect();
  return { x: left + x, y: top + y };
}

/** The middle of the end; of one in a row with what is dragged a place beyond it, seen from there. */
function goalIn(end: Element, start: ActionTarget): Point {
  const box = clickBox(end);
  const goal = inViewport(box) ? middle(box) : { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  if (!inOneRow(start.element, end)) return goal;
  const [dx, dy] = [goal.x - start.x, goal.y - start.y];
  return Math.abs(dx) > Math.abs(dy)
    ? { x: goal.x + Math.sign(dx) * box.width * PAST_MIDDLE, y: goal.y }
    : { x: goal.x, y: goal.y + Math.sign(dy) * box.height * PAST_MIDDLE };
}

/** True for like items of one list, or parts of them such as handles; what is dragged out of a list in them is none. */
function inOneRow(a: Element, b: Element): boolean {
  for (let item: Element | null = a; item; item = flatParent(item)) {
    const list = flatParent(item);
    for (let other: Element | null = b; list && other; other = flatParent(other)) {
      if (flatParent(other) === list) return item !== other && isLike(item, other) && (item === a || !hasLike(a));
    }
  }
  return false;
}

/** True for two of a kind: in something that is a list, or with a class in common. */
function isLike(a: Element, b: Element): boolean {
  if (a.localName !== b.localName || a.getAttribute("role") !== b.getAttribute("role")) return false;
  if (flatParent(a)?.matches(LISTS)) return true;
  const shared = [...a.classList].filter((name) => b.classList.contains(name)).length;
  // Most of their classes: the others say what state they are in.
  return shared > 0 && 2 * shared >= a.classList.length + b.classList.length - shared;
}

function hasLike(element: Element): boolean {
  return [element.previousElementSibling, element.nextElementSibling].some(
    (one) => one !== null && isLike(element, one),
  );
}
