// Stand-ins: functions of ours in the place of a page's own, for builds without the helper. To the page they have all
// that Firefox's have: place and flags, name, length, source, and that they make no objects, which arrow functions
// alone do not.

type Substitute = (...given: never[]) => unknown;

/** Puts `ours` in the place of `holder[name]`, of the page's own realm; the function that is given undoes it. */
export function standIn(holder: object, name: string, substitute: Substitute): () => void {
  const page = holder as Record<string, object>;
  const original = page[name];
  if (typeof original !== "function") return () => undefined;
  exportFunction(substitute, page, { defineAs: name });
  const placed = page[name];
  Object.defineProperty(placed, "length", { value: (original as { length: number }).length, configurable: true });
  return () => {
    if (page[name] === placed) page[name] = original;
  };
}
