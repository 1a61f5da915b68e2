// The tabs of agents, sent to the helper before their first page is asked for, and taken back once a tab is not an agent's
// any longer: their pages have its init scripts, and a clipboard that is the agent's, and its file: pages are in its folders.
//
// In a tab that a person has lent only those scripts run that were added for it, and its pages copy as ever.

import type { InitScript } from "../../shared/privileged";
import { AgentMap } from "../scopes";
import type { ExposedFunctions } from "../network/routes/exposed-functions";
import type { InitScripts } from "../emulation/init-scripts";
import { privileged } from "../privileged/api";
import type { Requesters } from "../network/requesters";
import type { TabPool } from "./tab-pool";

type Details = Parameters<Parameters<typeof browser.webRequest.onBeforeRequest.addListener>[0]>[0];

const PAGES = { urls: ["<all_urls>"], types: ["main_frame" as const] };

export class AgentTabs {
  /** What was sent for each. */
  readonly #told = new Map<number, string>();
  /** The folders that the file: pages of an agent are kept to. */
  readonly #folders = new AgentMap<readonly string[]>();
  /** Settled when the helper has taken all that it was sent. */
  #telling: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly scripts: InitScripts,
    private readonly functions: ExposedFunctions,
    private readonly pool: TabPool,
    private readonly requesters: Requesters,
  ) {
    if (!privileged.available) return;
    scripts.onChange(() => this.refresh());
    functions.onChange(() => this.refresh());
    pool.onChange(() => this.refresh());
    browser.webRequest.onBeforeRequest.addListener(this.#onPage, PAGES, ["blocking"]);
  }

  boundFiles(agent: string, folders: readonly string[]): void {
    this.#folders.set(agent, folders);
    this.refresh();
  }

  settled(): Promise<unknown> {
    return this.#telling;
  }

  /** To be called when rights may have changed as well. */
  refresh(): void {
    if (!privileged.available) return;
    const owners = new Map(this.pool.all().map(({ tabId, owner }) => [tabId, owner]));
    for (const [tabId, owner] of owners) this.#tell(tabId, owner);
    for (const tabId of this.#told.keys()) if (!owners.has(tabId)) this.#tell(tabId, null);
  }

  /** A page waits until its tab is known to the helper: that of a tab which is just being opened may not be yet. */
  readonly #onPage = async (details: Details): Promise<browser.webRequest.BlockingResponse> => {
    const agent = await this.requesters.agentOf(details);
    if (agent === null) return {};
    this.#tell(details.tabId, agent);
    await this.#telling;
    return {};
  };

  #tell(tabId: number, agent: string | null): void {
    const isLent = this.pool.isShared(tabId);
    const scripts = agent === null ? null : this.scripts.runningIn(agent, tabId, isLent);
    const functions = agent === null ? [] : this.functions.namesIn(agent, tabId);
    const folders = (agent === null || isLent ? null : this.#folders.get(agent)) ?? null;
    const told = scripts && JSON.stringify([isLent, scripts.map(({ id }) => id), functions, folders]);
    if (told === (this.#told.get(tabId) ?? null)) return;
    if (told === null) this.#told.delete(tabId);
    else this.#told.set(tabId, told);
    const plain = scripts && scripts.map(({ id, name, code }): InitScript => ({ id, name, code }));
    const inherited = isLent || agent === null ? [] : this.scripts.runningIn(agent, -1, false).map(({ id }) => id);
    // A tab that is gone needs nothing.
    const given = { inherited, ownClipboard: !isLent, functions, folders };
    const telling = privileged.setAgentTab(tabId, plain, given).catch(() => undefined);
    this.#telling = Promise.all([this.#telling, telling]);
  }
}
