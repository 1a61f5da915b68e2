// What this document's origin keeps in Firefox, through Firefox's own view of it: nothing of the page's runs.

import { LIMITS, type Commands } from "../../generated/registry";
import { CommandError, ownWords } from "../../shared/errors";
import type { ContentValue } from "../../shared/messages";
import { cut } from "../../shared/text/text";
import { part, shownLength } from "../../shared/text/unseen";

type Area = "localStorage" | "sessionStorage";
type Params = Commands["localStorage"]["params"];
type Value = ContentValue<"localStorage">;
type Entry = Value["entries"][number];

/** A database that a page holds open is deleted once that page lets it: no longer is waited for. */
const DELETE_MS = 1_000;

export async function getStorage(): Promise<ContentValue<"getStorage">> {
  return {
    origin: origin(),
    local: sizeOf(areaOf("localStorage")),
    session: sizeOf(areaOf("sessionStorage")),
    databases: await databases(),
    caches: await Promise.all((await cacheNames()).map(async (name) => ({ name, count: await answersIn(name) }))),
    serviceWorkers: (await serviceWorkers()).map(({ scope }) => scope),
  };
}

export function storageTask(name: Area): (params: Params) => Promise<Value> {
  return async (params) => {
    const { action } = params;
    const done = perform(areaOf(name), name, params);
    const { value, entries } = done;
    const shown = value === undefined ? undefined : part(value, params.offset, params.maxLength);
    const end = params.offset + shownLength(shown ?? "");
    const isCut = value !== undefined && end < value.length;
    const listed = withinLength(entries.slice(0, LIMITS.maxStorageEntries), params.maxLength);
    return Promise.resolve({
      origin: origin(),
      action,
      entries: listed.entries,
      count: entries.length,
      ...(shown !== undefined && { value: shown }),
      truncated: isCut || listed.truncated || entries.length > LIMITS.maxStorageEntries,
      nextOffset: isCut ? end : null,
    });
  };
}

export async function clearStorage({ all }: Commands["clearStorage"]["params"]): Promise<ContentValue<"clearStorage">> {
  const [local, session] = [areaOf("localStorage"), areaOf("sessionStorage")];
  const counts = { local: local.length, session: session.length };
  local.clear();
  session.clear();
  const found = all ? await databases() : [];
  const deleted = await Promise.all(found.map(async ({ name }) => ({ name, gone: await deleteDatabase(name) })));
  const caches = all ? await cacheNames() : [];
  await Promise.all(caches.map((name) => window.caches.delete(name)));
  const workers = all ? await serviceWorkers() : [];
  await Promise.all(workers.map((worker) => worker.unregister()));
  return {
    origin: origin(),
    ...counts,
    databases: deleted.filter(({ gone }) => gone).map(({ name }) => name),
    open: deleted.filter(({ gone }) => !gone).map(({ name }) => name),
    caches,
    serviceWorkers: workers.map(({ scope }) => scope),
  };
}

function perform(
  area: Storage,
  name: Area,
  { action, key = "", value = "", show }: Params,
): { entries: Entry[]; value?: string } {
  const one = (text: string): Entry => ({ key, length: text.length });
  switch (action) {
    case "set":
      store(area, key, value);
      return { entries: [one(value)] };
    case "get":
      return { entries: [one(existing(area, name, key))], value: existing(area, name, key) };
    case "delete": {
      const gone = one(existing(area, name, key));
      area.removeItem(key);
      return { entries: [gone] };
    }
    case "clear": {
      const gone = entriesOf(area, false);
      area.clear();
      return { entries: gone };
    }
    default:
      return { entries: entriesOf(area, show) };
  }
}

function entriesOf(area: Storage, withValues: boolean): Entry[] {
  const keys = Array.from({ length: area.length }, (_, at) => area.key(at) ?? "").sort();
  return keys.map((key) => {
    const value = area.getItem(key) ?? "";
    return { key, length: value.length, ...(withValues && { value }) };
  });
}

/** Keys are cut as well: a page may have made them as long as it likes. */
function withinLength(entries: readonly Entry[], maxLength: number): { entries: Entry[]; truncated: boolean } {
  let left = maxLength;
  let truncated = false;
  const short = (text: string): string => {
    const given = cut(text, left);
    const length = shownLength(given);
    left -= length;
    truncated ||= length < text.length;
    return given;
  };
  const shown = entries.map(({ key, length, value }) => ({
    key: short(key),
    length,
    ...(value !== undefined && { value: short(value) }),
  }));
  return { entries: shown, truncated };
}

function existing(area: Storage, name: Area, key: string): string {
  const value = area.getItem(key);
  if (value !== null) return value;
  const hint =
    name === "localStorage" ? ownWords`See them: clz storage local` : ownWords`See them: clz storage session`;
  throw new CommandError("STORAGE_KEY_NOT_FOUND", `${origin()} keeps nothing as ${cut(key, 100)}`, { key }, hint);
}

function store(area: Storage, key: string, value: string): void {
  try {
    area.setItem(key, value);
  } catch (thrown) {
    if ((thrown as Error).name !== "QuotaExceededError") throw thrown;
    const what = ownWords`The site's storage quota is full; nothing was stored`;
    throw new CommandError(
      "STORAGE_FULL",
      what,
      {},
      ownWords`Make room: clz storage local delete KEY, clz storage clear`,
    );
  }
}

/** Throws STORAGE_UNAVAILABLE. */
function areaOf(name: Area): Storage {
  try {
    // Null where a preference turns it off.
    const area = window[name] as Storage | null;
    if (area !== null) return area;
  } catch {
    // A sandboxed frame, a data: address, a site that may keep nothing.
  }
  throw new CommandError("STORAGE_UNAVAILABLE", ownWords`Firefox keeps nothing for this document`, {
    url: location.href,
  });
}

function sizeOf(area: Storage): { count: number; length: number } {
  const entries = entriesOf(area, false);
  return { count: entries.length, length: entries.reduce((sum, { key, length }) => sum + key.length + length, 0) };
}

function origin(): string {
  return window.origin;
}

async function databases(): Promise<Array<{ name: string; version: number }>> {
  const found = await orNothing(() => window.indexedDB.databases());
  return found.map(({ name = "", version = 0 }) => ({ name, version })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** False if somebody holds it open. */
function deleteDatabase(name: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const request = window.indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve(true);
    request.onerror = () => reject(new Error(request.error?.message));
    setTimeout(() => resolve(false), DELETE_MS);
  });
}

/** Only pages that came by https, or from this machine, have any. */
async function cacheNames(): Promise<string[]> {
  return orNothing(() => window.caches.keys());
}

async function answersIn(name: string): Promise<number> {
  return (await (await window.caches.open(name)).keys()).length;
}

async function serviceWorkers(): Promise<readonly ServiceWorkerRegistration[]> {
  return orNothing(() => navigator.serviceWorker.getRegistrations());
}

async function orNothing<T>(read: () => Promise<readonly T[]>): Promise<T[]> {
  try {
    return [...(await read())];
  } catch {
    return [];
  }
}
