// HTTP authentication: the log-ins of an agent.

import type { Handlers } from "../../dispatcher";
import type { Services } from "../../services";
import { privileged } from "../../privileged/api";

export function authHandlers({ httpAuth, requestPolicy, pool }: Services) {
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
  } satisfies Partial<Handlers>;
}
