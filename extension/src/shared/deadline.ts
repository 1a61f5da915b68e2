// The moment by which something must be done. One goes down all hops of a command; margins are in LIMITS.

/**
 * A moment on the clock of `performance.now()`. Each page, and the background, has such a clock of its own: between
 * them it is passed on as the milliseconds that remain.
 */
export class Deadline {
  constructor(readonly at: number) {}

  /** The moment this many milliseconds from now. */
  static after(ms: number): Deadline {
    return new Deadline(performance.now() + ms);
  }

  static earliest(...deadlines: [Deadline, ...Deadline[]]): Deadline {
    return new Deadline(Math.min(...deadlines.map(({ at }) => at)));
  }

  get passed(): boolean {
    return performance.now() >= this.at;
  }

  /** Milliseconds until then; 0 once it has passed. */
  get remainingMs(): number {
    return Math.max(0, this.at - performance.now());
  }

  /** The middle between now and then: what is done by this moment leaves as long for the rest. */
  get halfway(): Deadline {
    return Deadline.after(this.remainingMs / 2);
  }

  /** An earlier moment, so that there is time to say what went wrong. */
  minus(marginMs: number): Deadline {
    return new Deadline(this.at - marginMs);
  }

  /** A later moment. */
  plus(graceMs: number): Deadline {
    return new Deadline(this.at + graceMs);
  }

  /** This moment, or the one this many milliseconds from now if that comes first. */
  atMost(ms: number): Deadline {
    return Deadline.earliest(this, Deadline.after(ms));
  }
}
