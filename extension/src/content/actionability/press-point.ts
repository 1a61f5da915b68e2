// Where a press reaches an element: in its middle as a rule, else where a person would press for it.

import { normalizeWhitespace } from "../../shared/text/text";
import { allRoots, deepElementFromPoint, flatContains, flatParent, flatText, type Root } from "../dom/roots";
import { bringIntoView } from "../dom/scroller";
import { clickBox, inViewport, isVisible, middle } from "../dom/visible";

const ROLES =
  "button checkbox combobox link menuitem menuitemcheckbox menuitemradio option radio searchbox slider spinbutton switch tab textbox treeitem";

/** What takes a press for itself, by what it is. */
const NATIVE =
  'a[href], button, input:not([type="hidden"]), select, textarea, summary, iframe, ' +
  '[contenteditable]:not([contenteditable="false"]), [tabindex]:not([tabindex="-1"])';

/** What takes a press for itself. */
const CONTROL = [NATIVE, "[onclick]", ...ROLES.split(" ").map((role) => `[role="${role}"]`)].join(", ");

/** What presses on its insides press, without words of their own. */
const PRESSABLE = 'button, a[href], label, [role="button"], [role="link"], summary';

/** Fields that a press on their label presses. */
const BOXES = 'input[type="checkbox"], input[type="radio"], input[type="file"]';

/** Fields that pages draw themselves, and leave there unseen. */
const DRAWN_OTHERWISE =
  'input, select, textarea, [role="checkbox"], [role="radio"], [role="switch"], [role="slider"], [role="combobox"]';

/** Where else in a box, as parts of its sides, the nearest to its middle first. */
const PARTS = [0.5, 0.25, 0.75, 0.1, 0.9];

export interface Place {
  x: number;
  y: number;
  /** What is pressed there for the element, if not that itself: its label, or what is drawn in its place. */
  surface?: Element;
}

/** True if the element is there to be pressed: itself, its label, or what the page draws in its place. */
export function isPressable(element: Element): boolean {
  return isVisible(element) || labelsOf(element).some(isVisible) || isDrawnBeside(element);
}

/**
 * Where a press reaches the element as the page is scrolled now; null if it is out of view or something lies over it.
 */
export function placeOf(element: Element): Place | null {
  const labels = isDrawnBeside(element) ? [] : labelsOf(element);
  return placeOn(element, element) ?? first(labels, (label) => placeOn(label, element));
}

/** The same once it has been brought into view, or what the page draws in its place. */
export function placeInView(element: Element): Place | null {
  bringIntoView(element, "center");
  const there = placeOf(element) ?? placeAround(element);
  if (there) return there;
  return first(labelsOf(element), (label) => {
    bringIntoView(label, "center");
    return placeOn(label, element);
  });
}

/** True if a press there reaches the element. */
export function isReachedAt(place: Place, element: Element): boolean {
  const hit = deepElementFromPoint(place.x, place.y);
  return hit !== null && reaches(hit, element, place.surface ?? element, place);
}

/** The control that a press there would press in the place of the element; null if there is none. */
export function otherControlAt({ x, y }: Place, element: Element): Element | null {
  const hit = deepElementFromPoint(x, y);
  return hit && otherControl(hit, element);
}

/** The labels that press a field. */
function labelsOf(element: Element): Element[] {
  return element.matches(BOXES) ? [...((element as HTMLInputElement).labels ?? [])] : [];
}

/**
 * On what a page draws in the place of a field that cannot be seen: the first thing around it, with no other control.
 */
function placeAround(element: Element): Place | null {
  if (!element.matches(DRAWN_OTHERWISE) || isSeen(element)) return null;
  return first(wrappersOf(element), (around) => placeOn(around, element));
}

/** True for a box in the place of which the page draws something to be pressed: labels elsewhere only name that. */
function isDrawnBeside(element: Element): boolean {
  if (!element.matches(BOXES) || !element.checkVisibility({ visibilityProperty: true })) return false;
  const around = wrappersOf(element).find(isVisible);
  if (!around || labelsOf(element).some((label) => flatContains(around, label) || flatContains(label, around)))
    return false;
  return [around, ...around.querySelectorAll("*")].some((one) => one !== element && isPressed(one));
}

/** What is around the element with no other control, from the inside out. */
function wrappersOf(element: Element): Element[] {
  const wrappers = [];
  for (let at = flatParent(element); at && !isRoot(at) && isAlone(element, at); at = flatParent(at)) wrappers.push(at);
  return wrappers;
}

