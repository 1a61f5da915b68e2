// A press whose element moves away from under it: Firefox scrolls to what was typed a moment ago, or the page puts something
// above. The button goes after it, so that it comes up where it went down, and the element is clicked.

import type { Place } from "./drag";
import type { MouseAction } from "./input-actions";

interface Held {
  element: Element;
  at: Place;
  left: number;
  top: number;
}

export class HeldPress {
  #held: Held | null = null;

  constructor(private readonly elementAt: (place: Place) => Element | null) {}

  /** Where a mouse event that is meant for `at` goes. */
  placeOf(type: MouseAction["type"], at: Place): Place {
    if (type === "mousemove") this.#held = null;
    const place = this.#followed(at);
    if (type === "mousedown") this.#hold(at, place);
    return place;
  }

  #hold(at: Place, place: Place): void {
    const element = this.elementAt(place);
    const box = element?.getBoundingClientRect();
    // Counted from `at`, where the next event is meant to be.
    this.#held =
      element && box ? { element, at, left: box.left - place.x + at.x, top: box.top - place.y + at.y } : null;
  }

  #followed(at: Place): Place {
    const held = this.#held;
    if (held?.at.x !== at.x || held.at.y !== at.y || !held.element.isConnected || this.#isOn(held, at)) return at;
    let place = whereNow(held);
    if (!this.elementAt(place)) {
      held.element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
      place = whereNow(held);
    }
    return this.#isOn(held, place) ? place : at;
  }

  #isOn({ element }: Held, place: Place): boolean {
    const hit = this.elementAt(place);
    return hit !== null && element.contains(hit);
  }
}

function whereNow({ element, at, left, top }: Held): Place {
  const box = element.getBoundingClientRect();
  return { x: at.x + box.left - left, y: at.y + box.top - top };
}
