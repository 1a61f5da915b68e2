// Sharing the tabs with other agents: asking for a slot, giving one up, leaving.

import type { CommandContext } from "../command-context";
import type { Handlers } from "../dispatcher";
import { shortId, type TabPool } from "../tabs/tab-pool";
import type { Tabs } from "../tabs/tabs";

type Names = "requestTabSpace" | "grantTabSpace" | "getSlotRequests" | "cleanupOrphanedTabs" | "admitScript";

/** Listeners for an agent that leaves: called at once, and when its last tab is closed. */
interface Leaving {
  begun(agent: string, context: CommandContext): void;
  over(agent: string): void;
}

export function poolHandlers(pool: TabPool, tabs: Tabs, leaving: Leaving): Pick<Handlers, Names> {
  return {
    // Whether it may has been asked by now; the program runs beside Firefox.
    admitScript: () => Promise.resolve({}),
    requestTabSpace: (_params, context) => pool.request(context.agent),
    grantTabSpace: async (_params, context) => {
      const { tabId, to } = pool.grant(context.agent);
      await tabs.close(tabId);
      return { granted: true, closedTabId: tabId, grantedTo: shortId(to), tabCount: pool.count };
    },
    getSlotRequests: (_params, context) => pool.status(context.agent),
    cleanupOrphanedTabs: async (_params, context) => {
      leaving.begun(context.agent, context);
      const closed = await tabs.leave(context.agent);
      leaving.over(context.agent);
      return { closed };
    },
  };
}
