// Requesters: for whom a request is made, so that what an agent wants of its own requests touches nobody else's.
//
// A request of a tab is its agent's; a tab that is just being opened is waited for. Workers that serve several tabs
// have none: only those of an agent's own container are known to be its.

import type { Containers } from "../tabs/containers";
import type { RequestPolicy } from "../policy/request-policy";
import type { TabPool } from "../tabs/tab-pool";

interface RequestOrigin {
  tabId: number;
  cookieStoreId?: string | undefined;
}

export class Requesters {
  constructor(
    private readonly pool: TabPool,
    private readonly containers: Containers,
    private readonly requestPolicy: RequestPolicy,
  ) {}

  /** The agent; null for the person and for whom nobody knows. */
  agentOf({ tabId, cookieStoreId }: RequestOrigin): string | null | Promise<string | null> {
    if (tabId < 0) return this.containers.agentOf(cookieStoreId);
    return this.pool.ownerOf(tabId) ?? this.requestPolicy.agentOf(tabId);
  }
}
