// Network conditions: headers that are sent with every request, and how good the network is.

import { CommandError, needsManaged, ownWords } from "../../shared/errors";
import type { Handlers } from "../dispatcher";
import type { Services } from "../services";
import { privileged } from "../privileged/api";
import { parseHeader } from "../network/routes/answers";
import type { Scope } from "../network/conditions/conditions";
import { throttleOf } from "../network/conditions/throttles";

export function conditionsHandlers({ conditions, tabNetworks, pool }: Services) {
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
    setOffline: async ({ state, tabId }, context) => {
      if (!privileged.available) throw needsHelper("be offline", ownWords`clz route '**' --fail`);
      const scope = scopeOf(context.agent, tabId);
      conditions.setOffline(context.agent, scope, state === "on");
      await context.race(tabNetworks.settled());
      return { offline: state === "on", tabId: scope };
    },
    throttleNetwork: async ({ tabId, ...asked }, context) => {
      const throttle = throttleOf(asked);
      if (!privileged.available) throw needsHelper("be slowed down", ownWords`clz route '**' --delay MS`);
      const scope = scopeOf(context.agent, tabId);
      conditions.setThrottle(context.agent, scope, throttle);
      await context.race(tabNetworks.settled());
      return { throttle, tabId: scope };
    },
    getNetworkConditions: async ({ reset, tabId }, context) => {
      const { agent } = context;
      const scope = scopeOf(agent, tabId);
      if (reset) conditions.reset(agent, scope);
      await context.race(tabNetworks.settled());
      return { conditions: conditions.list(agent, scope) };
    },
  } satisfies Partial<Handlers>;
}

function needsHelper(what: string, instead: ReturnType<typeof ownWords>): CommandError {
  return needsManaged(
    `In this Firefox a tab cannot ${what}`,
    ownWords`Here, requests can be failed or delayed: ${instead}`,
  );
}
