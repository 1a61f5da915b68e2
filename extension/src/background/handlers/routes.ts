// Routes: what becomes of an agent's requests.

import { needsManaged, ownWords } from "../../shared/errors";
import type { Handlers } from "../dispatcher";
import type { Services } from "../services";
import { choiceOf, fetchFor } from "../network/routes/choices";
import { privileged } from "../privileged/api";
import { routeOf } from "../network/routes/route-actions";

export function routeHandlers({ routes, held, exposed, agentTabs, pool, requestPolicy, staged }: Services) {
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
    // What waits for the program that drives the pages:
    takeHeld: (params, context) => held.take(params, context),
    answerHeld: (params, { agent }) => {
      const request = held.find(agent, params.id);
      held.settle(request, choiceOf(params, request));
      return {};
    },
    fetchHeld: (params, context) => {
      const check = (url: string): Promise<void> => requestPolicy.checkAddress(context.agent, url);
      return fetchFor(held.find(context.agent, params.id), params, check, context);
    },
    exposeFunction: async ({ name, holder, tabId }, context) => {
      if (!privileged.available) throw needsManaged(ownWords`In this Firefox pages cannot call a program`);
      const scope = tabId === undefined ? null : pool.resolve(context.agent, tabId);
      exposed.add(context.agent, { name, holder, tabId: scope, rights: context.rights });
      await context.race(agentTabs.settled());
      return {};
    },
    answerCall: ({ id, value, error }, { agent }) => {
      held.reply(agent, id, { ...(value !== undefined && { value }), ...(error !== undefined && { error }) });
      return {};
    },
  } satisfies Partial<Handlers>;
}

/** An address at the host that a glob names; null if it names none. */
function hostOf(glob = ""): string | null {
  const [, scheme = "", host = ""] = /^([a-z*]+):\/\/([^/*]+)(?=\/|\*\*|$)/i.exec(glob) ?? [];
  if (host === "") return null;
  return `${/^(?:https?|wss?)$/i.test(scheme) ? scheme : "http"}://${host}/`;
}
