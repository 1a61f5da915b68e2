// All that sites keep in a container: local storage, session storage of tabs, IndexedDB.

import type { NotSaved, StoredEntry, StoredOrigin } from "../../shared/privileged";
import { documentsIn } from "../window-actors";
import { principalOf } from "./jar-principal";
import { Databases } from "./indexed-db";
import { readLocalStorage, writeLocalStorage } from "./local-storage";
import { readSessionStorage, writeSessionStorage } from "./session-storage";

/** A container by its number, 0 is Firefox's own jar; and the tabs whose session storage counts, the first before others. */
export interface JarTabs {
  userContextId: number;
  tabs: readonly GeckoTab[];
}

type Undo = () => Promise<void> | void;

/** Databases only if it is said how many bytes of each origin are read at most. */
export async function readStorage(
  resources: string,
  { userContextId, tabs }: JarTabs,
  origins: readonly string[],
  mostOfDatabases: number | null,
): Promise<{ origins: StoredOrigin[]; notSaved: NotSaved[] }> {
  const sessions = await Promise.all(tabs.map((tab) => readSessionStorage(tab, userContextId, origins)));
  const notSaved: NotSaved[] = [];
  const stored = origins.map(async (origin): Promise<StoredOrigin> => {
    const ofTabs = sessions.map((session) => session.get(origin) ?? []);
    const kept = {
      origin,
      localStorage: readLocalStorage(userContextId, origin),
      sessionStorage: ofTabs.find((entries) => entries.length > 0) ?? [],
    };
    if (mostOfDatabases === null) return kept;
    const read = await withSandbox(resources, userContextId, origin, (databases) => databases.read(mostOfDatabases));
    notSaved.push(...read.notSaved.map((one) => ({ origin, ...one })));
    return { ...kept, indexedDB: read.databases };
  });
  return { origins: await Promise.all(stored), notSaved };
}

/** Makes these origins keep exactly what their states say of each kind of storage. If one fails, all stay as they were. */
export async function writeStorage(
  resources: string,
  { userContextId, tabs }: JarTabs,
  states: readonly StoredOrigin[],
): Promise<void> {
  const undo: Undo[] = [];
  const opened: Databases[] = [];
  try {
    for (const { origin, localStorage } of states) {
      if (!localStorage) continue;
      const before = readLocalStorage(userContextId, origin);
      undo.push(() => writeLocalStorage(userContextId, origin, before));
      writeLocalStorage(userContextId, origin, localStorage);
    }
    const shown = originsShown();
    const replacing = states.map(async ({ origin, indexedDB }) => {
      if (!indexedDB) return;
      const databases = new Databases(resources, userContextId, origin);
      opened.push(databases);
      undo.push(() => databases.putBack());
      await databases.replace(indexedDB, shown.has(principalOf(userContextId, origin).origin));
    });
    // All of them are done before any is taken back.
    const failed = (await Promise.allSettled(replacing)).find((one) => one.status === "rejected");
    if (failed) throw failed.reason;
    for (const tab of tabs) await writeSessions(tab, userContextId, states, undo);
  } catch (thrown) {
    for (const step of undo.reverse()) await step();
    throw thrown;
  } finally {
    for (const databases of opened) databases.end();
  }
}

/** The origins of a container that keep anything. */
export async function storedOrigins(userContextId: number): Promise<string[]> {
  const listed = await new Promise<string[]>((resolve) => {
    const request = Services.qms.listOrigins();
    request.callback = ({ result }) => {
      resolve(result ?? []);
    };
  });
  const suffix = userContextId === 0 ? "" : `^userContextId=${userContextId}`;
  return listed
    .filter((origin) => /^https?:/.test(origin) && (/\^.*$/.exec(origin)?.[0] ?? "") === suffix)
    .map((origin) => origin.replace(/\^.*$/, ""));
}

async function withSandbox<T>(
  resources: string,
  userContextId: number,
  origin: string,
  work: (databases: Databases) => Promise<T>,
): Promise<T> {
  const databases = new Databases(resources, userContextId, origin);
  try {
    return await work(databases);
  } finally {
    databases.end();
  }
}

async function writeSessions(
  tab: GeckoTab,
  userContextId: number,
  states: readonly StoredOrigin[],
  undo: Undo[],
): Promise<void> {
  const wanted = new Map<string, StoredEntry[]>();
  for (const { origin, sessionStorage } of states) if (sessionStorage) wanted.set(origin, sessionStorage);
  if (wanted.size === 0) return;
  const before = await readSessionStorage(tab, userContextId, [...wanted.keys()]);
  undo.push(() => writeSessionStorage(tab, userContextId, before));
  await writeSessionStorage(tab, userContextId, wanted);
}

/** The origins, with their containers, of which a page or a service worker may have databases open. */
function originsShown(): Set<string> {
  const shown = new Set<string>();
  for (const window of Services.wm.getEnumerator("navigator:browser")) {
    for (const { browsingContext } of window.gBrowser.browsers) {
      for (const { documentStoragePrincipal } of documentsIn(browsingContext))
        shown.add(documentStoragePrincipal.origin);
    }
  }
  const manager = Cc["@mozilla.org/serviceworkers/manager;1"]?.getService(Ci["nsIServiceWorkerManager"]);
  const workers = (manager as GeckoServiceWorkerManager).getAllRegistrations();
  for (let at = 0; at < workers.length; at += 1) {
    shown.add(workers.queryElementAt(at, Ci["nsIServiceWorkerRegistrationInfo"]).principal.origin);
  }
  return shown;
}
