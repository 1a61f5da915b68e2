// Functions of Firefox that the helper replaces, and topics that it observes, until it is gone.

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

/** Has an observer told of a topic; the function that is given back ends it. */
export function observe(observer: Parameters<typeof Services.obs.addObserver>[0], topic: string): () => void {
  Services.obs.addObserver(observer, topic);
  return () => Services.obs.removeObserver(observer, topic);
}
