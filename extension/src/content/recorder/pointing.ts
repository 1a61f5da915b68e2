// Pointing: clicks with each button, drags, and the places that had to be hovered for what was clicked.

import type { DurableLocator } from "../../shared/messages";
import { PRESSED, pressable } from "../dom/pressable";
import { isVisible } from "../dom/visible";
import { changeCount, decideNow, later } from "./later";
import { beginStep, hovered, mayBring } from "./outcome";
import { locatorOf, tell } from "./telling";
import { fieldOf, finishTyping, isTyped } from "./typing";

/** A click comes this soon after the mouse went up, and what answers to it has begun to. */
const CLICKS_MS = 50;

/** A person who holds the mouse button moves it at least this far when they mean to drag, in CSS pixels. */
const DRAGS_PX = 6;

/** What a hovered place shows comes this soon. */
const SHOWS_MS = 250;

/** Within this time after loading, a new page gets an event for a mouse that rests. */
const SETTLES_MS = 500;

/** What is hidden is looked at again at each hover: no more than so many. */
const MAX_HIDDEN = 1_000;

interface Pressed {
  element: Element;
  locator: DurableLocator;
  x: number;
  y: number;
  /** How often the page had changed by then. */
  changes: number;
}

let held: Pressed | null = null;
let dragged: { locator: DurableLocator } | null = null;
/** What was clicked last. */
let last: string | null = null;
/** A click that is a step only if something else comes of it than typing there. */
let waiting: { element: Element; say: () => void } | null = null;
/** True from Enter in a field until the next key: the click of its form's button is not the person's. */
let hasEntered = false;

/** The element of an event itself, inside of shadow roots too. */
export function targetOf(event: Event): Element | null {
  const [first] = event.composedPath();
  return first instanceof Element ? first : null;
}

export function keyPressed(): void {
  pressedAt = performance.now();
  hasEntered = false;
}

export function entered(): void {
  hasEntered = true;
}

/** Another step begins; `field` is where it types. */
export function sayWaiting(field?: Element): void {
  const was = waiting;
  waiting = null;
  if (was && (!field || fieldOf(field) !== fieldOf(was.element))) was.say();
}

function holds(event: MouseEvent): object {
  const modifier = (["ctrl", "shift", "alt", "meta"] as const).filter((key) => event[`${key}Key`]);
  return modifier.length > 0 ? { modifier } : {};
}

/** Where in an element it was, if that matters: in a drawing, and in the page beside all elements. */
function at(event: MouseEvent, element: Element): object {
  if (!element.matches("canvas, body, html, img[usemap], [role=application]")) return {};
  const box = element.getBoundingClientRect();
  return { at: `${Math.round(event.clientX - box.left)},${Math.round(event.clientY - box.top)}` };
}

/** The mouse went down on something: its page may take it away before there is a click, or because of it. */
export function mouseDown(event: MouseEvent): void {
  decideNow();
  const element = pressable(targetOf(event));
  held = null;
  dragged = null;
  pressedAt = performance.now();
  if (!element || event.button === 1) return;
  finishTyping();
  sayWaiting(isTyped(element) ? element : undefined);
  if (event.detail < 2) beginStep();
  held = { element, locator: locatorOf(element), x: event.clientX, y: event.clientY, changes: changeCount() };
}

/** A click follows at once, or there is none: what was pressed is gone, or it was dragged. */
export function mouseUp(event: MouseEvent): void {
  const was = held;
  if (!was || event.button !== 0) return;
  if (hasDragged(event, was)) {
    held = null;
    const [x, y] = [event.clientX - was.x, event.clientY - was.y].map(Math.round);
    // The page has not got the event for its end yet.
    later(CLICKS_MS, () => {
      if (changeCount() === was.changes) return;
      tell("drag", { by: `${x},${y}` }, was.locator);
      mayBring();
      noteHidden();
    });
    return;
  }
  later(CLICKS_MS, () => {
    if (held !== was) return;
    held = null;
    const isGone = !was.element.isConnected || !was.element.checkVisibility();
    if (isGone && isClicked(was.element)) say("click", {}, was.locator, was.element);
  });
}

function hasDragged(event: MouseEvent, { element, x, y }: Pressed): boolean {
  if (Math.hypot(event.clientX - x, event.clientY - y) < DRAGS_PX) return false;
  const selects = getSelection()?.isCollapsed === false;
  return !selects && !isTyped(element) && !element.matches("select, option");
}

export function clicked(event: MouseEvent): void {
  const was = held;
  held = null;
  decideNow();
  const element = pressedBy(event, was);
  if (!element || event.button !== 0) return;
  // Of the keyboard; Enter in a field clicks the button of its form.
  if (event.detail === 0 && hasEntered) return;
  // The mouse went up elsewhere, at the end of a drag; or a label's click is that of its field too.
  if (event.detail > 0 && !was) return;
  const locator = was?.element === element ? was.locator : locatorOf(element);
  const params = { ...holds(event), ...at(event, element) };
  if (isTyped(element)) {
    waiting = { element, say: () => say("click", params, locator, element) };
    return;
  }
  if (!isClicked(element)) return;
  finishTyping();
  if (event.detail === 0) beginStep();
  const isSecond = event.detail === 2 && last === locator.durable;
  const command = isSecond ? "dblclick" : "click";
  if (element.matches(PRESSED) || getComputedStyle(element).cursor === "pointer" || isSecond) {
    say(command, params, locator, element);
    return;
  }
  // Nothing says that it can be clicked: it is a step if the page answers to it.
  const before = was?.changes ?? changeCount();
  later(CLICKS_MS, () => {
    if (changeCount() > before) say(command, params, locator, element);
  });
}

