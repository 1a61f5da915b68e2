// The parts of a value of IndexedDB.

/** Nothing the second time. */
export function partsOf(value: unknown, seen: Set<unknown>): unknown[] {
  if (typeof value !== "object" || value === null || seen.has(value)) return [];
  seen.add(value);
  if (value instanceof Map) return [...(value as Map<unknown, unknown>)].flat();
  if (value instanceof Set) return [...(value as Set<unknown>)];
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return [];
  return Object.values(value);
}

/** How many bytes it takes at least, as text. */
export function weightOf(value: unknown, seen = new Set<unknown>()): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 1;
  if (value instanceof Blob) return value.size;
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return value.byteLength;
  return partsOf(value, seen).reduce<number>((sum, part) => sum + weightOf(part, seen), 1);
}
