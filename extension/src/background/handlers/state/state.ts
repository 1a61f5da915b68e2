// State files: what is in them is read and written here; the files are the caller's.

import { globMatcher } from "../../../shared/text/glob";
import type { Handlers } from "../../dispatcher";
import type { Services } from "../../services";
import type { Jar } from "../../state/jars";
import type { State } from "../../state/storage-state";

export function stateHandlers({ pool, jars, passkeys, visited, states }: Services) {
  /** This tab, and the others that the agent has in its jar. */
  async function tabsIn(jar: Jar, agent: string, tabId: number): Promise<number[]> {
    const others = pool.ownedBy(agent).filter((other) => other !== tabId);
    const inJar = await Promise.all(others.map(async (other) => (await jars.of(other)).storeId === jar.storeId));
    return [tabId, ...others.filter((_, at) => inJar[at])];
  }

  return {
    saveState: async ({ url: globs, indexedDb, passkeys: withPasskeys }, { agent, tabId }) => {
      const jar = await jars.of(tabId);
      const matchers = globs?.map(globMatcher) ?? null;
      const wanted = matchers && ((url: string) => matchers.some((matches) => matches(url)));
      const sites = { origins: visited.of(agent), wanted, withDatabases: indexedDb };
      return {
        ...(await states.read(agent, jar, { ...sites, tabIds: await tabsIn(jar, agent, tabId) })),
        ...(withPasskeys && (await passkeys.toSave(agent))),
        jar: jar.kind,
      };
    },
    applyState: async ({ state }, { agent, tabId }) => {
      const jar = await jars.of(tabId);
      return { ...(await states.write(agent, jar, state as unknown as State, tabId)), jar: jar.kind };
    },
  } satisfies Partial<Handlers>;
}
