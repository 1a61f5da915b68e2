// IndexedDB databases of one origin, read and replaced whole. This runs in a sandbox that has that origin and nothing of
// any page: what comes out of a database is never an object of Firefox's own code.

import { withOwnBlobs } from "./own-blobs";
import { decode, encode, Unencodable } from "./structured-value";
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

/** Names of errors: a page has the database open, and it would have to be made again; IndexedDB refuses what it is to be. */
const HELD = "DatabaseHeld";
const REFUSED = "DatabaseRefused";

/** How long a database may be held open by what is no page any more. */
const HELD_MS = 2_000;

/** What the databases were like before they were replaced. */
let before: Database[] | null = null;

export async function readDatabases(): Promise<string> {
  const databases: StoredDatabase[] = [];
  const notSaved: Array<Omit<NotSaved, "origin">> = [];
  for (const database of await readAll()) {
    const stores = await Promise.all(database.stores.map((store) => described(database.name, store, notSaved)));
    databases.push({ name: database.name, version: database.version, stores });
  }
  return JSON.stringify({ databases, notSaved });
}

/**
 * Has the origin keep exactly these databases, as JSON. While it is `shown` no database is made again, since that would
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
    if (name === HELD || name === "QuotaExceededError") throw thrown;
    throw problem(REFUSED, `${database.name}: ${message}`);
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

async function readAll(): Promise<Database[]> {
  const found = (await indexedDB.databases()).sort((one, other) => ((one.name ?? "") < (other.name ?? "") ? -1 : 1));
  const databases: Database[] = [];
  for (const { name } of found) if (name !== undefined) databases.push(await readDatabase(name));
  return databases;
}

/** As it is, for when the databases are there no longer. */
async function lasting(databases: Database[]): Promise<Database[]> {
  for (const { stores } of databases) {
    for (const store of stores) store.values = await Promise.all(store.values.map(withOwnBlobs));
  }
  return databases;
}

async function readDatabase(name: string): Promise<Database> {
  const database = await resultOf(indexedDB.open(name));
  try {
    const names = [...database.objectStoreNames];
    const transaction = names.length > 0 ? database.transaction(names, "readonly") : null;
    const stores = await Promise.all(
      names.map((store) => readStore(transaction?.objectStore(store) as IDBObjectStore)),
    );
    return { name, version: database.version, stores };
  } finally {
    database.close();
  }
}

async function readStore(store: IDBObjectStore): Promise<Store> {
  const [keys, values] = await Promise.all([resultOf(store.getAllKeys()), resultOf(store.getAll())]);
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

/** Has a database hold exactly this, whatever it is at present. */
async function put(wanted: Database, current: Database | null, shown: boolean): Promise<void> {
  if (current && shapeOf(current) === shapeOf(wanted)) return fill(wanted);
  if (current && shown) throw held(wanted.name);
  if (current) await deleteDatabase(wanted.name);
  const request = indexedDB.open(wanted.name, wanted.version);
  request.onupgradeneeded = () => {
    for (const store of wanted.stores) {
      const made = request.result.createObjectStore(store.name, {
        keyPath: store.keyPath,
        autoIncrement: store.autoIncrement,
      });
      for (const { name, keyPath, ...options } of store.indexes) made.createIndex(name, keyPath ?? "", options);
    }
  };
  (await resultOf(request)).close();
  await fill(wanted);
}

/** What is not wanted, but may be in use, is emptied. */
async function remove(database: Database, shown: boolean): Promise<void> {
  if (!shown) return deleteDatabase(database.name);
  await fill({ ...database, stores: database.stores.map((store) => ({ ...store, keys: [], values: [] })) });
}

async function fill({ name, stores }: Database): Promise<void> {
  if (stores.length === 0) return;
  const database = await resultOf(indexedDB.open(name));
  try {
    const transaction = database.transaction(
      stores.map((store) => store.name),
      "readwrite",
    );
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

function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error ?? new Error(`${name} could not be deleted`));
    request.onblocked = () => setTimeout(() => reject(held(name)), HELD_MS);
  });
}

function held(database: string): Error {
  return problem(HELD, database);
}

function problem(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB does not say why"));
  });
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

// To and from what stands in a file.

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
