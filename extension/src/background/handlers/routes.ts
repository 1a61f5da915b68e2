// Routes: what becomes of an agent's requests.

import type { Handlers } from "../dispatcher";
import type { StagedFiles } from "../host/staged-files";
import { routeOf } from "../network/routes/route-actions";
import type { Routes } from "../network/routes/routes";
import type { RequestPolicy } from "../policy/request-policy";
import type { TabPool } from "../tabs/tab-pool";

type Names = "addRoute" | "listRoutes" | "removeRoutes";

export function routeHandlers(
  routes: Routes,
  pool: TabPool,
  requestPolicy: RequestPolicy,
  staged: StagedFiles,
): Pick<Handlers, Names> {
  return {
    addRoute: async (params, context) => {
      const { url, redirect, file, har } = params;
      for (const address of [hostOf(url), redirect]) if (address) requestPolicy.check(context.agent, address);
      const tabId = params.tabId === undefined ? null : pool.resolve(context.agent, params.tabId);
      const files = file === undefined && har === undefined ? [] : staged.take(context.id, 1);
      const { id, does, by } = await routes.add(context.agent, await routeOf(params, files[0], tabId, context.rights));
      return { id, url: params.url ?? "**", does, by, tabId };
    },
    listRoutes: (_params, { agent }) => ({ routes: routes.list(agent) }),
    removeRoutes: ({ id, tabId }, { agent }) => routes.remove(agent, id, tabId),
  };
}

/** An address at the host that a glob names; null if it names none. */
function hostOf(glob = ""): string | null {
  const [, scheme = "", host = ""] = /^([a-z*]+):\/\/([^/*]+)(?=\/|\*\*|$)/i.exec(glob) ?? [];
  if (host === "") return null;
  return `${/^(?:https?|wss?)$/i.test(scheme) ? scheme : "http"}://${host}/`;
}
