// Network conditions: headers that are sent with every request.

import type { Handlers } from "../dispatcher";
import { parseHeader } from "../network/answers";
import type { NetworkConditions, Scope } from "../network/conditions/conditions";
import type { TabPool } from "../tabs/tab-pool";

type Names = "setExtraHeaders" | "clearExtraHeaders" | "getNetworkConditions";

export function conditionsHandlers(conditions: NetworkConditions, pool: TabPool): Pick<Handlers, Names> {
  /** Throws if the tab is not the agent's own. */
  const scopeOf = (agent: string, tabId: number | undefined): Scope =>
    tabId === undefined ? null : pool.resolve(agent, tabId);
  return {
    setExtraHeaders: ({ headers, tabId }, { agent }) => {
      const scope = scopeOf(agent, tabId);
      conditions.setHeaders(agent, scope, headers.map(parseHeader));
      return { headers: conditions.maskedHeaders(agent, scope), tabId: scope };
    },
    clearExtraHeaders: ({ names, tabId }, { agent }) => {
      const scope = scopeOf(agent, tabId);
      const removed = conditions.clearHeaders(agent, scope, names);
      return { removed, headers: conditions.maskedHeaders(agent, scope), tabId: scope };
    },
    getNetworkConditions: ({ reset, tabId }, { agent }) => {
      const scope = scopeOf(agent, tabId);
      if (reset) conditions.reset(agent, scope);
      return { conditions: conditions.list(agent, scope) };
    },
  };
}
