// The network of each tab, sent to the helper as its agent has set it: for tabs that come later too, before their first
// page is asked for, and taken back once a tab is no longer the agent's.

import { listenWhile } from "../../tab-events";
import type { TabNetwork } from "../../../shared/privileged";
import { privileged } from "../../privileged/api";
import type { TabPool } from "../../tabs/tab-pool";
import type { Requesters } from "../requesters";
import type { NetworkConditions } from "./conditions";

type Details = Parameters<Parameters<typeof browser.webRequest.onBeforeRequest.addListener>[0]>[0];

const USUAL: TabNetwork = { offline: false, throttle: null };
const PAGES = { urls: ["<all_urls>"], types: ["main_frame" as const] };

export class TabNetworks {
  /** What was last sent for the tabs whose network is not as usual, as JSON. */
  readonly #told = new Map<number, string>();
  /** Settled when the helper has taken all that it was sent. */
  #telling: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly conditions: NetworkConditions,
    private readonly pool: TabPool,
    private readonly requesters: Requesters,
  ) {
    if (!privileged.available) return;
    conditions.onChange(() => {
      listenWhile(conditions.haveNetworks, browser.webRequest.onBeforeRequest, this.#onPage, PAGES, ["blocking"]);
      this.#refresh();
    });
    pool.onChange(() => this.#refresh());
  }

  settled(): Promise<unknown> {
    return this.#telling;
  }

  /** A page waits until its tab is known to the helper: that of a tab which is just being opened may not be yet. */
  readonly #onPage = async (details: Details): Promise<browser.webRequest.BlockingResponse> => {
    const agent = await this.requesters.agentOf(details);
    if (agent === null) return {};
    this.#tell(details.tabId, this.conditions.network(agent, details.tabId));
    await this.#telling;
    return {};
  };

  #refresh(): void {
    const wanted = new Map(this.pool.all().map(({ tabId, owner }) => [tabId, this.conditions.network(owner, tabId)]));
    for (const tabId of new Set([...wanted.keys(), ...this.#told.keys()]))
      this.#tell(tabId, wanted.get(tabId) ?? USUAL);
  }

  #tell(tabId: number, network: TabNetwork): void {
    const usual = JSON.stringify(USUAL);
    const told = JSON.stringify(network);
    if (told === (this.#told.get(tabId) ?? usual)) return;
    if (told === usual) this.#told.delete(tabId);
    else this.#told.set(tabId, told);
    // A tab that is gone needs no network.
    const telling = privileged.setNetwork(tabId, network).catch(() => undefined);
    this.#telling = Promise.all([this.#telling, telling]);
  }
}
