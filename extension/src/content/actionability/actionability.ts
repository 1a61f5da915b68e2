// Actionability: an element is there, visible, enabled, stable, in view and not covered, in this order.

import { advice, CommandError, ownWords, type Advice, type OwnWords } from "../../shared/errors";
import type { ErrorCode } from "../../generated/registry";
import type { LocatorQuery } from "../../shared/messages";
import { FRAME_MS, type FrameCall } from "../command";
import { candidate, labelOf, selectorOf } from "../dom/describe";
import { findAll, matchesOf, preferred, tooFew, type Locator } from "../locators/find";
import { isReachedAt, placeInView, placeOf, type Place } from "./press-point";
import { hiddenBy } from "../obstacles/hidden";
import { fieldToFill, opens, READ_ONLY, uncovers } from "../obstacles/next-steps";
import { refOf } from "../snapshot/refs";
import { deepElementFromPoint, flatContains, rootElement } from "../dom/roots";
import { bringIntoView, bringPointIntoView } from "../dom/scroller";
import { isStable } from "./stable";
import { isDisabled, isInert, isReadOnly } from "./enabled";
import { isMeantOtherwise } from "../locators/alternatives";
import { notFound } from "../locators/suggestions";
import { isSurface } from "./input-surface";
import { textFieldOf } from "./text-field";
import { clickBox, inViewport, isInFlatFrame, middle } from "../dom/visible";
import { normalizeWhitespace } from "../../shared/text/text";
import type { Look } from "./look";

const MAX_CANDIDATES = 5;
/** What a dialog is called by, for one that covers an element. */
const HEADING = "h1, h2, h3, h4, h5, h6, [role=heading]";
/** A point from the element's upper left corner; null for its middle. */
export type Offset = { x: number; y: number } | null;

interface Spot extends Place {
  element: Element;
}

/** The one visible element that the locator names. */
export function lookForOne(
  { target, nth }: Locator,
  call: FrameCall,
  need: "visible" | "pressed" = "visible",
): Look<Element> {
  const { matches, found } = matchesOf(target, need);
  const visible = nth == null ? preferred(target, matches, true) : matches;
  const element = visible[(nth ?? 1) - 1];
  if (visible.length > 1 && nth == null) {
    const refs = (element: Element): string => `@${call.frame}e${refOf(element)}`;
    const candidates = visible.slice(0, MAX_CANDIDATES).map((one) => ({ ref: refs(one), ...candidate(one) }));
    const count = visible.length;
    const hint = ownWords`Take one of them by its ref, or by its place: --nth 1 to --nth ${count}`;
    const message = `${count} visible elements match ${target}`;
    throw new CommandError("AMBIGUOUS_TARGET", message, { target, count, candidates }, hint);
  }
  if (element) return { ready: true, value: element };
  if (visible.length > 0) return { ready: false, fault: () => tooFew(target, nth ?? 1, visible.length) };
  const [hidden] = found;
  const query: LocatorQuery = { target, need, first: false, patient: true, early: call.early };
  // Words that are on the page are not CSS that will match in a moment.
  if (!hidden && isMeantOtherwise(target))
    return { ready: false, final: true, fault: () => notFound(target, call, findAll) };
  if (!hidden) return { ready: false, query, absent: true, fault: () => notFound(target, call, findAll) };
  return { ready: false, query, fault: () => notVisible(hidden, target, call) };
}

/** Says what hides it, too: that is what there is to open. */
function notVisible(element: Element, target: string, call: FrameCall): CommandError {
  const hidden = hiddenBy(element);
  if (isInFlatFrame() && hidden?.by !== rootElement()) return inFlatFrame(element, target);
  const cause = hidden && (hidden.by === element ? "it" : selectorOf(hidden.by));
  const why = hidden ? `: ${cause} ${hidden.how}` : "";
  const by = hidden ? { hiddenBy: selectorOf(hidden.by) } : {};
  const hint = hidden ? opens(hidden.by) : undefined;
  return not("NOT_VISIBLE", `is on the page, but not visible${why}`, target, call, element, by, hint).fault();
}

/** The one visible and enabled element that the locator names. */
export function lookForEnabled(locator: Locator, call: FrameCall): Look<Element> {
  const seen = lookForOne(locator, call);
  const surface = seen.ready ? null : withoutSize(locator);
  const look: Look<Element> = surface ? { ready: true, value: surface } : seen;
  if (!look.ready || !isDisabled(look.value)) return look;
  return disabled(locator.target, call, look.value);
}

function disabled(target: string, call: FrameCall, element: Element): Look<never> & { ready: false } {
  const how = isInert(element) ? "is inert: that part of the page cannot be used now" : "is disabled";
  return not("DISABLED", how, target, call, element, {}, fieldToFill(element));
}

/** The same, or what takes text in its place, once it does so: a field that is read-only may not stay so. */
export function lookForEditable(locator: Locator, call: FrameCall): Look<Element> {
  const look = lookForEnabled(locator, call);
  if (!look.ready) return look;
  const field = textFieldOf(look.value);
  if (field !== look.value && isDisabled(field)) return disabled(locator.target, call, field);
  if (isReadOnly(field)) return not("NOT_EDITABLE", "is read-only", locator.target, call, field, {}, READ_ONLY);
  return { ready: true, value: field };
}

