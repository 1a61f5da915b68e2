// Promises: the expression's own are settled as soon as they are made. One of the page is waited for, and the
// expression begins again.

import { Stop } from "../../shared/values/serialize";
import type { Reach } from "./reach";
import { Suspension } from "./tree";
import { isObject, isThenable, Settled, tagOf } from "./values";

/** What `await` gives. */
export function awaited(reach: Reach, value: unknown): unknown {
  if (!isObject(value)) return value;
  const isSettled = value instanceof Settled;
  if (!isSettled && (reach.origins.isOwn(value) || tagOf(value) !== "Promise" || !isThenable(value))) return value;
  const promise = isSettled ? value : waited(reach, value);
  if (!promise.ok) throw promise.value;
  return awaited(reach, promise.value);
}

export function promised(reach: Reach, work: () => unknown): Settled {
  try {
    return new Settled(true, awaited(reach, work()));
  } catch (thrown) {
    if (thrown instanceof Stop) throw thrown;
    return new Settled(false, thrown);
  }
}

export function waited(reach: Reach, promise: object): Settled {
  const found = reach.settled.get(promise);
  if (found) return found;
  throw new Suspension(promise as PromiseLike<unknown>);
}

export function promiseMember(reach: Reach, promise: Settled, key: PropertyKey): unknown {
  if (key === "then") return reach.origins.calls((good, bad) => then(reach, promise, good, bad));
  if (key === "catch") return reach.origins.calls((bad) => then(reach, promise, undefined, bad));
  if (key === "finally") {
    return reach.origins.calls((last) => {
      reach.call(last, undefined, []);
      return promise;
    });
  }
  return undefined;
}

function then(reach: Reach, promise: Settled, good: unknown, bad: unknown): Settled {
  const next = promise.ok ? good : bad;
  return typeof next === "function" ? promised(reach, () => reach.call(next, undefined, [promise.value])) : promise;
}
