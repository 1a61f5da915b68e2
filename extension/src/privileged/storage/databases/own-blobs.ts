// Blobs of a database are files of its own, which go with what they were stored in.

import { partsOf } from "./value-parts";

/** The value, a copy that IndexedDB made, with blobs that outlive the database. */
export async function withOwnBlobs(value: unknown): Promise<unknown> {
  const copies = new Map<Blob, Blob>();
  for (const blob of blobsIn(value, new Set())) copies.set(blob, await copied(blob));
  return copies.size === 0 ? value : replaced(value, copies, new Set());
}

function blobsIn(value: unknown, seen: Set<unknown>): Blob[] {
  if (value instanceof Blob) return [value];
  return partsOf(value, seen).flatMap((part) => blobsIn(part, seen));
}

function replaced(value: unknown, copies: ReadonlyMap<Blob, Blob>, seen: Set<unknown>): unknown {
  if (value instanceof Blob) return copies.get(value);
  if (partsOf(value, seen).length === 0) return value;
  const inner = (part: unknown): unknown => replaced(part, copies, seen);
  if (value instanceof Map) {
    const entries = [...(value as Map<unknown, unknown>)];
    value.clear();
    for (const [key, part] of entries) value.set(inner(key), inner(part));
  } else if (value instanceof Set) {
    const parts = [...(value as Set<unknown>)];
    value.clear();
    for (const part of parts) value.add(inner(part));
  } else {
    const holder = value as Record<string, unknown>;
    for (const key of Object.keys(holder)) {
      const part = holder[key];
      if (typeof part === "object") Object.defineProperty(holder, key, { value: inner(part) });
    }
  }
  return value;
}

async function copied(blob: Blob): Promise<Blob> {
  const bytes = await blob.arrayBuffer();
  const { type } = blob;
  return blob instanceof File
    ? new File([bytes], blob.name, { type, lastModified: blob.lastModified })
    : new Blob([bytes], { type });
}