/** The field without size that the locator names, and nothing else. */
function withoutSize({ target, nth }: Locator): Element | null {
  const { found } = matchesOf(target, "any");
  const [only] = found;
  return only && found.length === 1 && nth == null && isSurface(only) ? only : null;
}

/** The element and the point where a click reaches it. Scrolls it into view where it has to. */
export function lookForSpot(locator: Locator, call: FrameCall, offset: Offset = null): Look<Spot> {
  const { target } = locator;
  const look = lookForOne(locator, call, "pressed");
  if (!look.ready) return look.absent ? look : (ofList(locator) ?? look);
  const element = look.value;
  if (isDisabled(element)) return disabled(target, call, element);
  if (!isStable(element, call)) {
    return { ...not("NOT_STABLE", "does not stop moving", target, call, element), againMs: FRAME_MS };
  }
  const place = hitPlace(element, offset);
  if (place) return { ready: true, value: { element, ...place } };
  return { ready: false, fault: () => covered(element, offset, target, call) };
}

/** An option that Firefox shows in a list of its own, where no press of a page's gets to. */
function ofList({ target }: Locator): Look<never> | null {
  const [only, ...others] = matchesOf(target, "any").found;
  if (!(only instanceof HTMLOptionElement) || others.length > 0) return null;
  const list = only.closest("select");
  if (!list) return null;
  const details = { target, element: selectorOf(only), select: selectorOf(list) };
  const [where = "", which = ""] = [selectorOf(list), normalizeWhitespace(only.label)].map((it) => JSON.stringify(it));
  const hint = advice`Choose it: clz select ${where} ${which}`;
  const message = `${target} is an option of a list, which is not clicked`;
  return { ready: false, final: true, fault: () => new CommandError("NOT_VISIBLE", message, details, hint) };
}

/** What to say of an element that no press reaches, and what lies over it. */
export function covered(element: Element, offset: Offset, target: string, call: FrameCall): CommandError {
  const { x, y } = pointIn(element, offset);
  if (offset && !isIn(offset, element)) return outside(element, offset, target);
  const hit = inViewport(clickBox(element)) ? deepElementFromPoint(x, y) : null;
  const cover = hit && selectorOf(hit);
  const words = hit ? labelOf(hit.querySelector(HEADING) ?? hit) : "";
  const what = cover ? `is covered by ${cover}${words && ` "${words}"`}` : "cannot be scrolled into view";
  const fault = not("COVERED", what, target, call, element, { cover }, hit ? uncovers(hit) : undefined).fault();
  if (!hit || !cover || !flatContains(hit, element)) return fault;
  const inFront = ownWords`Firefox runs no animations in the background, which lists may wait for: clz tab select TAB --foreground`;
  const hint = document.hidden ? inFront : ownWords`The cover contains it: click the cover, or what it shows instead`;
  return new CommandError("COVERED", fault.message, fault.details, hint);
}

function inFlatFrame(element: Element, target: string): CommandError {
  const size = `${window.innerWidth} by ${window.innerHeight}`;
  const details = { target, element: selectorOf(element), url: location.href };
  const hint = ownWords`Click what shows the frame first, or try a larger page: clz viewport 1600x1200`;
  const message = `${target} is in a frame of ${size} pixels, which shows nothing`;
  return new CommandError("NOT_VISIBLE", message, details, hint);
}

function isIn({ x, y }: Place, element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return x >= 0 && y >= 0 && x < width && y < height;
}

function outside(element: Element, { x, y }: Place, target: string): CommandError {
  const { width, height } = element.getBoundingClientRect();
  const size = `${Math.round(width)} by ${Math.round(height)}`;
  const message = `${x},${y} is outside of ${target}, which is ${size} pixels`;
  const hint = ownWords`Count from its upper left corner; for a point of the viewport: clz mouse click X,Y`;
  return new CommandError("INVALID_PARAMS", message, { target, element: selectorOf(element), width, height }, hint);
}

function not(
  code: ErrorCode,
  what: string,
  target: string,
  call: FrameCall,
  element: Element,
  more: Record<string, unknown> = {},
  hint?: OwnWords | Advice,
): Look<never> & { ready: false } {
  const fault = (): CommandError =>
    new CommandError(
      code,
      `${target} ${what}`,
      { target, element: selectorOf(element), ...more, url: location.href, waitedMs: call.waitedMs() },
      hint,
    );
  return { ready: false, fault };
}

/** Where a press reaches the element: at `offset`, else where a person would press. Scrolls to it if it has to. */
export function hitPlace(element: Element, offset: Offset = null): Place | null {
  if (!offset) return placeOf(element) ?? placeInView(element);
  for (const scrolls of [false, true]) {
    if (scrolls) bringIntoView(element, "center");
    if (scrolls) bringPointIntoView(element, offset);
    const place = pointIn(element, offset);
    if (inViewport(clickBox(element)) && isReachedAt(place, element)) return place;
  }
  return null;
}

function pointIn(element: Element, offset: Offset): Place {
  if (!offset) return middle(clickBox(element));
  const { left, top } = element.getBoundingClientRect();
  return { x: left + offset.x, y: top + offset.y };
}
