// Ready for an action: there, visible, enabled, steady, in view and not covered, in this order.

import { CommandError, ours } from "../shared/errors";
import type { ErrorCode } from "../generated/registry";
import type { Wanted } from "../shared/messages";
import { FRAME_MS, type Call } from "./call";
import { candidate, selectorOf } from "./describe";
import { matchesOf, preferred, tooFew, type Locator } from "./find";
import { refOf } from "./refs";
import { deepElementFromPoint, flatContains, flatParent } from "./roots";
import { bringIntoView } from "./scroller";
import { isSteady } from "./steady";
import { notFound } from "./suggest";
import { isSurface } from "./surface";
import { clickBox, inViewport, middle } from "./visible";
import type { Look } from "./wait";

const MAX_CANDIDATES = 5;
const PRESSABLE = 'button, a[href], label, [role="button"], [role="link"], summary';

/** Fields that pages draw themselves, and leave there unseen. */
const DRAWN_OTHERWISE = 'input[type="checkbox"], input[type="radio"], input[type="range"]';
const CONTROL = 'a[href], button, input, select, textarea, summary, [role], [onclick], [tabindex]';

/** A point from the element's upper left corner; null for its middle. */
export type Offset = { x: number; y: number } | null;

export interface Spot {
  element: Element;
  /** What lies at the point: the element, something inside it, or its label. */
  hit: Element;
  x: number;
  y: number;
}

/** The one visible element that the locator names. */
export function lookForOne({ target, nth }: Locator, call: Call): Look<Element> {
  const { matches, found } = matchesOf(target, "visible");
  const visible = nth == null ? preferred(target, matches, true) : matches;
  const element = visible[(nth ?? 1) - 1];
  if (visible.length > 1 && nth == null) {
    const refs = (element: Element): string => `@${call.frame}e${refOf(element)}`;
    const candidates = visible.slice(0, MAX_CANDIDATES).map((one) => ({ ref: refs(one), ...candidate(one) }));
    const count = visible.length;
    const hint = ours`Take one of them by its ref, or by its place: --nth 1 to --nth ${count}`;
    throw new CommandError("AMBIGUOUS_TARGET", `${count} visible elements match ${target}`, { target, count, candidates }, hint);
  }
  if (element) return { ready: true, value: element };
  if (visible.length > 0) return { ready: false, fault: () => tooFew(target, nth ?? 1, visible.length) };
  const [hidden] = found;
  const wanted: Wanted = { target, need: "visible", first: false, patient: true, early: call.early };
  if (!hidden) return { ready: false, wanted, absent: true, fault: () => notFound(target, call) };
  return { ...not("NOT_VISIBLE", "is on the page, but not visible", target, call, hidden), wanted };
}

/** The one visible and enabled element that the locator names. */
export function lookForEnabled(locator: Locator, call: Call): Look<Element> {
  const seen = lookForOne(locator, call);
  const surface = seen.ready ? null : withoutSize(locator);
  const look: Look<Element> = surface ? { ready: true, value: surface } : seen;
  if (!look.ready || !isDisabled(look.value)) return look;
  return not("DISABLED", "is disabled", locator.target, call, look.value);
}

/** The field without size that the locator names, and nothing else. */
function withoutSize({ target, nth }: Locator): Element | null {
  const { found } = matchesOf(target, "any");
  const [only] = found;
  return only && found.length === 1 && nth == null && isSurface(only) ? only : null;
}

/** The element and the point where a click reaches it. Scrolls it into view where it has to. */
export function lookForSpot(locator: Locator, call: Call, offset: Offset = null): Look<Spot> {
  const { target } = locator;
  const look = lookForOne(locator, call);
  if (!look.ready) return look;
  const element = look.value;
  if (isDisabled(element)) return not("DISABLED", "is disabled", target, call, element);
  if (!isSteady(element)) {
    return { ...not("NOT_STEADY", "does not stop moving", target, call, element), againMs: FRAME_MS };
  }
  const spot = hitSpot(element, offset) ?? scrolledSpot(element, offset);
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

function scrolledSpot(element: Element, offset: Offset): Spot | { cover: Element | null } {
  bringIntoView(element, "center");
  const spot = hitSpot(element, offset);
  if (spot) return spot;
  const { x, y } = placeIn(element, offset);
  return { cover: inViewport(clickBox(element)) ? deepElementFromPoint(x, y) : null };
}

/** The spot at `offset`, else in the middle of what is visible; null where it is out of view or something lies over it. */
export function hitSpot(element: Element, offset: Offset = null): Spot | null {
  if (!inViewport(clickBox(element))) return null;
  const { x, y } = placeIn(element, offset);
  const hit = deepElementFromPoint(x, y);
  return hit && takesClicksFor(hit, element) ? { element, hit, x, y } : null;
}

function placeIn(element: Element, offset: Offset): { x: number; y: number } {
  if (!offset) return middle(clickBox(element));
  const { left, top } = element.getBoundingClientRect();
  return { x: left + offset.x, y: top + offset.y };
}

/**
 * True where a click on `hit` is a click on `element`: it lies inside it, inside its label, both press one button, or it is
 * what the page draws in the place of a field that cannot be seen.
 */
function takesClicksFor(hit: Element, element: Element): boolean {
  if (flatContains(element, hit)) return true;
  const labels = "labels" in element ? (element as HTMLInputElement).labels : null;
  for (const label of labels ?? []) if (flatContains(label, hit)) return true;
  if (standsFor(hit, element)) return true;
  const pressed = element.closest(PRESSABLE);
  return pressed !== null && (hit === pressed || flatParent(element) === hit) && flatContains(pressed, hit);
}

/** A switch, box or slider of the page's own lies over the field that it stands for, in a wrapper with no other control. */
function standsFor(hit: Element, element: Element): boolean {
  const wrapper = element.parentElement;
  if (!wrapper || !element.matches(DRAWN_OTHERWISE) || getComputedStyle(element).opacity !== "0") return false;
  return hit !== wrapper && flatContains(wrapper, hit) && [...wrapper.querySelectorAll(CONTROL)].every((one) => one === element);
}
