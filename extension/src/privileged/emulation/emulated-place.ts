// The emulated place of a page. Firefox keeps it by document, so each new one gets it before its first script runs.
// While no tab has a place, no page has an actor for it.

import type { Place } from "../../shared/privileged";
import { registerActor } from "../window-actors";

const PLACE_ACTOR = "ClzPlace";

/** Shared with the processes of pages: by tab, its place. */
const PLACES = "clz:places";

interface Placed extends GeckoBrowsingContext {
  setGeolocationServiceOverride(position?: { coords: object; timestamp: number }): void;
}

export class EmulatedPlaces {
  readonly #places = new Map<GeckoBrowser, Place>();
  #isOn = false;

  /** `modules` is where the actor's are. */
  constructor(private readonly modules: string) {}

  /** Null is the computer's own. Resolves when the documents that the tab has now know it. */
  async set(browser: GeckoBrowser, place: Place | null): Promise<void> {
    for (const known of this.#places.keys()) if (!known.isConnected) this.#places.delete(known);
    if (!place && !this.#places.has(browser)) return;
    if (place) this.#places.set(browser, place);
    else this.#places.delete(browser);
    if (place) this.#start();
    const { browsingContext } = browser;
    const places = [...this.#places].map(([known, at]) => [known.browsingContext.browserId, at] as const);
    Services.ppmm.sharedData.set(PLACES, new Map<number, Place>(places));
    Services.ppmm.sharedData.flush();
    const frames = browsingContext.getAllBrowsingContextsInSubtree();
    await Promise.all(frames.map(({ currentWindowGlobal }) => tell(currentWindowGlobal, place)));
    if (this.#places.size === 0) this.stop();
  }

  stop(): void {
    if (!this.#isOn) return;
    this.#isOn = false;
    this.#places.clear();
    ChromeUtils.unregisterWindowActor(PLACE_ACTOR);
  }

  #start(): void {
    if (this.#isOn) return;
    this.#isOn = true;
    registerActor(PLACE_ACTOR, {
      child: { esModuleURI: `${this.modules}/child.sys.mjs`, events: { DOMWindowCreated: {} } },
    });
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

async function tell(frame: GeckoWindowGlobal | null, place: Place | null): Promise<void> {
  try {
    await frame?.getActor(PLACE_ACTOR).sendQuery("place", place);
  } catch {
    // It went away meanwhile, or is a document of Firefox's own.
  }
}
