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

/** How Firefox says which device an event comes from; no constructor takes it. */
interface MouseDragEvent extends DragEvent {
  initNSMouseEvent(...init: [...Parameters<MouseEvent["initMouseEvent"]>, pressure: number, inputSource: number]): void;
}

/** MouseEvent.MOZ_SOURCE_MOUSE */
const BY_MOUSE = 1;

type View = Window & { DragEvent: typeof DragEvent };

/**
 * True where the target took what was dropped.
 *
 * `trusted` where Firefox's own code sends the events: then Firefox listens as well, and would open in the page's place
 * what the page does not take. Whether the page takes it is known before Firefox hears of it, in its group of listeners.
 */
export function dragAndDrop(view: View, { source, target, from, to, transfer }: Drag, trusted = false): boolean {
  const send = (element: Element, type: string, { x, y }: Place, cancelable = true): boolean => {
    const [screenX, screenY] = [view.mozInnerScreenX + x, view.mozInnerScreenY + y];
    const event = new view.DragEvent(type, { composed: true, dataTransfer: transfer }) as MouseDragEvent;
    event.initNSMouseEvent(type, true, cancelable, view, 0, screenX, screenY, x, y, false, false, false, false, 0, null, 0, BY_MOUSE);
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
