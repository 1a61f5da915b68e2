// Input for frames that the page around them draws larger or smaller: Firefox takes the places of a window's events as if
// it were not so. The window around it takes them as they are drawn.

import { layoutOf, placeAround } from "../../shared/frame-layout";

interface WindowPlace {
  window: GeckoWindow;
  x: number;
  y: number;
}

/** The place, and the window to send its events to: one around it, as far as it is in the same process, if it is scaled. */
export function placeAsDrawn(window: GeckoWindow, place: { x: number; y: number }): WindowPlace {
  let asDrawn = { window, ...place };
  let around = asDrawn;
  for (;;) {
    const holder: Element | null = around.window.docShell?.browsingContext.embedderElement ?? null;
    const outer = holder?.ownerDocument.defaultView as GeckoWindow | null | undefined;
    if (!holder || !outer) return asDrawn;
    const layout = layoutOf(holder);
    around = { window: outer, ...placeAround(layout, around) };
    if (layout.scaleX !== 1 || layout.scaleY !== 1) asDrawn = around;
  }
}
