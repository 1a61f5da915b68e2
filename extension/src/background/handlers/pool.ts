// Sharing the tabs with other agents: asking for a slot, giving one up, leaving.

import type { Call } from "../command-context";
import type { Handlers } from "../dispatcher";
import { shortId, type TabPool } from "../tabs/tab-pool";
import type { Tabs } from "../tabs/tabs";

type Names = "requestTabSpace" | "grantTabSpace" | "getSlotRequests" | "cleanupOrphanedTabs";

/** What else has to hear of an agent that leaves: at once, and when its last tab is closed. */
export interface Leaving {
  begun(agent: string, call: Call): void;
  over(agent: string): void;
}

export function poolHandlers(pool: TabPool, tabs: Tabs, leaving: Leaving): Pick<Handlers, Names> {
  return {
    requestTabSpace: (_params, call) => pool.request(call.agent),
    grantTabSpace: async (_params, call) => {
      const { tabId, to } = pool.grant(call.agent);
      await tabs.close(tabId);
      return { granted: true, closedTabId: tabId, grantedTo: shortId(to), tabCount: pool.count };
    },
    getSlotRequests: (_params, call) => pool.status(call.agent),
    cleanupOrphanedTabs: async (_params, call) => {
      leaving.begun(call.agent, call);
      const closed = await tabs.leave(call.agent);
      leaving.over(call.agent);
      return { closed };
    },
  };
}
