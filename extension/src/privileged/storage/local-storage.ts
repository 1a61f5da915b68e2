// Local storage of sites, also of those that no tab shows: Firefox keeps it in its main process, by origin and jar.

import type { StoredOrigin } from "../../shared/privileged";

/** The local storage of these origins in a container; 0 is Firefox's own jar. Those that have none are empty. */
export function readLocalStorage(userContextId: number, origins: readonly string[]): StoredOrigin[] {
  return origins.map((origin) => {
    const storage = storageOf(userContextId, origin);
    const names = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? "");
    return { origin, localStorage: names.map((name) => ({ name, value: storage.getItem(name) ?? "" })) };
  });
}

/** Has these origins keep exactly this. If one cannot, all are as they were. */
export function writeLocalStorage(userContextId: number, states: readonly StoredOrigin[]): void {
  const before = readLocalStorage(
    userContextId,
    states.map(({ origin }) => origin),
  );
  try {
    for (const state of states) fill(userContextId, state);
  } catch (thrown) {
    for (const state of before) fill(userContextId, state);
    throw thrown;
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

function fill(userContextId: number, { origin, localStorage }: StoredOrigin): void {
  const storage = storageOf(userContextId, origin);
  storage.clear();
  for (const { name, value } of localStorage) storage.setItem(name, value);
}

function storageOf(userContextId: number, origin: string): Storage {
  const principal = Services.scriptSecurityManager.createContentPrincipal(Services.io.newURI(origin), {
    userContextId,
  });
  const window = Services.wm.getMostRecentWindow("navigator:browser");
  return Services.domStorageManager.createStorage(window, principal, principal, "", false);
}
