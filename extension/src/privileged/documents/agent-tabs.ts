// What the documents of agents' tabs get before their first script: a clipboard that is the agent's, and init scripts.
// The processes of pages know of them before they have the page. While there are no such tabs, no page has an actor for it.

import type { InitScript } from "../../shared/privileged";
import { AGENT_TABS, DOCUMENT_ACTOR, initScript, type AgentTab } from "./names";
import { registerActor } from "../window-actors";

export class AgentTabs {
  readonly #tabs = new Map<number, AgentTab & { browserId: number }>();
  /** The scripts that the processes have. */
  readonly #shared = new Set<number>();
  #isOn = false;

  /** `modules` is where the actor's are. */
  constructor(private readonly modules: string) {}

  /** `scripts` is null for a tab that is not an agent's any more; it may be gone. */
  set(tabId: number, browser: GeckoBrowser | null, scripts: InitScript[] | null, given: Omit<AgentTab, "ids">): void {
    if (browser && scripts) {
      for (const { id, name, code } of scripts) {
        if (this.#shared.has(id)) continue;
        this.#shared.add(id);
        Services.ppmm.sharedData.set(initScript(id), { name, code });
      }
      const { browserId } = browser.browsingContext;
      this.#tabs.set(tabId, { ...given, browserId, ids: scripts.map(({ id }) => id) });
    } else this.#tabs.delete(tabId);
    if (this.#tabs.size === 0) return this.stop();
    this.#start();
    this.#share();
    if (browser && given.functions.length > 0) expose(browser, given.functions);
  }

  stop(): void {
    if (!this.#isOn) return;
    this.#isOn = false;
    this.#tabs.clear();
    this.#share();
    ChromeUtils.unregisterWindowActor(DOCUMENT_ACTOR);
  }

  #start(): void {
    if (this.#isOn) return;
    this.#isOn = true;
    registerActor(DOCUMENT_ACTOR, {
      child: {
        esModuleURI: `${this.modules}/child.sys.mjs`,
        // Before the first script of a page runs.
        events: { DOMWindowCreated: {} },
      },
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
    const tabs = [...this.#tabs.values()].map(({ browserId, ...tab }) => [browserId, tab] as const);
    sharedData.set(AGENT_TABS, new Map<number, AgentTab>(tabs));
    sharedData.flush();
  }
}

/** Gives the documents that are there functions as well. */
function expose({ browsingContext }: GeckoBrowser, functions: string[]): void {
  for (const { currentWindowGlobal } of browsingContext.getAllBrowsingContextsInSubtree()) {
    try {
      currentWindowGlobal?.getActor(DOCUMENT_ACTOR).sendAsyncMessage("functions", functions);
    } catch {
      // It goes away just now, or is a document of Firefox's own.
    }
  }
}
