// The pool's tabs in Firefox: closing them, and all that belongs to an agent when it leaves.

import type { Containers } from "./containers";
import type { TabPool } from "./tab-pool";
import type { PoolWindows } from "./pool-windows";

export class Tabs {
  constructor(
    private readonly pool: TabPool,
    private readonly windows: PoolWindows,
    private readonly containers: Containers,
  ) {}

  /** Closes a tab; its slot is free when Firefox says that it is gone, which may be later where its page is stuck. */
  async close(tabId: number): Promise<void> {
    this.pool.close(tabId);
    await this.windows.close(tabId);
    if (!this.windows.isGoing(tabId)) this.pool.gone(tabId);
  }

  /** Closes what is left of an agent. Returns the tabs that were closed. */
  async leave(agent: string): Promise<number[]> {
    const own = this.pool.leave(agent);
    // One that cannot be closed must not keep the others.
    await Promise.allSettled(own.map((tabId) => this.close(tabId)));
    await this.windows.settled();
    await this.containers.remove(agent);
    return own;
  }
}
