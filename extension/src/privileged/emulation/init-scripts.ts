// Which init scripts run in which tabs. They are in each process before it has a page. While there are none, no page has
// an actor for it.

import type { InitScript } from "../../shared/privileged";
import { INIT_ACTOR, INIT_TABS, initScript, type TabInit } from "./init-names";

export class InitScripts {
  /** By tab: its number that stays when its process changes. */
  readonly #tabs = new Map<number, TabInit & { browserId: number }>();
  /** The scripts that the processes have. */
  readonly #shared = new Set<number>();
  readonly #modules: string;
  #isOn = false;

  /** `modules` is where the actor's are. */
  constructor(modules: string) {
    this.#modules = modules;
  }

  /** The tab may be gone when there are none. */
  set(tabId: number, browser: GeckoBrowser | null, scripts: InitScript[], inherited: number[]): void {
    if (browser && scripts.length > 0) {
      for (const { id, name, code } of scripts) {
        if (this.#shared.has(id)) continue;
        this.#shared.add(id);
        Services.ppmm.sharedData.set(initScript(id), { name, code });
      }
      const { browserId } = browser.browsingContext;
      this.#tabs.set(tabId, { browserId, ids: scripts.map(({ id }) => id), inherited });
    } else this.#tabs.delete(tabId);
    if (this.#tabs.size === 0) return this.stop();
    this.#start();
    this.#share();
  }

  stop(): void {
    if (!this.#isOn) return;
    this.#isOn = false;
    this.#tabs.clear();
    this.#share();
    ChromeUtils.unregisterWindowActor(INIT_ACTOR);
  }

  #start(): void {
    if (this.#isOn) return;
    this.#isOn = true;
    ChromeUtils.registerWindowActor(INIT_ACTOR, {
      child: {
        esModuleURI: `${this.#modules}/child.sys.mjs`,
        // Before the first script of a page runs.
        events: { DOMWindowCreated: {} },
      },
      allFrames: true,
      messageManagerGroups: ["browsers"],
    });
  }

  #share(): void {
    const { sharedData } = Services.ppmm;
    const used = new Set([...this.#tabs.values()].flatMap(({ ids, inherited }) => [...ids, ...inherited]));
    for (const id of this.#shared) {
      if (used.has(id)) continue;
      this.#shared.delete(id);
      sharedData.delete(initScript(id));
    }
    const tabs = [...this.#tabs.values()].map(
      ({ browserId, ids, inherited }) => [browserId, { ids, inherited }] as const,
    );
    sharedData.set(INIT_TABS, new Map<number, TabInit>(tabs));
    sharedData.flush();
  }
}
