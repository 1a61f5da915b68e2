// Session storage of tabs. Firefox keeps it by tab and origin; of what a tab keeps for sites that it shows no more it tells
// nobody, but it takes what a tab is to have.

import type { StoredEntry } from "../../shared/privileged";
import { ACTOR } from "../input/focus";
import { system } from "../system";
import { setTimeout } from "../timer";
import { documentsIn } from "../window-actors";
import { principalOf } from "./jar-principal";
import { exact } from "./page-storage";

/** For documents to answer: one that is stuck has nothing new to say, and takes nothing up. */
const LATE_MS = 2_000;

/** What an origin may keep, in kilobytes of characters. */
const QUOTA = "dom.storage.default_quota";
const KIB = 1024;

/** What each of these origins keeps in a tab that shows it, in a frame at least. */
export async function readSessionStorage(
  tab: GeckoTab,
  userContextId: number,
  origins: readonly string[],
): Promise<Map<string, StoredEntry[]>> {
  const documents = documentsIn(tab.linkedBrowser.browsingContext);
  const found = new Map<string, StoredEntry[]>();
  for (const origin of origins) {
    const wanted = principalOf(userContextId, origin).origin;
    const document = documents.find(({ documentStoragePrincipal }) => documentStoragePrincipal.origin === wanted);
    if (document) found.set(origin, ((await asked(document, "readSession", null)) ?? []) as StoredEntry[]);
  }
  return found;
}

/** Makes these origins keep exactly this in a tab, the pages that it shows included. Throws QuotaExceededError. */
export async function writeSessionStorage(
  tab: GeckoTab,
  userContextId: number,
  storage: ReadonlyMap<string, readonly StoredEntry[]>,
): Promise<void> {
  for (const [origin, entries] of storage) checkQuota(origin, entries);
  const { browsingContext } = tab.linkedBrowser;
  const byOrigin = new Map(
    [...storage].map(([origin, entries]) => [principalOf(userContextId, origin).origin, entries]),
  );
  const restored = [...byOrigin].map(([origin, entries]): [string, Record<string, string>] => {
    return [origin, Object.fromEntries(entries.map(exact))];
  });
  system.SessionStoreUtils.restoreSessionStorageFromParent(browsingContext, Object.fromEntries(restored));
  // A page has a copy of its own.
  const told = documentsIn(browsingContext).map(async (document) => {
    const entries = byOrigin.get(document.documentStoragePrincipal.origin);
    if (entries) await asked(document, "writeSession", entries);
  });
  await Promise.all(told);
}

/** Undefined for a document that is gone, or stuck. */
function asked(document: GeckoWindowGlobal, what: string, data: unknown): Promise<unknown> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, LATE_MS));
  const answer = document.getActor(ACTOR).sendQuery(what, data);
  return Promise.race([answer.catch(() => undefined), late]);
}

function checkQuota(origin: string, entries: readonly StoredEntry[]): void {
  const length = entries.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
  if (length <= Services.prefs.getIntPref(QUOTA) * KIB) return;
  throw Object.assign(new Error(`session storage of ${origin}`), { name: "QuotaExceededError" });
}
