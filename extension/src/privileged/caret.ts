// The caret of editable pages in tabs of the background: Firefox moves it by key only in the window that has the focus.

import type { Key, Modifiers } from "../shared/steps";

const BY_CHARACTER: Record<string, [direction: string, size: string]> = {
  ArrowLeft: ["left", "character"],
  ArrowRight: ["right", "character"],
  ArrowUp: ["backward", "line"],
  ArrowDown: ["forward", "line"],
  Home: ["backward", "lineboundary"],
  End: ["forward", "lineboundary"],
};

const WITH_CONTROL: Record<string, [direction: string, size: string]> = {
  ArrowLeft: ["left", "word"],
  ArrowRight: ["right", "word"],
  Home: ["backward", "documentboundary"],
  End: ["forward", "documentboundary"],
};

/**
 * Where this key may be clz's to carry out: a function that moves the caret, unless Firefox has moved it by then. Null for
 * other keys, and for fields, which do it themselves.
 */
export function caretMover(window: GeckoWindow, { key }: Key, { ctrl, shift, alt, meta }: Modifiers): (() => void) | null {
  const move = (ctrl ? WITH_CONTROL : BY_CHARACTER)[key];
  const selectsAll = ctrl && key.toLowerCase() === "a";
  if (alt || meta || (!move && !selectsAll) || window.document.hasFocus()) return null;
  const element = window.document.activeElement;
  const selection = window.getSelection();
  if (!selection || !isEditable(window, element)) return null;
  const before = placesOf(selection);
  return () => {
    if (placesOf(selection).some((place, at) => place !== before[at])) return;
    if (move) selection.modify(shift ? "extend" : "move", ...move);
    else selection.selectAllChildren(element);
  };
}

function placesOf({ anchorNode, anchorOffset, focusNode, focusOffset }: Selection): unknown[] {
  return [anchorNode, anchorOffset, focusNode, focusOffset];
}

function isEditable(window: GeckoWindow, element: Element | null): element is HTMLElement {
  return element instanceof window.HTMLElement && element.isContentEditable;
}
