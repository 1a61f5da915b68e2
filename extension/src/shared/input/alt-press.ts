// A press with Alt, and nothing else held: kept from the page, from its first event to its last.

export const PRESS_EVENTS = [
  "pointerdown",
  "mousedown",
  "pointerup",
  "mouseup",
  "click",
  "dblclick",
  "auxclick",
  "contextmenu",
  "dragstart",
] as const;

/** Gives the listener for these events: it says which event began such a press. */
export function altPresses(begun: (event: Event) => void): (event: Event) => void {
  let isHeld = false;
  return (event) => {
    if (!event.isTrusted) return;
    const { type, button, detail, altKey, ctrlKey, shiftKey, metaKey } = event as MouseEvent;
    // A key on a button clicks it, too.
    if (type === "click" && detail === 0) return;
    if (type === "pointerdown") {
      isHeld = button === 0 && altKey && !ctrlKey && !shiftKey && !metaKey;
      if (isHeld) begun(event);
    }
    if (!isHeld) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
}
