// The init scripts of each tab, told to the helper: for tabs that come later too, before their first page is asked for,
// and no more once a tab is not the agent's any longer.
//
// In a tab that a person has lent only those run that were added for it.

import type { InitScript } from "../../shared/privileged";
import { privileged } from "../input/privileged-api";
import type { Requesters } from "../network/requesters";
import type { TabPool } from "../tabs/tab-pool";
import type { InitScripts } from "./init-scripts";

type Details = Parameters<Parameters<typeof browser.webRequest.onBeforeRequest.addListener>[0]>[0];

const PAGES = { urls: ["<all_urls>"], types: ["main_frame" as const] };

export class TabScripts {
  readonly #scripts: InitScripts;
  readonly #pool: TabPool;
  readonly #requesters: Requesters;
  /** The ids that were told of the tabs that have some. */
  readonly #told = new Map<number, string>();
  /** Settled when the helper has taken all that it was told. */
  #telling: Promise<unknown> = Promise.resolve();
  #listening = false;

  constructor(scripts: InitScripts, pool: TabPool, requesters: Requesters) {
    this.#scripts = scripts;
    this.#pool = pool;
    this.#requesters = requesters;
    if (!privileged.available) return;
    scripts.onChange(() => {
      this.#listen(scripts.haveSome);
      this.refresh();
    });
    pool.onChange(() => this.refresh());
  }

  settled(): Promise<unknown> {
    return this.#telling;
  }

  /** To be called when rights may have changed as well. */
  refresh(): void {
    if (!this.#listening && this.#told.size === 0) return;
    const wanted = new Map(this.#pool.all().map(({ tabId, owner }) => [tabId, this.#of(owner, tabId)]));
    for (const tabId of new Set([...wanted.keys(), ...this.#told.keys()])) this.#tell(tabId, wanted.get(tabId) ?? []);
  }

  #of(agent: string, tabId: number): InitScript[] {
    return this.#scripts.runningIn(agent, tabId, this.#pool.isShared(tabId));
  }

  #listen(listens: boolean): void {
    const { onBeforeRequest } = browser.webRequest;
    if (listens === this.#listening) return;
    this.#listening = listens;
    if (listens) onBeforeRequest.addListener(this.#onPage, PAGES, ["blocking"]);
    else onBeforeRequest.removeListener(this.#onPage);
  }

  /** A page waits until its tab is known to the helper: that of a tab which is just being opened may not be yet. */
  readonly #onPage = async (details: Details): Promise<browser.webRequest.BlockingResponse> => {
    const agent = await this.#requesters.agentOf(details);
    if (agent === null) return {};
    this.#tell(details.tabId, this.#of(agent, details.tabId));
    await this.#telling;
    return {};
  };

  #tell(tabId: number, scripts: readonly InitScript[]): void {
    const told = scripts.map(({ id }) => id).join();
    if (told === (this.#told.get(tabId) ?? "")) return;
    if (told === "") this.#told.delete(tabId);
    else this.#told.set(tabId, told);
    const plain = scripts.map(({ id, name, code }) => ({ id, name, code }));
    const inherited = scripts.length > 0 && !this.#pool.isShared(tabId) ? this.#inherited(tabId) : [];
    // A tab that is gone needs none.
    const telling = privileged.setInitScripts(tabId, plain, inherited).catch(() => undefined);
    this.#telling = Promise.all([this.#telling, telling]);
  }

  /** What runs in popups of a tab as well. */
  #inherited(tabId: number): number[] {
    const agent = this.#pool.ownerOf(tabId);
    // A tab of the agent's that has no scripts of its own.
    return agent === null ? [] : this.#scripts.runningIn(agent, -1, false).map(({ id }) => id);
  }
}
