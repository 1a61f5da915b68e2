// The events of one press of a key.

import type { Key, Modifiers } from "../../shared/input/input-actions";
import { turn } from "../dom/event-loop";
import { deepActiveElement } from "../dom/roots";

/**
 * Sends `keydown`, and `keypress` if the key types something, to what has the focus by then. The element that the key
 * goes on to act on; null if the page prevented it.
 */
export async function keyDown(
  element: Element,
  key: Key,
  modifiers: Modifiers,
  repeat = false,
): Promise<Element | null> {
  if (!send(element, "keydown", key, modifiers, repeat)) return null;
  await turn();
  const now = deepActiveElement();
  if (key.text === "" || modifiers.ctrl || modifiers.alt || modifiers.meta) return now;
  if (!send(now, "keypress", key, modifiers, repeat)) return null;
  await turn();
  return now;
}

export function keyUp(element: Element, key: Key, modifiers: Modifiers): boolean {
  return send(element, "keyup", key, modifiers);
}

function send(element: Element, type: string, key: Key, modifiers: Modifiers, repeat = false): boolean {
  const charCode = type === "keypress" ? (key.text.codePointAt(0) ?? 0) : 0;
  const init: KeyboardEventInit = {
    key: key.key,
    code: key.code,
    location: locationOf(key.code),
    keyCode: type === "keypress" ? charCode : key.keyCode,
    which: type === "keypress" ? charCode : key.keyCode,
    charCode,
    repeat,
    ctrlKey: modifiers.ctrl,
    shiftKey: modifiers.shift,
    altKey: modifiers.alt,
    metaKey: modifiers.meta,
    bubbles: true,
    cancelable: true,
    composed: true,
    view: window,
  };
  return element.dispatchEvent(new KeyboardEvent(type, init));
}

/** Where keys are that a keyboard has several of. */
function locationOf(code: string): number {
  if (code.startsWith("Numpad")) return KeyboardEvent.DOM_KEY_LOCATION_NUMPAD;
  const [, side] = /^(?:Control|Shift|Alt|Meta)(Left|Right)$/.exec(code) ?? [];
  if (side === undefined) return KeyboardEvent.DOM_KEY_LOCATION_STANDARD;
  return side === "Left" ? KeyboardEvent.DOM_KEY_LOCATION_LEFT : KeyboardEvent.DOM_KEY_LOCATION_RIGHT;
}
