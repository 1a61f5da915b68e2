// Sharing the tabs with other agents: asking for a slot, giving one up, leaving.

import type { Handlers } from "../dispatcher";
import type { Services } from "../services";
import { agentScope } from "../scopes";
import { shortId } from "../tabs/tab-pool";

export function poolHandlers({ pool, tabs, running }: Services) {
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
      running.agentGone(context.agent, context);
      const closed = await tabs.leave(context.agent);
      agentScope.end(context.agent);
      return { closed };
    },
  } satisfies Partial<Handlers>;
}