/** What was clicked. Where something came under the mouse meanwhile, Firefox clicks what is around both. */
function pressedBy(event: MouseEvent, was: Pressed | null): Element | null {
  const target = targetOf(event);
  const isAround = was !== null && target !== null && target !== was.element && target.contains(was.element);
  return isAround ? was.element : pressable(target);
}

/** The right button is a step where the page has a menu of its own. */
export function menuAsked(event: MouseEvent): void {
  const element = pressable(targetOf(event));
  const was = held;
  if (!element) return;
  held = null;
  const locator = was?.element === element ? was.locator : locatorOf(element);
  const params = { button: "right", ...holds(event), ...at(event, element) };
  later(0, () => {
    if (event.defaultPrevented) say("click", params, locator, element);
  });
}

function say(command: string, params: object, locator: DurableLocator, element: Element): void {
  sayHover(element);
  tell(command, { ...params }, locator);
  last = locator.durable;
  mayBring();
  noteHidden();
}

/** A field gets the focus by a click: the effect is recorded when it is typed in or chosen from. */
function isClicked(element: Element): boolean {
  if (element.matches("select, option, input:is([type=checkbox], [type=radio], [type=file], [type=color])"))
    return false;
  return !(element instanceof HTMLLabelElement && element.control);
}

// What the browser drags

export function dragStarted(event: DragEvent): void {
  const target = targetOf(event);
  const element = target?.closest('[draggable="true"]') ?? target;
  held = null;
  if (element) dragged = { locator: locatorOf(element) };
}

export function dropped(event: DragEvent): void {
  const element = targetOf(event);
  const files = [...(event.dataTransfer?.files ?? [])].map(({ name }) => name);
  if (!element) return;
  const end = locatorOf(element);
  if (dragged) {
    tell("drag", { to: end.durable }, dragged.locator);
  } else if (files.length > 0) {
    beginStep();
    tell("upload", { files }, end);
  } else return;
  dragged = null;
  mayBring();
}

// What is shown by hovering

/** What was hidden after the last step, and by which place it was shown since. */
let hidden: Element[] = [];
const shownBy = new WeakMap<Element, { element: Element; locator: DurableLocator }>();
/** When a button of the mouse or a key was pressed last: what comes then is of that. */
let pressedAt = -Infinity;
let over: { element: Element; locator: DurableLocator | null; at: number } | null = null;

/** Where the mouse was seen last, and when the page had loaded if it has done so since. */
let loadedAt = -Infinity;
let mouse: { x: number; y: number } | null = null;

export function noteHidden(): void {
  hidden = [...document.querySelectorAll(PRESSED)].filter((element) => !isShown(element)).slice(0, MAX_HIDDEN);
}

export function mouseOver(event: MouseEvent): void {
  const element = targetOf(event);
  if (!element || over?.element === element) return;
  // What comes under a mouse that rests was not gone to.
  const isFirst = mouse === null && performance.now() - loadedAt > SETTLES_MS;
  const hasMoved = isFirst || (mouse !== null && (mouse.x !== event.screenX || mouse.y !== event.screenY));
  mouse = { x: event.screenX, y: event.screenY };
  if (!hasMoved || document.readyState !== "complete") return;
  hovered();
  const here = { element, locator: null, at: performance.now() };
  over = here;
  look();
  setTimeout(() => {
    if (over === here) look();
  }, CLICKS_MS);
}

/** Notes what is shown now and was not. */
function look(): void {
  if (!over || over.at < pressedAt) return;
  const { element } = over;
  const shown = hidden.filter(isShown);
  if (shown.length === 0) return;
  hidden = hidden.filter((one) => !shown.includes(one));
  const locator = locatorOf(element);
  for (const one of shown) shownBy.set(one, { element, locator });
}

/** Says where the mouse had to be for an element to be there. */
function sayHover(element: Element): void {
  const place = shownBy.get(element);
  shownBy.delete(element);
  if (place && place.element !== element && !element.contains(place.element)) tell("hover", {}, place.locator);
}

function isShown(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && isVisible(element);
}

/** What appears just after the mouse moved is caused by that, too: a menu that is made when it is wanted. */
export function watchHovers(signal: AbortSignal): void {
  const observer = new MutationObserver((records) => {
    const place = over;
    if (!place || place.at < pressedAt || performance.now() - place.at > SHOWS_MS) return;
    for (const { addedNodes } of records) {
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        const inside = [...(node.matches(PRESSED) ? [node] : []), ...node.querySelectorAll(PRESSED)];
        if (inside.length === 0 || node.contains(place.element)) continue;
        place.locator ??= locatorOf(place.element);
        for (const one of inside) shownBy.set(one, { element: place.element, locator: place.locator });
      }
    }
  });
  observer.observe(document, { subtree: true, childList: true });
  signal.addEventListener("abort", () => observer.disconnect(), { once: true });
  noteHidden();
  const loaded = (): void => {
    loadedAt = performance.now();
    noteHidden();
  };
  if (document.readyState !== "complete") window.addEventListener("load", loaded, { once: true, signal });
}
