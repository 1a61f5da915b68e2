// HTTP authentication: the log-ins of an agent.

import type { Handlers } from "../../dispatcher";
import { privileged } from "../../privileged/api";
import type { RequestPolicy } from "../../policy/request-policy";
import type { HttpAuth } from "../../secrets/http-auth";

type Names = "setAuth" | "listAuth" | "clearAuth";

export function authHandlers(httpAuth: HttpAuth, requestPolicy: RequestPolicy): Pick<Handlers, Names> {
  return {
    setAuth: ({ origin, user }, context) => {
      requestPolicy.check(context.agent, `${new URL(origin).origin}/`);
      const login = httpAuth.set(origin, user, context);
      return { origin: login.origin, user, secret: login.secret };
    },
    listAuth: (_params, { agent }) => ({ logins: httpAuth.list(agent) }),
    clearAuth: async ({ origin }, { agent }) => ({
      cleared: await httpAuth.clear(agent, origin),
      remembered: !privileged.available,
    }),
  };
}
