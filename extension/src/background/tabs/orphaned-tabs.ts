// Leftovers: tabs of agents that this script knows nothing of any more, because its process crashed. Nobody could reach
// them, and nobody would close them. Firefox keeps what is noted here for as long as it runs itself.

import type { TabPool } from "./tab-pool";
import type { PoolWindows } from "./pool-windows";

const KEY = "agentTabs";

export class OrphanedTabs {
  #noted = "";

  constructor(
    private readonly pool: TabPool,
    private readonly windows: PoolWindows,
  ) {}

  /** Closes what an earlier run left, and notes from now on what this one has. */
  async cleanUp(): Promise<void> {
    const { [KEY]: left } = (await browser.storage.session.get(KEY)) as { [KEY]?: number[] };
    this.pool.onChange(() => this.#note());
    await Promise.allSettled((left ?? []).map((tabId) => this.windows.close(tabId)));
    this.#note();
  }

  /** Closes every tab that an agent has: the run is about to end. */
  async closeAll(): Promise<void> {
    await Promise.allSettled(this.#own().map((tabId) => this.windows.close(tabId)));
  }

  #own(): number[] {
    return this.pool.all().flatMap(({ tabId, shared }) => (shared ? [] : [tabId]));
  }

  #note(): void {
    const own = this.#own();
    if (this.#noted === String(own)) return;
    this.#noted = String(own);
    void browser.storage.session.set({ [KEY]: own });
  }
}
