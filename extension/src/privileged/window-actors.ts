// Actors in the tabs of a window, in all of their frames.

interface Sides {
  parent?: { esModuleURI: string };
  child: { esModuleURI: string; events?: Record<string, object> };
}

export function registerActor(name: string, sides: Sides): void {
  ChromeUtils.registerWindowActor(name, {
    ...sides,
    allFrames: true,
    messageManagerGroups: ["browsers"],
    // Firefox 159 lets no other actor into the processes of pages; those before it do not ask.
    safeForUntrustedWebProcess: true,
  });
}

/** An actor that is there while there are tabs for it. It comes before the first script of a page runs. */
export class DocumentActor {
  #isOn = false;

  /** `modules` is where the actor's are. */
  constructor(
    private readonly name: string,
    private readonly modules: string,
    private readonly parent = false,
    private readonly events: Record<string, object> = {},
  ) {}

  /** False if it was there already. */
  start(): boolean {
    if (this.#isOn) return false;
    this.#isOn = true;
    registerActor(this.name, {
      ...(this.parent && { parent: { esModuleURI: `${this.modules}/parent.sys.mjs` } }),
      child: { esModuleURI: `${this.modules}/child.sys.mjs`, events: { DOMWindowCreated: {}, ...this.events } },
    });
    return true;
  }

  /** False if it was not there. */
  stop(): boolean {
    if (!this.#isOn) return false;
    this.#isOn = false;
    ChromeUtils.unregisterWindowActor(this.name);
    return true;
  }
}

/** The documents of a tab. */
export function documentsIn(browsingContext: GeckoBrowsingContext): GeckoWindowGlobal[] {
  return browsingContext
    .getAllBrowsingContextsInSubtree()
    .flatMap(({ currentWindowGlobal }) => currentWindowGlobal ?? []);
}

/** Shares a value with the processes of pages, and with those that begin later. */
export function share(key: string, value: unknown): void {
  Services.ppmm.sharedData.set(key, value);
  Services.ppmm.sharedData.flush();
}
