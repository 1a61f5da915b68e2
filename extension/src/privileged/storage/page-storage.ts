// Storage as a document has it, read and filled whole.

import type { StoredEntry } from "../../shared/privileged";

/** Nothing for a document that is gone. */
export function entriesOf(storage: Storage | undefined): StoredEntry[] {
  const names = Array.from({ length: storage?.length ?? 0 }, (_, at) => storage?.key(at) ?? "");
  return names.map((name) => ({ name, value: storage?.getItem(name) ?? "" }));
}

/** Throws QuotaExceededError, having written a part. */
export function fill(storage: Storage | undefined, entries: readonly StoredEntry[]): void {
  storage?.clear();
  for (const { name, value } of entries) storage?.setItem(name, value);
}
