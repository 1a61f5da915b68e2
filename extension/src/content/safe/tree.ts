// What ends an expression early.

import { Stop } from "../../shared/values/serialize";

export type { Tree } from "../../shared/values/expression-tree";

/** The expression would do more than look, or look where safe mode does not. Nothing in the expression can catch it. */
export class Refusal extends Stop {
  readonly reason: string;
  place: [start: number, end: number] | null = null;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/** A promise is not settled yet: the expression begins again when it is. It had no effect, so nothing is done twice. */
export class Suspension extends Stop {
  readonly promise: PromiseLike<unknown>;

  constructor(promise: PromiseLike<unknown>) {
    super("waits");
    this.promise = promise;
  }
}

/** The expression has kept the page busy for too long. */
export class TooLong extends Stop {}
