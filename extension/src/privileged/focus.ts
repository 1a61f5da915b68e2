// The focus in tabs of the background: Firefox moves it there without a word, so that pages would not notice.

/** Does `act`, and sends the events for where the focus went with it, unless Firefox sends them. */
export function followFocus(window: GeckoWindow, act: () => void): void {
  const { document } = window;
  // Seen past the page's own view of it: whether this document really has the focus.
  if (document.hasFocus()) {
    act();
    return;
  }
  const before = innermost(document);
  act();
  if (window.closed) return;
  const now = innermost(document);
  if (before === now) return;
  const send = (element: Element, type: string, bubbles: boolean, relatedTarget: Element | null): void => {
    element.dispatchEvent(new window.FocusEvent(type, { bubbles, composed: true, relatedTarget, view: window }));
  };
  if (before?.isConnected) {
    send(before, "blur", false, now);
    send(before, "focusout", true, now);
  }
  if (!now) return;
  send(now, "focus", false, before);
  send(now, "focusin", true, before);
}

/** What has the focus, in whichever shadow root; null where only the page itself has. */
function innermost(document: Document): Element | null {
  let at = document.activeElement;
  for (let inner = at; inner; inner = inner.openOrClosedShadowRoot?.activeElement ?? null) at = inner;
  return at === document.body || at === document.documentElement ? null : at;
}