/** A control that would get the press instead. One that says the same as the element is pressed for it. */
export function otherControl(hit: Element, element: Element): Element | null {
  for (let at: Element | null = hit; at && !flatContains(at, element); at = flatParent(at)) {
    if (at.matches(CONTROL)) return flatContains(element, at) && isItself(at, element) ? null : at;
  }
  return null;
}

function isItself(inner: Element, outer: Element): boolean {
  return saysTheSame(inner, outer) || isOnlyControlOf(inner, outer);
}

/** True if a component, which takes no press itself, has this and no other control in its shadow roots. */
function isOnlyControlOf(inner: Element, component: Element): boolean {
  if (!component.openOrClosedShadowRoot || component.matches(CONTROL)) return false;
  const roots = allRoots().filter((root) => isShadowOf(root, component));
  return roots.includes(inner.getRootNode() as Root) && roots.every((root) => isAlone(inner, root));
}

/** True for its own shadow root, and those of the components in that. */
function isShadowOf(root: Node, component: Element): boolean {
  return root instanceof ShadowRoot && (root.host === component || isShadowOf(root.host.getRootNode(), component));
}

/** A component's own button shows what is in the component, in a slot. */
function saysTheSame(inner: Element, outer: Element): boolean {
  const said = normalizeWhitespace(flatText(inner));
  return said === normalizeWhitespace(outer.textContent) || said === normalizeWhitespace(flatText(outer));
}

/** A place of the surface where a press is one on the element. */
function placeOn(surface: Element, element: Element): Place | null {
  const box = clickBox(surface);
  if (!inViewport(box) || !isVisible(surface)) return null;
  const centre = pixelIn(box, middle(box));
  const hit = deepElementFromPoint(centre.x, centre.y);
  if (!hit) return null;
  const reached = reaches(hit, element, surface, centre);
  const other = isPressed(element) || !reached ? otherControl(hit, element) : null;
  const on = (place: Place): Place => (surface === element ? place : { ...place, surface });
  if (reached && !other) return on(centre);
  // A cover is waited for; a hole in the element, or something else to be pressed, is gone round.
  const goesRound = other !== null || flatContains(hit, surface) || hit.querySelector(CONTROL) !== null;
  const free = goesRound ? placesIn(surface, box).find((place) => isFree(place, element, surface)) : null;
  return (free && on(free)) ?? (reached ? on(centre) : null);
}

function isFree(place: Place, element: Element, surface: Element): boolean {
  const hit = deepElementFromPoint(place.x, place.y);
  return hit !== null && reaches(hit, element, surface, place) && !otherControl(hit, element);
}

/** Where its own words are, then all over it; along its line where it is one. */
function placesIn(surface: Element, box: DOMRect): Place[] {
  if (surface instanceof SVGGeometryElement) return placesAlong(surface);
  const left = Math.max(box.left, 0);
  const top = Math.max(box.top, 0);
  const width = Math.min(box.right, window.innerWidth) - left;
  const height = Math.min(box.bottom, window.innerHeight) - top;
  const all = PARTS.flatMap((down) =>
    PARTS.map((along) => pixelIn(box, { x: left + along * width, y: top + down * height })),
  );
  return [...placesOfWords(surface), ...all];
}

/** The mouse goes by whole pixels: what lies at a part of one may be something else. */
function pixelIn({ left, top, right, bottom }: DOMRect, { x, y }: Place): Place {
  const nearest = (at: number, from: number, to: number): number => {
    const whole = Math.round(at);
    return whole >= from && whole < to ? whole : at;
  };
  return { x: nearest(x, left, right), y: nearest(y, top, bottom) };
}

function placesAlong(line: SVGGeometryElement): Place[] {
  const matrix = line.getScreenCTM();
  const length = line.getTotalLength();
  return matrix
    ? PARTS.map((part) => line.getPointAtLength(part * length).matrixTransform(matrix)).map(({ x, y }) => ({ x, y }))
    : [];
}

/** The middle of its first words that are not those of another control in it. */
function placesOfWords(element: Element): Place[] {
  const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const around = flatParent(node);
    if ((node as Text).data.trim() === "" || !around || otherControl(around, element)) continue;
    range.selectNodeContents(node);
    const box = range.getClientRects()[0];
    if (box && inViewport(box)) return [pixelIn(box, middle(box))];
  }
  return [];
}

