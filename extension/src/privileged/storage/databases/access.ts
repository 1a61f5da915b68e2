// Ways into databases that pages may be using at the same moment. Nobody is waited for without end: a page can hold a
// database back for as long as it likes, by one connection that it never closes while another changes or deletes it.

import { weightOf } from "./value-parts";

/** Given to the sandbox: it has no timers of its own. */
declare const setTimer: (act: () => void, ms: number) => number;
declare const clearTimer: (timer: number) => void;

/** Longer than a page of good manners takes. */
const BUSY_MS = 3_000;

/** A database that was there when it was listed. */
export class Gone extends Error {}

/** A page has the database open, and it would have to be made again. */
export function inAnotherForm(database: string): Error {
  return Object.assign(new Error(database), { name: "DatabaseHeld" });
}

/** The database as it is. Throws Gone: it is never made. */
export function openExisting(name: string): Promise<IDBDatabase> {
  return open(indexedDB.open(name), name, null);
}

export function openNew(name: string, version: number, make: (database: IDBDatabase) => void): Promise<IDBDatabase> {
  return open(indexedDB.open(name, version), name, make);
}

export async function deleteDatabase(name: string): Promise<void> {
  await inTime(resultOf(indexedDB.deleteDatabase(name)), name);
}

/** A transaction that those of others let begin: what is asked of it is answered. */
export async function begun(
  database: IDBDatabase,
  stores: string[],
  mode: IDBTransactionMode,
): Promise<IDBTransaction> {
  const transaction = database.transaction(stores, mode);
  try {
    await inTime(resultOf(transaction.objectStore(stores[0] ?? "").count()), database.name);
  } catch (thrown) {
    transaction.abort();
    throw thrown;
  }
  return transaction;
}

/** How many records are read at once at first; more of those that are small. */
const BATCH = 16;
const LARGE_BATCH = 1_024;
const BATCH_BYTES = 1_000_000;

/** What a store holds, in the order of its keys. `take` is called with each batch, and may throw. */
export async function allIn(
  store: IDBObjectStore,
  take: (values: readonly unknown[]) => void,
): Promise<{ keys: IDBValidKey[]; values: unknown[] }> {
  const keys: IDBValidKey[] = [];
  const values: unknown[] = [];
  for (let count = BATCH; ;) {
    const rest = keys.length === 0 ? null : IDBKeyRange.lowerBound(keys.at(-1), true);
    const [moreKeys, moreValues] = await Promise.all([
      resultOf(store.getAllKeys(rest, count)),
      resultOf(store.getAll(rest, count) as IDBRequest<unknown[]>),
    ]);
    take(moreValues);
    for (const key of moreKeys) keys.push(key);
    for (const value of moreValues) values.push(value);
    if (moreKeys.length < count) return { keys, values };
    count = weightOf(moreValues) < BATCH_BYTES ? LARGE_BATCH : BATCH;
  }
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB does not say why"));
  });
}

async function open(
  request: IDBOpenDBRequest,
  name: string,
  make: ((database: IDBDatabase) => void) | null,
): Promise<IDBDatabase> {
  const state = { isLate: false, isGone: false };
  request.onupgradeneeded = () => {
    if (make && !state.isLate) return make(request.result);
    state.isGone = true;
    request.transaction?.abort();
  };
  try {
    const database = await inTime(resultOf(request), name);
    // Pages that change or delete it wait for what is under way, and no longer.
    database.onversionchange = () => database.close();
    return database;
  } catch (thrown) {
    if (state.isGone) throw new Gone(name);
    state.isLate = true;
    request.addEventListener("success", () => request.result.close());
    throw thrown;
  }
}

/** Throws DatabaseBusy. */
function inTime<T>(work: Promise<T>, database: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = (): void => reject(Object.assign(new Error(database), { name: "DatabaseBusy" }));
    const timer = setTimer(late, BUSY_MS);
    void work.finally(() => clearTimer(timer)).then(resolve, reject);
  });
}
