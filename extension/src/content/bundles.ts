// The larger parts of the engine: bundles of their own, which the background brings in when one is first needed.

import type { Bundle, EngineHolder } from "../shared/messages";

export class NeedsBundle extends Error {
  readonly bundle: Bundle;

  constructor(bundle: Bundle) {
    super(`needs ${bundle}`);
    this.bundle = bundle;
  }
}

type Parts = Required<Omit<EngineHolder, "engine">>;

/** The part, where it is here; else the call ends, the background brings it in, and the call begins anew. */
export function part<K extends keyof Parts>(name: K): Parts[K] {
  const found = globalThis.clzHolder[name];
  if (!found) throw new NeedsBundle(name);
  return found as Parts[K];
}
