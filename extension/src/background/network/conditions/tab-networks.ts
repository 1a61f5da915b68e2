// The network of each tab, told to the helper as its agent has set it: for tabs that come later too, and no more once a
// tab is not the agent's any longer.

import type { TabNetwork } from "../../../shared/privileged";
import { privileged } from "../../input/privileged-api";
import type { TabPool } from "../../tabs/tab-pool";
import type { NetworkConditions } from "./conditions";

const USUAL: TabNetwork = { offline: false };

export class TabNetworks {
  readonly #conditions: NetworkConditions;
  readonly #pool: TabPool;
  /** What was told of the tabs whose network is not as usual, as JSON. */
  readonly #told = new Map<number, string>();
  /** Settled when the helper has taken all that it was told. */
  #telling: Promise<unknown> = Promise.resolve();

  constructor(conditions: NetworkConditions, pool: TabPool) {
    this.#conditions = conditions;
    this.#pool = pool;
    if (!privileged.available) return;
    conditions.onChange(this.#refresh);
    pool.onChange(this.#refresh);
  }

  settled(): Promise<unknown> {
    return this.#telling;
  }

  readonly #refresh = (): void => {
    const wanted = new Map(this.#pool.all().map(({ tabId, owner }) => [tabId, this.#conditions.network(owner, tabId)]));
    for (const tabId of new Set([...wanted.keys(), ...this.#told.keys()]))
      this.#tell(tabId, wanted.get(tabId) ?? USUAL);
  };

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
