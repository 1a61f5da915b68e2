// Storage of a document, read and filled whole.

import type { StoredEntry } from "../../shared/privileged";
import { ofUtf16, toUtf16 } from "./utf16";

/** Nothing for a document that is gone. */
export function entriesOf(storage: Storage | undefined): StoredEntry[] {
  const names = Array.from({ length: storage?.length ?? 0 }, (_, at) => storage?.key(at) ?? "");
  return names.map((name) => described(name, storage?.getItem(name) ?? ""));
}

/** Throws QuotaExceededError, having written a part. */
export function fill(storage: Storage | undefined, entries: readonly StoredEntry[]): void {
  storage?.clear();
  for (const entry of entries) storage?.setItem(...exact(entry));
}

/** The name and the value of an entry. */
export function exact({ name, value, nameUtf16, valueUtf16 }: StoredEntry): [string, string] {
  return [nameUtf16 === undefined ? name : ofUtf16(nameUtf16), valueUtf16 === undefined ? value : ofUtf16(valueUtf16)];
}

function described(name: string, value: string): StoredEntry {
  return {
    name: name.toWellFormed(),
    value: value.toWellFormed(),
    ...(!name.isWellFormed() && { nameUtf16: toUtf16(name) }),
    ...(!value.isWellFormed() && { valueUtf16: toUtf16(value) }),
  };
}
