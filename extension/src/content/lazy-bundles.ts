// What the engine is not born with: its larger parts, bundles of their own, and the helper's hand. The background brings
// each in when it is first needed.

import type { Evaluator, Hold } from "../shared/values/evaluator";
import type { Hand, Listeners } from "../shared/input/trusted-input";
import type { EngineHolder } from "../shared/holder";
import type { Need } from "../shared/messages";
import type { Call } from "./command";

export class Needs extends Error {
  readonly what: Need["need"];

  constructor(what: Need["need"]) {
    super(`needs ${what}`);
    this.what = what;
  }
}

type Parts = Required<Pick<EngineHolder, "a11y" | "article" | "safe">>;

/** The part, where it is here; else the call ends, the background brings it in, and the call begins again. */
export function part<K extends keyof Parts>(name: K): Parts[K] {
  const found = globalThis.clzHolder[name];
  if (!found) throw new Needs(name);
  return found as Parts[K];
}

/** The helper's hand, with the files of the call; null if there is no helper. */
export function handFor(call: Call): Hand | null {
  if (!call.helper) return null;
  const { hand, hasFiles } = globalThis.clzHolder;
  if (!hand || (call.bringsFiles && !hasFiles?.(call.id))) throw new Needs("hand");
  return hand;
}

/** Who listens in the page; null if Firefox does not tell. */
export function listenersFor(call: Call): Listeners | null {
  if (!call.helper) return null;
  const { listeners } = globalThis.clzHolder;
  if (!listeners) throw new Needs("hand");
  return listeners;
}

/** The helper's evaluator and hold; null if there is no helper. */
export function evaluatorFor(call: Call): { evaluator: Evaluator; hold: Hold } | null {
  if (!call.helper) return null;
  const { evaluator, hold } = globalThis.clzHolder;
  if (!evaluator || !hold) throw new Needs("hand");
  return { evaluator, hold };
}
