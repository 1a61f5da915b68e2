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

/** True where the target took what was dropped. */
export function dragAndDrop(view: View, { source, target, from, to, transfer }: Drag): boolean {
  const send = (element: Element, type: string, { x, y }: Place, cancelable = true): boolean => {
    const screen = { screenX: view.mozInnerScreenX + x, screenY: view.mozInnerScreenY + y };
    const init = { bubbles: true, cancelable, composed: true, view, clientX: x, clientY: y, ...screen, dataTransfer: transfer };
    return element.dispatchEvent(new view.DragEvent(type, init));
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
