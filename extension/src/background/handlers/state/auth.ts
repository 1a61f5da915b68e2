// HTTP authentication: the log-ins of an agent.

import type { Handlers } from "../../dispatcher";
import { privileged } from "../../privileged/api";
import type { RequestPolicy } from "../../policy/request-policy";
import type { HttpAuth } from "../../secrets/http-auth";
import type { TabPool } from "../../tabs/tab-pool";

type Names = "setAuth" | "listAuth" | "clearAuth";

export function authHandlers(httpAuth: HttpAuth, requestPolicy: RequestPolicy, pool: TabPool): Pick<Handlers, Names> {
  return {
    setAuth: ({ origin, user, password, tabId }, context) => {
      requestPolicy.check(context.agent, `${new URL(origin).origin}/`);
      const scope = tabId === undefined ? null : pool.resolve(context.agent, tabId);
      const login = httpAuth.set({ address: origin, user, password, tabId: scope }, context);
      return { origin: login.origin, user, secret: login.secret };
    },
    listAuth: (_params, { agent }) => ({ logins: httpAuth.list(agent) }),
    clearAuth: async ({ origin }, { agent }) => ({
      cleared: await httpAuth.clear(agent, origin),
      remembered: !privileged.available,
    }),
  };
}
