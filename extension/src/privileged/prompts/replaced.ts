// Functions of Firefox's own that the helper replaces, and gives back when it ends.

/** Puts `make(original)` in the place of a method; the function that is given back undoes it. */
export function replace<T extends object, K extends keyof T>(
  of: T,
  name: K,
  make: (original: T[K]) => T[K],
): () => void {
  const original = of[name];
  of[name] = make(original);
  return () => {
    of[name] = original;
  };
}
