// What the engine does not include at first: its larger parts, bundles of their own, and the helper's trusted input. The
// background brings each in when it is first needed.

import type { Evaluator, Hold } from "../shared/values/evaluator";
import type { PerformActions, Listeners } from "../shared/input/trusted-input";
import type { ContentGlobals } from "../shared/content-globals";
import type { Need } from "../shared/messages";
import { movedPart } from "../shared/errors";
import type { FrameCall } from "./command";

/** Set when it is built: with the helper or without. */
declare const MANAGED: boolean;

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

/** The helper's trusted input, with the files of the call; null if there is none in this Firefox. */
export function trustedInputFor(call: FrameCall): PerformActions | null {
  if (!call.helper) return null;
  const { performActions, hasFiles, has } = globalThis.__clz;
  if (!performActions || (call.bringsFiles && !hasFiles?.(call.id))) throw new BundleNeeded("trustedInput");
  if (has?.("input")) return performActions;
  // Those were brought for the helper, and content scripts cannot read them.
  if (call.bringsFiles) throw movedPart("trusted input");
  return null;
}

/** True if what components say of themselves can be read. */
export function knowsInternals(): boolean {
  if (MANAGED && !globalThis.__clz.internal) throw new BundleNeeded("trustedInput");
  return globalThis.__clz.internal !== undefined;
}

/** Which elements have listeners; null if Firefox does not say. */
export function listenersFor(call: FrameCall): Listeners | null {
  if (!call.helper) return null;
  const { listeners } = globalThis.__clz;
  if (!listeners) throw new BundleNeeded("trustedInput");
  return listeners;
}

/** The helper's evaluator and hold; null if there is none in this Firefox. */
export function evaluatorFor(call: FrameCall): { evaluator: Evaluator; hold: Hold } | null {
  if (!call.helper) return null;
  const { evaluator, hold, has } = globalThis.__clz;
  if (!evaluator || !hold) throw new BundleNeeded("trustedInput");
  return has?.("debugger") ? { evaluator, hold } : null;
}
