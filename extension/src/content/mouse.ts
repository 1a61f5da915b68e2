// The mouse, made of native events: Firefox does with them what it does with a person's, but pages can tell them apart.

import { focusByPress } from "./focus";
import { flatParent } from "./roots";
import type { Spot } from "./ready";

const LEFT = 0;
const LEFT_HELD = 1;

/** Where the mouse was left. */
let hovered: Element | null = null;

/** Moves to the spot, presses, focuses and lets go. */
export function clickAt({ hit, x, y }: Spot): void {
  const point = { clientX: x, clientY: y };
  moveTo(hit, point);
  const held = { ...point, button: LEFT, buttons: LEFT_HELD, detail: 1 };
  const down = pointer(hit, "pointerdown", held);
  // A prevented pointerdown takes the mouse events of the press away, but not the click.
  const pressed = down ? mouse(hit, "mousedown", held) : true;
  if (pressed && down && hit.isConnected) focusByPress(hit);
  const released = { ...point, button: LEFT, buttons: 0, detail: 1 };
  pointer(hit, "pointerup", released);
  if (down) mouse(hit, "mouseup", released);
  if (hit.isConnected) click(hit, released);
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
  const button = init.button ?? -1;
  const pressure = init.buttons ? 0.5 : 0;
  const own = { pointerId: 0, pointerType: "mouse", isPrimary: true, button, pressure, detail: 0 };
  return element.dispatchEvent(new PointerEvent(type, { ...withDefaults(init), ...own }));
}

function click(element: Element, init: MouseEventInit): void {
  const own = { pointerId: 0, pointerType: "mouse", detail: 1 };
  element.dispatchEvent(new PointerEvent("click", { ...withDefaults(init), ...own }));
}
