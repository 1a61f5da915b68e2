// The browser's own drag and drop, event by event (HTML, drag-and-drop processing model). Sent by the helper these
// events are trusted, sent by a content script they are not.

interface Place {
  x: number;
  y: number;
}

export interface Drag {
  /** What is dragged; null for files from outside the page. */
  source: Element | null;
  target: Element;
  from: Place;
  to: Place;
  transfer: DataTransfer;
}

type View = Window & { DragEvent: typeof DragEvent };

/**
 * True where the target took what was dropped.
 *
 * `trusted` where Firefox's own code sends the events: then Firefox listens as well, and would open in the page's place
 * what the page does not take. Whether the page takes it is known before Firefox hears of it, in its group of listeners.
 */
export function dragAndDrop(view: View, { source, target, from, to, transfer }: Drag, trusted = false): boolean {
  const send = (element: Element, type: string, { x, y }: Place, cancelable = true): boolean => {
    const screen = { screenX: view.mozInnerScreenX + x, screenY: view.mozInnerScreenY + y };
    const init = { bubbles: true, cancelable, composed: true, view, clientX: x, clientY: y, ...screen, dataTransfer: transfer };
    const event = new view.DragEvent(type, init);
    if (!trusted) return element.dispatchEvent(event);
    let prevented = false;
    const keepFromFirefox = (seen: Event): void => {
      prevented = seen.defaultPrevented;
      seen.preventDefault();
    };
    const first = { capture: true, once: true, mozSystemGroup: true } as AddEventListenerOptions;
    view.addEventListener(type, keepFromFirefox, first);
    element.dispatchEvent(event);
    view.removeEventListener(type, keepFromFirefox, first);
    return !prevented;
  };
  if (source && !send(source, "dragstart", from)) return false;
  if (source) send(source, "drag", from);
  send(target, "dragenter", to);
  if (source) send(source, "drag", to);
  const accepted = !send(target, "dragover", to);
  if (accepted) send(target, "drop", to);
  else send(target, "dragleave", to, false);
  if (source) send(source, "dragend", to, false);
  return accepted;
}
