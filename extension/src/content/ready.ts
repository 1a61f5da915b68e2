// Ready for an action: there, visible, enabled, steady, in view and not covered, in this order.

import { CommandError } from "../shared/errors";
import type { ErrorCode } from "../generated/registry";
import { FRAME_MS, type Call } from "./call";
import { candidate, selectorOf } from "./describe";
import { findAll } from "./find";
import { deepElementFromPoint, flatContains, flatParent } from "./roots";
import { isSteady } from "./steady";
import { notFound } from "./suggest";
import { clickBox, inViewport, isVisible, middle } from "./visible";
import type { Look } from "./wait";

const MAX_CANDIDATES = 5;
const PRESSABLE = 'button, a[href], label, [role="button"], [role="link"], summary';

export interface Spot {
  element: Element;
  /** What lies at the point: the element, something inside it, or its label. */
  hit: Element;
  x: number;
  y: number;
}

/** The one visible element that the target names. */
export function lookForOne(target: string, call: Call): Look<Element> {
  const found = findAll(target);
  const visible = found.filter(isVisible);
  const [element] = visible;
  if (visible.length > 1) {
    const candidates = visible.slice(0, MAX_CANDIDATES).map(candidate);
    throw new CommandError("AMBIGUOUS_TARGET", `${visible.length} visible elements match ${target}`, {
      target,
      count: visible.length,
      candidates,
    });
  }
  if (element) return { ready: true, value: element };
  const [hidden] = found;
  if (!hidden) return { ready: false, fault: () => notFound(target, call) };
  return not("NOT_VISIBLE", "is on the page, but not visible", target, call, hidden);
}

/** The one visible and enabled element that the target names. */
export function lookForEnabled(target: string, call: Call): Look<Element> {
  const look = lookForOne(target, call);
  if (!look.ready || !isDisabled(look.value)) return look;
  return not("DISABLED", "is disabled", target, call, look.value);
}

/** The element and the point where a click reaches it. Scrolls it into view where it has to. */
export function lookForSpot(target: string, call: Call): Look<Spot> {
  const look = lookForOne(target, call);
  if (!look.ready) return look;
  const element = look.value;
  if (isDisabled(element)) return not("DISABLED", "is disabled", target, call, element);
  if (!isSteady(element)) {
    return { ...not("NOT_STEADY", "does not stop moving", target, call, element), againMs: FRAME_MS };
  }
  const spot = hitSpot(element) ?? scrolledSpot(element);
  if ("hit" in spot) return { ready: true, value: spot };
  const cover = spot.cover && selectorOf(spot.cover);
  const what = cover ? `is covered by ${cover}` : "cannot be scrolled into view";
  return not("COVERED", what, target, call, element, { cover });
}

function not(
  code: ErrorCode,
  what: string,
  target: string,
  call: Call,
  element: Element,
  more: Record<string, unknown> = {},
): Look<never> & { ready: false } {
  const fault = (): CommandError =>
    new CommandError(code, `${target} ${what}`, {
      target,
      element: selectorOf(element),
      ...more,
      url: location.href,
      waitedMs: call.waitedMs(),
    });
  return { ready: false, fault };
}

export function isDisabled(element: Element): boolean {
  return element.matches(":disabled") || element.closest('[aria-disabled="true"]') !== null;
}

function scrolledSpot(element: Element): Spot | { cover: Element | null } {
  element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const spot = hitSpot(element);
  if (spot) return spot;
  const box = clickBox(element);
  const { x, y } = middle(box);
  return { cover: inViewport(box) ? deepElementFromPoint(x, y) : null };
}

/** The spot in the middle of the element's visible part; null where that is out of view or something else lies there. */
function hitSpot(element: Element): Spot | null {
  const box = clickBox(element);
  if (!inViewport(box)) return null;
  const { x, y } = middle(box);
  const hit = deepElementFromPoint(x, y);
  return hit && takesClicksFor(hit, element) ? { element, hit, x, y } : null;
}

/** True where a click on `hit` is a click on `element`: it lies inside it, inside its label, or both press one button. */
function takesClicksFor(hit: Element, element: Element): boolean {
  if (flatContains(element, hit)) return true;
  const labels = "labels" in element ? (element as HTMLInputElement).labels : null;
  for (const label of labels ?? []) if (flatContains(label, hit)) return true;
  const pressed = element.closest(PRESSABLE);
  return pressed !== null && (hit === pressed || flatParent(element) === hit) && flatContains(pressed, hit);
}
