// IndexedDB databases of one origin, read and replaced whole. This runs in a sandbox that has that origin and nothing of
// any page: what comes out of a database is never an object of Firefox's own code.

import { allIn, begun, deleteDatabase, inAnotherForm, openExisting, openNew, Gone } from "./access";
import { withOwnBlobs } from "./own-blobs";
import { decode, encode, Unencodable } from "./structured-value";
import { weightOf } from "./value-parts";
import type { NotSaved, StoredDatabase, StoredRecord, StoredStore } from "../../../shared/privileged";

type KeyPath = string | string[] | null;

interface Index {
  name: string;
  keyPath: KeyPath;
  multiEntry: boolean;
  unique: boolean;
}

interface Store {
  name: string;
  keyPath: KeyPath;
  autoIncrement: boolean;
  indexes: Index[];
  keys: IDBValidKey[];
  values: unknown[];
}

/** A database with all that is in it, as it is. */
interface Database {
  name: string;
  version: number;
  stores: Store[];
}

/** The name of an error: IndexedDB refuses what a database is to be. */
const REFUSED = "DatabaseRefused";

/** What is said in the place of a kind of record where a database was listed, and gone once it was to be read. */
const GONE = "gone";

/** Names of errors that are about what pages do at present. */
const OF_PAGES = new Set(["DatabaseHeld", "DatabaseBusy", "QuotaExceededError"]);

/** What the databases were like before they were replaced. */
let before: Database[] | null = null;

/** How many databases Firefox lists. */
export async function countDatabases(): Promise<number> {
  return (await indexedDB.databases()).length;
}

/** Throws DatabaseTooLarge once there are more than `most` bytes. */
export async function readDatabases(most: number): Promise<string> {
  const databases: StoredDatabase[] = [];
  const notSaved: Array<Omit<NotSaved, "origin">> = [];
  const gone = (database: string): number => notSaved.push({ database, store: "", kind: GONE });
  for (const database of await readAll(most, gone)) {
    const stores = await Promise.all(database.stores.map((store) => described(database.name, store, notSaved)));
    databases.push({ name: database.name, version: database.version, stores });
  }
  return JSON.stringify({ databases, notSaved });
}

/**
 * Makes the origin keep exactly these databases, given as JSON. While it is `shown` no database is made again, since that would
 * wait for its pages. If one cannot be kept, all are as they were.
 */
export async function replaceDatabases(json: string, shown: boolean): Promise<void> {
  const wanted = JSON.parse(json) as StoredDatabase[];
  before = await lasting(await readAll());
  try {
    for (const database of wanted) {
      await take(database, before.find(({ name }) => name === database.name) ?? null, shown);
    }
    for (const database of before) {
      if (!wanted.some(({ name }) => name === database.name)) await remove(database, shown);
    }
  } catch (thrown) {
    await putBack();
    throw thrown;
  }
}

async function take(database: StoredDatabase, current: Database | null, shown: boolean): Promise<void> {
  try {
    await put(undescribed(database), current, shown);
  } catch (thrown) {
    const { name, message } = thrown as Error;
    if (OF_PAGES.has(name)) throw thrown;
    throw Object.assign(new Error(`${database.name}: ${message}`), { name: REFUSED });
  }
}

/** Undoes what was replaced last. */
export async function putBack(): Promise<void> {
  if (before === null) return;
  const wanted = before;
  before = null;
  const current = await readAll();
  for (const { name } of current) {
    if (!wanted.some((database) => database.name === name)) await deleteDatabase(name);
  }
  for (const database of wanted) {
    await put(database, current.find(({ name }) => name === database.name) ?? null, false);
  }
}

/** `gone` is called with those that were listed, and are not there once they are opened. */
async function readAll(most = Infinity, gone?: (name: string) => void): Promise<Database[]> {
  let left = most;
  const found = (await indexedDB.databases()).sort((one, other) => ((one.name ?? "") < (other.name ?? "") ? -1 : 1));
  const databases: Database[] = [];
  for (const { name } of found) {
    if (name === undefined) continue;
    const database = await readDatabase(name, (values) => {
      left -= weightOf(values);
      if (left < 0) throw Object.assign(new Error(name), { name: "DatabaseTooLarge" });
    });
    if (database) databases.push(database);
    else gone?.(name);
  }
  return databases;
}

/** As it is, for when the databases are there no longer. */
async function lasting(databases: Database[]): Promise<Database[]> {
  for (const { stores } of databases) {
    for (const store of stores) store.values = await Promise.all(store.values.map(withOwnBlobs));
  }
  return databases;
}

/** Null for one that is gone meanwhile. */
async function readDatabase(name: string, take: (values: readonly unknown[]) => void): Promise<Database | null> {
  let database: IDBDatabase;
  try {
    database = await openExisting(name);
  } catch (thrown) {
    if (thrown instanceof Gone) return null;
    throw thrown;
  }
  try {
    const { objectStoreNames: names, version } = database;
    if (names.length === 0) return { name, version, stores: [] };
    const transaction = await begun(database, [...names], "readonly");
    const stores = await Promise.all([...names].map((store) => readStore(transaction.objectStore(store), take)));
    return { name, version, stores };
  } finally {
    database.close();
  }
}

