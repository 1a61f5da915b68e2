// The mouse, by native events: Firefox does with them what it does with a person's, but pages see the difference.

import type { MouseAction } from "../../shared/input/input-actions";
import { focusByPress } from "./focus";
import { deepElementFromPoint, flatContains, flatParent, rootElement } from "../dom/roots";
import { turn } from "../dom/event-loop";

/** Where the mouse was left. */
let hovered: Element | null = null;
/** What the button went down on, until it comes up. */
let pressed: { hit: Element; mouseEvents: boolean; drags: boolean } | null = null;

/** What the button is down on, where Firefox would let it be dragged. */
export function pressedOn(): Element | null {
  return pressed?.drags ? pressed.hit : null;
}

/** The press has become a drag: nothing more comes of it. */
export function cancelPress(): void {
  if (pressed?.hit.isConnected) pointer(pressed.hit, "pointercancel", { cancelable: false });
  pressed = null;
}

/** The button came up elsewhere. */
export function forgetPress(): void {
  pressed = null;
}

/** Performs one action. `dispatchTo` gets the events where given, else what lies at the point. */
export async function performMouse(action: MouseAction, dispatchTo: Element | null): Promise<void> {
  const { x, y, button, buttons, clickCount, modifiers } = action;
  const hit = dispatchTo ?? deepElementFromPoint(x, y) ?? rootElement();
  const { ctrl: ctrlKey, shift: shiftKey, alt: altKey, meta: metaKey } = modifiers;
  const init = { clientX: x, clientY: y, button, buttons, detail: clickCount, ctrlKey, shiftKey, altKey, metaKey };
  if (action.type === "mousemove") moveTo(hit, { ...init, detail: 0 });
  else if (action.type === "mousedown") await press(hit, init);
  else if (action.type === "contextmenu") click(hit, "contextmenu", init);
  else await release(hit, init);
}

async function press(hit: Element, init: MouseEventInit): Promise<void> {
  const mouseEvents = pointer(hit, "pointerdown", init);
  pressed = { hit, mouseEvents, drags: false };
  const down = pressed;
  await turn();
  // A prevented pointerdown takes the mouse events of the press away, but not the click.
  if (!mouseEvents || !mouse(hit, "mousedown", init)) return;
  await turn();
  if (!hit.isConnected) return;
  down.drags = init.button === 0;
  focusByPress(hit);
}

async function release(hit: Element, init: MouseEventInit): Promise<void> {
  const down = pressed;
  pressed = null;
  pointer(hit, "pointerup", init);
  await turn();
  if (down?.mouseEvents !== false) {
    mouse(hit, "mouseup", init);
    await turn();
  }
  const clicked = down ? commonElement(down.hit, hit) : null;
  if (!clicked?.isConnected) return;
  if (init.button !== 0) {
    click(clicked, "auxclick", init);
    return;
  }
  click(clicked, "click", init);
  if (init.detail !== 2) return;
  await turn();
  mouse(clicked, "dblclick", init);
}

/** A click belongs to what holds both ends of the press. */
function commonElement(down: Element, up: Element): Element | null {
  for (let at: Element | null = down; at; at = flatParent(at)) if (flatContains(at, up)) return at;
  return null;
}

function moveTo(hit: Element, point: MouseEventInit): void {
  const from = hovered?.isConnected ? hovered : null;
  hovered = hit;
  if (from !== hit) {
    const old = from ? chain(from) : [];
    const now = chain(hit);
    if (from) {
      const out = { ...point, relatedTarget: hit };
      pointer(from, "pointerout", out);
      for (const left of old) if (!now.includes(left)) pointer(left, "pointerleave", { ...out, bubbles: false });
      mouse(from, "mouseout", out);
      for (const left of old) if (!now.includes(left)) mouse(left, "mouseleave", { ...out, bubbles: false });
    }
    const over = { ...point, relatedTarget: from };
    const entered = now.filter((element) => !old.includes(element)).reverse();
    pointer(hit, "pointerover", over);
    for (const element of entered) pointer(element, "pointerenter", { ...over, bubbles: false });
    mouse(hit, "mouseover", over);
    for (const element of entered) mouse(element, "mouseenter", { ...over, bubbles: false });
  }
  pointer(hit, "pointermove", point);
  mouse(hit, "mousemove", point);
}

function chain(element: Element): Element[] {
  const all: Element[] = [];
  for (let at: Element | null = element; at; at = flatParent(at)) all.push(at);
  return all;
}

function withDefaults(init: MouseEventInit): MouseEventInit {
  const bubbles = init.bubbles ?? true;
  const screen = {
    screenX: window.mozInnerScreenX + (init.clientX ?? 0),
    screenY: window.mozInnerScreenY + (init.clientY ?? 0),
  };
  return { ...screen, ...init, bubbles, cancelable: bubbles, composed: true, view: window };
}

function mouse(element: Element, type: string, init: MouseEventInit): boolean {
  return element.dispatchEvent(new MouseEvent(type, withDefaults(init)));
}

/** Moves carry no button: -1 by the Pointer Events standard. */
function pointer(element: Element, type: string, init: MouseEventInit): boolean {
  const button = type.endsWith("down") || type.endsWith("up") ? (init.button ?? 0) : -1;
  const pressure = init.buttons ? 0.5 : 0;
  const own = { pointerId: 0, pointerType: "mouse", isPrimary: true, button, pressure, detail: 0 };
  return element.dispatchEvent(new PointerEvent(type, { ...withDefaults(init), ...own }));
}

function click(element: Element, type: "click" | "auxclick" | "contextmenu", init: MouseEventInit): void {
  const own = { pointerId: 0, pointerType: "mouse" };
  element.dispatchEvent(new PointerEvent(type, { ...withDefaults(init), ...own }));
}
