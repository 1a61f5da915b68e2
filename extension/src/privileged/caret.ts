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

/** Where the caret is, to be asked whether it has moved since. */
export function caretOf(window: GeckoWindow): { moved(): boolean } {
  const places = (): unknown[] => {
    const { anchorNode, anchorOffset, focusNode, focusOffset } = window.getSelection() ?? {};
    return [anchorNode, anchorOffset, focusNode, focusOffset];
  };
  const before = places();
  return { moved: () => places().some((place, at) => place !== before[at]) };
}

/** Does what a key that the page left alone does to the caret there. Fields do it themselves. */
export function moveCaret(window: GeckoWindow, { key }: Key, { ctrl, shift, alt, meta }: Modifiers): void {
  const { document } = window;
  const selection = window.getSelection();
  const element = document.activeElement;
  if (document.hasFocus() || !selection || alt || meta || !isEditable(window, element)) return;
  if (ctrl && key.toLowerCase() === "a") {
    selection.selectAllChildren(element);
    return;
  }
  const move = (ctrl ? WITH_CONTROL : BY_CHARACTER)[key];
  if (move) selection.modify(shift ? "extend" : "move", ...move);
}

function isEditable(window: GeckoWindow, element: Element | null): element is HTMLElement {
  return element instanceof window.HTMLElement && element.isContentEditable;
}