async function readStore(store: IDBObjectStore, take: (values: readonly unknown[]) => void): Promise<Store> {
  const { keys, values } = await allIn(store, take);
  const indexes = [...store.indexNames].map((name) => {
    const { keyPath, multiEntry, unique } = store.index(name);
    return { name, keyPath: plainPath(keyPath), multiEntry, unique };
  });
  return {
    name: store.name,
    keyPath: plainPath(store.keyPath),
    autoIncrement: store.autoIncrement,
    indexes,
    keys,
    values,
  };
}

/** Makes a database hold exactly this, whatever it holds at present. */
async function put(wanted: Database, current: Database | null, shown: boolean): Promise<void> {
  if (current && shapeOf(current) === shapeOf(wanted)) return fill(wanted);
  if (current && shown) throw inAnotherForm(wanted.name);
  if (current) await deleteDatabase(wanted.name);
  const made = await openNew(wanted.name, wanted.version, (database) => {
    for (const { name: storeName, keyPath, autoIncrement, indexes } of wanted.stores) {
      const store = database.createObjectStore(storeName, { keyPath, autoIncrement });
      for (const { name, keyPath: path, ...options } of indexes) store.createIndex(name, path ?? "", options);
    }
  });
  made.close();
  await fill(wanted);
}

/** What is not wanted, but may be in use, is emptied. */
async function remove(database: Database, shown: boolean): Promise<void> {
  if (!shown) return deleteDatabase(database.name);
  await fill({ ...database, stores: database.stores.map((store) => ({ ...store, keys: [], values: [] })) });
}

async function fill({ name, stores }: Database): Promise<void> {
  if (stores.length === 0) return;
  const database = await openExisting(name);
  try {
    const names = stores.map((store) => store.name);
    const transaction = await begun(database, names, "readwrite");
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error(`${name} could not be written`));
    });
    for (const { name: storeName, keyPath, keys, values } of stores) {
      const store = transaction.objectStore(storeName);
      store.clear();
      for (const [at, value] of values.entries()) {
        if (keyPath === null) store.put(value, keys[at]);
        else store.put(value);
      }
    }
    await done;
  } finally {
    database.close();
  }
}

/** All but what is in it. */
function shapeOf({ version, stores }: Database): string {
  const byName = (one: { name: string }, other: { name: string }): number => (one.name < other.name ? -1 : 1);
  const shapes = [...stores].sort(byName).map(({ name, keyPath, autoIncrement, indexes }) => {
    const sorted = [...indexes].sort(byName);
    return [name, keyPath, autoIncrement, sorted.map((one) => [one.name, one.keyPath, one.multiEntry, one.unique])];
  });
  return JSON.stringify([version, shapes]);
}

/** Firefox gives lists of its own. */
function plainPath(path: KeyPath): KeyPath {
  return path === null || typeof path === "string" ? path : [...path];
}

// To and from what is in a file.

async function described(
  database: string,
  { keyPath, keys, values, indexes, ...store }: Store,
  notSaved: Array<Omit<NotSaved, "origin">>,
): Promise<StoredStore> {
  const records: StoredRecord[] = [];
  for (const [at, value] of values.entries()) {
    try {
      const isInside = keyPath !== null;
      records.push({ ...(isInside ? {} : await named("key", keys[at])), ...(await named("value", value)) });
    } catch (thrown) {
      if (!(thrown instanceof Unencodable)) throw thrown;
      notSaved.push({ database, store: store.name, kind: thrown.kind });
    }
  }
  const inFile = indexes.map(({ keyPath: path, ...index }) => ({ ...index, ...pathInFile(path) }));
  return { ...store, ...pathInFile(keyPath), indexes: inFile, records };
}

async function named(name: "key" | "value", value: unknown): Promise<StoredRecord> {
  const { encoded, isPlain } = await encode(value);
  return isPlain && value !== null ? { [name]: value } : { [`${name}Encoded`]: encoded };
}

function pathInFile(path: KeyPath): { keyPath?: string; keyPathArray?: string[] } {
  if (path === null) return {};
  return typeof path === "string" ? { keyPath: path } : { keyPathArray: path };
}

function undescribed({ name, version, stores }: StoredDatabase): Database {
  return {
    name,
    version,
    stores: stores.map((store) => ({
      name: store.name,
      keyPath: store.keyPathArray ?? store.keyPath ?? null,
      autoIncrement: store.autoIncrement,
      indexes: store.indexes.map(({ keyPath, keyPathArray, ...index }) => ({
        ...index,
        keyPath: keyPathArray ?? keyPath ?? null,
      })),
      keys: store.records.map((record) => valueOf(record, "key") as IDBValidKey),
      values: store.records.map((record) => valueOf(record, "value")),
    })),
  };
}

function valueOf(record: StoredRecord, name: "key" | "value"): unknown {
  return record[name] ?? decode(record[`${name}Encoded`]);
}
