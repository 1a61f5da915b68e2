// What the documents of agents' tabs get before their first script: a clipboard that is the agent's, and init scripts.
// The processes of pages know of them before they have the page. While there are no such tabs, no page has an actor for it.

import type { InitScript } from "../../shared/privileged";
import { AGENT_TABS, DOCUMENT_ACTOR, initScript, ORIGIN, type AgentTab } from "./names";
import { system } from "../system";
import { DocumentActor, documentsIn, share } from "../window-actors";

export class AgentTabs {
  readonly #tabs = new Map<number, AgentTab & { browserId: number }>();
  /** The scripts that the processes have. */
  readonly #shared = new Set<number>();
  /** From which of them other tabs come, of which nothing was known when they were asked for. */
  readonly #origins = new Map<number, number>();
  readonly #actor: DocumentActor;

  constructor(modules: string) {
    this.#actor = new DocumentActor(DOCUMENT_ACTOR, modules);
  }

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
    if (this.#actor.start()) Services.ppmm.addMessageListener(ORIGIN, this.#originOf);
    this.#share();
    if (browser && given.functions.length > 0) expose(browser, given.functions);
  }

  stop(): void {
    if (!this.#actor.stop()) return;
    Services.ppmm.removeMessageListener(ORIGIN, this.#originOf);
    this.#tabs.clear();
    this.#origins.clear();
    this.#share();
  }

  /** The nearest tab of an agent that has led to a tab, or else the one that has led to it. */
  readonly #originOf = ({ data }: { data: unknown }): number | null => {
    const known = new Set([...this.#tabs.values()].map(({ browserId }) => browserId));
    const tab = Number(data);
    let origin: number | null = null;
    let at = system.BrowsingContext.getCurrentTopByBrowserId(tab);
    while ((at = at?.crossGroupOpener?.top ?? null)) {
      origin = at.browserId;
      const found = known.has(origin) ? origin : this.#origins.get(origin);
      if (found === undefined) continue;
      this.#origins.set(tab, found);
      return found;
    }
    return origin;
  };

  #share(): void {
    const used = new Set([...this.#tabs.values()].flatMap(({ ids, inherited }) => [...ids, ...inherited]));
    for (const id of this.#shared) {
      if (used.has(id)) continue;
      this.#shared.delete(id);
      Services.ppmm.sharedData.delete(initScript(id));
    }
    const tabs = [...this.#tabs.values()].map(({ browserId, ...tab }) => [browserId, tab] as const);
    share(AGENT_TABS, new Map<number, AgentTab>(tabs));
  }
}

/** Gives the documents that are there functions as well. */
function expose({ browsingContext }: GeckoBrowser, functions: string[]): void {
  for (const document of documentsIn(browsingContext)) {
    try {
      document.getActor(DOCUMENT_ACTOR).sendAsyncMessage("functions", functions);
    } catch {
      // It goes away just now, or is a document of Firefox's own.
    }
  }
}
