// Init scripts: what runs in an agent's pages before their own scripts.

import { CommandError, needsManaged, ownWords } from "../../../shared/errors";
import type { Handlers } from "../../dispatcher";
import type { Services } from "../../services";
import { privileged } from "../../privileged/api";

export function initScriptHandlers({ initScripts, agentTabs, pool }: Services) {
  return {
    addInitScript: async ({ code = "", name, tabId }, context) => {
      if (!privileged.available) {
        const message = ownWords`In this Firefox nothing can run before a page's scripts`;
        throw needsManaged(message, ownWords`Change the page once it is there: clz eval --unsafe`);
      }
      const problem = await context.race(privileged.syntaxErrorIn(code));
      if (problem !== null) {
        const hint = ownWords`Fix it, and add it again: clz init add FILE`;
        throw new CommandError("INVALID_PARAMS", `The script cannot be run: ${problem}`, {}, hint);
      }
      const scope = tabId === undefined ? null : pool.resolve(context.agent, tabId);
      const added = initScripts.add(context.agent, { code, name, tabId: scope, rights: context.rights });
      await context.race(agentTabs.settled());
      return { id: added.id, name: added.name, tabId: scope };
    },
    listInitScripts: (_params, { agent }) => ({ scripts: initScripts.list(agent) }),
    removeInitScripts: async ({ id, tabId }, context) => {
      const removed = initScripts.remove(context.agent, id, tabId);
      await context.race(agentTabs.settled());
      return removed;
    },
  } satisfies Partial<Handlers>;
}
