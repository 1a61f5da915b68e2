// What the engine does not include at first: its larger parts, bundles of their own, and the helper's trusted input. The
// background brings each in when it is first needed.

import type { Evaluator, Hold } from "../shared/values/evaluator";
import type { PerformActions, Listeners } from "../shared/input/trusted-input";
import type { ContentGlobals } from "../shared/content-globals";
import type { Need } from "../shared/messages";
import type { FrameCall } from "./command";

export class BundleNeeded extends Error {
  constructor(readonly what: Need["need"]) {
    super(`needs ${what}`);
  }
}

type Parts = Required<Pick<ContentGlobals, "a11y" | "article" | "safe" | "axe" | "regularExpressions">>;

/** The bundle, if it is here; else the call ends, the background brings it in, and the call begins again. */
export function lazyBundle<K extends keyof Parts>(name: K): Parts[K] {
  const found = globalThis.__clz[name];
  if (!found) throw new BundleNeeded(name);
  return found as Parts[K];
}

/** The helper's trusted input, with the files of the call; null if there is no helper. */
export function trustedInputFor(call: FrameCall): PerformActions | null {
  if (!call.helper) return null;
  const { performActions, hasFiles } = globalThis.__clz;
  if (!performActions || (call.bringsFiles && !hasFiles?.(call.id))) throw new BundleNeeded("trustedInput");
  return performActions;
}

/** Which elements have listeners; null if Firefox does not say. */
export function listenersFor(call: FrameCall): Listeners | null {
  if (!call.helper) return null;
  const { listeners } = globalThis.__clz;
  if (!listeners) throw new BundleNeeded("trustedInput");
  return listeners;
}

/** The helper's evaluator and hold; null if there is no helper. */
export function evaluatorFor(call: FrameCall): { evaluator: Evaluator; hold: Hold } | null {
  if (!call.helper) return null;
  const { evaluator, hold } = globalThis.__clz;
  if (!evaluator || !hold) throw new BundleNeeded("trustedInput");
  return { evaluator, hold };
}
