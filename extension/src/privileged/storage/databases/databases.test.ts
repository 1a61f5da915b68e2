import { afterEach, expect, test, vi } from "vitest";

import { readDatabases } from "./databases";

afterEach(() => vi.unstubAllGlobals());

/** What `indexedDB.open` gives for a database that is not there any more: one that would be made. */
function made(): object {
  const request: Record<string, unknown> = {
    error: new DOMException("aborted", "AbortError"),
    transaction: { abort: () => queueMicrotask(() => (request["onerror"] as (() => void) | null)?.()) },
  };
  queueMicrotask(() => (request["onupgradeneeded"] as ((event: object) => void) | null)?.({ oldVersion: 0 }));
  return request;
}

test("a database that is listed, and gone once it is opened, is said", async () => {
  vi.stubGlobal("setTimer", setTimeout);
  vi.stubGlobal("clearTimer", clearTimeout);
  vi.stubGlobal("indexedDB", { databases: () => Promise.resolve([{ name: "shop", version: 1 }]), open: made });
  expect(JSON.parse(await readDatabases(1000))).toEqual({
    databases: [],
    notSaved: [{ database: "shop", store: "", kind: "gone" }],
  });
});
