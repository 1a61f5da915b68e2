// State files: what is in them is read and written here; files are of whoever asked.

import { globMatcher } from "../../../shared/text/glob";
import type { Handlers } from "../../dispatcher";
import type { Jars } from "../../state/jars";
import type { State, StorageStates } from "../../state/storage-state";
import type { VisitedOrigins } from "../../state/visited-origins";

export function stateHandlers(
  jars: Jars,
  visited: VisitedOrigins,
  states: StorageStates,
): Pick<Handlers, "saveState" | "applyState"> {
  return {
    saveState: async ({ url: globs }, { agent, tabId }) => {
      const jar = await jars.of(tabId);
      const matchers = globs?.map(globMatcher) ?? null;
      const wanted = matchers && ((url: string) => matchers.some((matches) => matches(url)));
      return { ...(await states.read(agent, jar, { origins: visited.of(agent), wanted })), jar: jar.kind };
    },
    applyState: async ({ state }, { agent, tabId }) => {
      const jar = await jars.of(tabId);
      const loaded = await states.write(agent, jar, state as unknown as State);
      return { ...loaded, jar: jar.kind };
    },
  };
}