/** True if a press on `hit`, which lies in view at the place, is one on the element. */
export function reaches(hit: Element, element: Element, surface: Element, place: Place): boolean {
  if (flatContains(element, hit)) return true;
  if (surface !== element)
    return flatContains(surface, hit) && (surface instanceof HTMLLabelElement ? isWithin(hit, surface) : true);
  const labels = "labels" in element ? (element as HTMLInputElement).labels : null;
  for (const label of labels ?? []) if (flatContains(label, hit) && isWithin(hit, label)) return true;
  const pressed = element.closest(PRESSABLE);
  if (pressed !== null && (hit === pressed || flatParent(element) === hit) && flatContains(pressed, hit)) return true;
  return takesPressFor(hit, element) || isGlassOver(hit, element, place);
}

/**
 * True for what gets the presses on an element that lets the mouse through: the control that it is part of, or the
 * wrapper of a field that pages draw themselves.
 */
function takesPressFor(hit: Element, element: Element): boolean {
  if (getComputedStyle(element).pointerEvents !== "none") return false;
  if (!element.matches(CONTROL))
    return flatContains(hit, element) && !isRoot(hit) && (isPressed(hit) || isDragged(hit));
  if (!element.matches(DRAWN_OTHERWISE)) return false;
  return isPressed(hit) && wrappersOf(element).some((wrapper) => flatContains(wrapper, hit));
}

/** False inside a link, a button or a field that a label holds: those keep their presses from it. */
function isWithin(hit: Element, label: Element): boolean {
  for (let at: Element | null = hit; at && at !== label; at = flatParent(at)) if (at.matches(NATIVE)) return false;
  return true;
}

/**
 * True for something that cannot be seen over a control, in a wrapper with no other: people press the control there.
 */
function isGlassOver(hit: Element, element: Element, { x, y }: Place): boolean {
  const control = element.closest(CONTROL);
  const unseen = !isSeen(element);
  if (!control || !(element.getRootNode() as Root).elementsFromPoint(x, y).includes(element)) return false;
  let around: Element | null = element;
  while (around && !flatContains(around, hit)) around = flatParent(around);
  if (!around || isRoot(around) || !isAlone(element, around)) return false;
  if (unseen && element.matches(DRAWN_OTHERWISE)) return true;
  if (hit === around) return ["::before", "::after"].every((part) => drawsNothing(getComputedStyle(hit, part)));
  return (
    hit.childElementCount === 0 &&
    (hit.textContent ?? "").trim() === "" &&
    !isPicture(hit) &&
    drawsNothing(getComputedStyle(hit))
  );
}

/** True if `around` holds no control but the element and what is around that. The arrow of a combobox has no focus. */
function isAlone(element: Element, around: ParentNode): boolean {
  const others = around.querySelectorAll(element.matches('[role="combobox"]') ? NATIVE : CONTROL);
  return [...others].every((one) => flatContains(one, element) || flatContains(element, one));
}

/** False for what is transparent, or cut off by its own style or what it is in. */
function isSeen(element: Element): boolean {
  for (let at: Element | null = element; at; at = flatParent(at))
    if (getComputedStyle(at).opacity === "0") return false;
  const { x, y } = middle(clickBox(element));
  return (
    getComputedStyle(element).pointerEvents === "none" ||
    (element.getRootNode() as Root).elementsFromPoint(x, y).includes(element)
  );
}

function drawsNothing(style: CSSStyleDeclaration): boolean {
  if (style.opacity === "0" || style.content === "none") return true;
  const clear = /^(?:transparent|rgba\(.*, 0\))$/;
  const borders = [style.borderTopWidth, style.borderRightWidth, style.borderBottomWidth, style.borderLeftWidth];
  return (
    clear.test(style.backgroundColor) &&
    style.backgroundImage === "none" &&
    style.boxShadow === "none" &&
    style.backdropFilter === "none" &&
    borders.every((width) => width === "0px") &&
    /^(?:normal|"")$/.test(style.content)
  );
}

function isPicture(element: Element): boolean {
  return element.matches("img, svg, canvas, video, iframe, embed, object");
}

/** True if it takes presses itself, rather than for what is in it. */
function isPressed(element: Element): boolean {
  return element.matches(CONTROL) || getComputedStyle(element).cursor === "pointer";
}

/** True if it says that it can be dragged. */
function isDragged(element: Element): boolean {
  if (element instanceof HTMLElement && element.draggable) return true;
  return /^(?:grab|move|all-scroll)$/.test(getComputedStyle(element).cursor);
}

function isRoot(element: Element): boolean {
  return element === document.body || element === document.documentElement;
}

function first<T, R>(all: T[], look: (one: T) => R | null): R | null {
  for (const one of all) {
    const found = look(one);
    if (found !== null) return found;
  }
  return null;
}
