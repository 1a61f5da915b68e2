// The emulated place of a page. Firefox keeps it by document, so each new one gets it before its first script runs.
// While no tab has a place, no page has an actor for it.

import type { Place } from "../../shared/privileged";
import { DocumentActor, documentsIn, share } from "../window-actors";

const PLACE_ACTOR = "ClzPlace";

/** Shared with the processes of pages: by tab, its place. */
const PLACES = "clz:places";

interface Placed extends GeckoBrowsingContext {
  setGeolocationServiceOverride(position?: { coords: object; timestamp: number }): void;
}

export class EmulatedPlaces {
  readonly #places = new Map<GeckoBrowser, Place>();
  readonly #actor: DocumentActor;

  constructor(modules: string) {
    this.#actor = new DocumentActor(PLACE_ACTOR, modules);
  }

  /** Null is the computer's own. Resolves when the documents that the tab has now know it. */
  async set(browser: GeckoBrowser, place: Place | null): Promise<void> {
    for (const known of this.#places.keys()) if (!known.isConnected) this.#places.delete(known);
    if (!place && !this.#places.has(browser)) return;
    if (place) this.#places.set(browser, place);
    else this.#places.delete(browser);
    if (place) this.#actor.start();
    const places = [...this.#places].map(([known, at]) => [known.browsingContext.browserId, at] as const);
    share(PLACES, new Map<number, Place>(places));
    // What went away meanwhile has no place, nor has a document of Firefox's own.
    await Promise.allSettled(
      documentsIn(browser.browsingContext).map(async (document) => {
        await document.getActor(PLACE_ACTOR).sendQuery("place", place);
      }),
    );
    if (this.#places.size === 0) this.stop();
  }

  stop(): void {
    if (this.#actor.stop()) this.#places.clear();
  }
}

/** In the process of a page. */
export function applyPlace(context: GeckoBrowsingContext, place: Place | null | undefined = placeOf(context)): void {
  const placed = context as Placed;
  if (!place) return placed.setGeolocationServiceOverride();
  const unknown = { altitude: null, altitudeAccuracy: null, heading: null, speed: null };
  placed.setGeolocationServiceOverride({ coords: { ...place, ...unknown }, timestamp: Date.now() });
}

function placeOf({ top }: GeckoBrowsingContext): Place | undefined {
  return (Services.cpmm.sharedData.get(PLACES) as Map<number, Place> | undefined)?.get(top.browserId);
}
