// Input for frames that the page around them draws larger, smaller or turned: Firefox takes the places of a window's events
// as if it were not so. The window around it takes them as they are drawn.

import { isTilted, isTurnedOrScaled, layoutOf, placeAround, placeInQuad } from "../../shared/frame-layout";

/** What Firefox says of places to itself alone. */
interface WithBoxQuads {
  getBoxQuads: (how: { box: "content" }) => DOMQuad[];
}

interface WindowPlace {
  window: GeckoWindow;
  x: number;
  y: number;
}

/** The place, and the window to send its events to: one around it, as far as it is in the same process, if it is drawn so. */
export function placeAsDrawn(window: GeckoWindow, place: { x: number; y: number }): WindowPlace {
  return placesAsDrawn(window, place).at(-1)?.place ?? { window, ...place };
}

/** Scrolls a place into view that the window for its events does not show: there no events are taken. */
export function bringIntoView(window: GeckoWindow, place: { x: number; y: number }): void {
  if (isShown(placeAsDrawn(window, place))) return;
  window.document.elementFromPoint(place.x, place.y)?.scrollIntoView({ block: "nearest", behavior: "instant" });
  const { window: outer, x, y } = placeAsDrawn(window, place);
  if (isShown({ window: outer, x, y })) return;
  outer.scrollBy({ left: x - outer.innerWidth / 2, top: y - outer.innerHeight / 2, behavior: "instant" });
}

/** What lies over a frame at a place of it, so that its events would go there: nothing if that is out of view; null if the frame does. */
export function coverOver(window: GeckoWindow, place: { x: number; y: number }): string | null {
  for (const { holder, place: drawn } of placesAsDrawn(window, place).reverse()) {
    const hit = deepElementAt(drawn);
    if (hit !== holder) return hit ? nameOf(hit) : "";
  }
  return null;
}

/** The place in each window around it as far as events are sent, and what holds the frame there. */
function placesAsDrawn(
  window: GeckoWindow,
  place: { x: number; y: number },
): Array<{ holder: Element; place: WindowPlace }> {
  const around: Array<{ holder: Element; place: WindowPlace }> = [];
  let sentTo = 0;
  for (let at: WindowPlace = { window, ...place }; ;) {
    const holder: Element | null = at.window.docShell?.browsingContext.embedderElement ?? null;
    const outer = holder?.ownerDocument.defaultView as GeckoWindow | null | undefined;
    if (!holder || !outer) return around.slice(0, sentTo);
    const layout = layoutOf(holder);
    at = { window: outer, ...(projected(holder, at) ?? placeAround(layout, at)) };
    around.push({ holder, place: at });
    if (isTurnedOrScaled(layout) || isTilted(holder)) sentTo = around.length;
  }
}

/** Where a place of a frame that is tilted is drawn, by its four corners, which no layout tells; null for any other. */
function projected(holder: Element, { window, x, y }: WindowPlace): { x: number; y: number } | null {
  const [quad] = isTilted(holder)
    ? ((holder as Element & Partial<WithBoxQuads>).getBoxQuads?.({ box: "content" }) ?? [])
    : [];
  return quad ? placeInQuad(quad, { x: x / window.innerWidth, y: y / window.innerHeight }) : null;
}

function isShown({ window, x, y }: WindowPlace): boolean {
  return x >= 0 && y >= 0 && x < window.innerWidth && y < window.innerHeight;
}

function deepElementAt({ window, x, y }: WindowPlace): Element | null {
  let hit = window.document.elementFromPoint(x, y);
  for (;;) {
    const inner: Element | null = hit?.openOrClosedShadowRoot?.elementFromPoint(x, y) ?? null;
    if (!inner || inner === hit) return hit;
    hit = inner;
  }
}

function nameOf({ localName, id }: Element): string {
  return id ? `${localName}#${id}` : localName;
}
