// Local storage of sites, also of those that no tab shows: Firefox keeps it in its main process, by origin and jar.

import type { StoredEntry } from "../../shared/privileged";
import { principalOf } from "./jar-principal";
import { entriesOf, fill } from "./page-storage";

/** Nothing where the origin has none. */
export function readLocalStorage(userContextId: number, origin: string): StoredEntry[] {
  return entriesOf(storageOf(userContextId, origin));
}

/** Throws QuotaExceededError, having written a part. */
export function writeLocalStorage(userContextId: number, origin: string, entries: readonly StoredEntry[]): void {
  fill(storageOf(userContextId, origin), entries);
}

function storageOf(userContextId: number, origin: string): Storage {
  const principal = principalOf(userContextId, origin);
  const window = Services.wm.getMostRecentWindow("navigator:browser");
  return Services.domStorageManager.createStorage(window, principal, principal, "", false);
}
