// Hit guards: a press that comes down on something else than was meant is kept from the page. Between the last look at an
// element and the press the page may have put something over it.

import { otherControl, reaches, type Place } from "./press-point";

/** What a press sends to pages, and what comes of it. */
const OF_PRESS = "pointerdown mousedown pointerup mouseup click auxclick dblclick contextmenu".split(" ");

export class HitGuard {
  /** True if the press missed the element, and the page heard nothing of it. */
  missed = false;
  #decided = false;
  readonly #over = new AbortController();

  /** Guards the next press at a place of the element, until `end`. `inside` lets controls in it have the press. */
  constructor(element: Element, place: Place, inside: boolean) {
    const seen = (event: Event): void => {
      // The first event decides: what the page does with it may change what lies there.
      if (!this.#decided) {
        const hit = hitBy(event as MouseEvent);
        this.missed = hit !== null && element.isConnected && !isMeant(hit, element, place, inside);
        this.#decided = true;
      }
      if (!this.missed) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    for (const type of OF_PRESS) window.addEventListener(type, seen, { capture: true, signal: this.#over.signal });
  }

  end(): void {
    this.#over.abort();
  }
}

function isMeant(hit: Element, element: Element, place: Place, inside: boolean): boolean {
  return reaches(hit, element, place.surface ?? element, place) && (inside || !otherControl(hit, element));
}

/** What the event hit, in closed shadow roots too. */
export function hitBy(event: MouseEvent): Element | null {
  const [first] = event.composedPath();
  let hit = first instanceof Element ? first : null;
  for (;;) {
    const inner: Element | null = hit?.openOrClosedShadowRoot?.elementFromPoint(event.clientX, event.clientY) ?? null;
    if (!inner || inner === hit) return hit;
    hit = inner;
  }
}
