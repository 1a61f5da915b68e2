// Ring buffers: the latest entries of a tab, up to a limit, numbered, with a count of what was dropped for room.

import { within, type CommandContext } from "../command-context";

export interface Numbered {
  /** Grows with each entry, and with each change of one. */
  seq: number;
}

interface Selection<T> {
  entries: T[];
  total: number;
  dropped: number;
  cursor: number;
}

export interface Query<T> {
  limit: number;
  since?: number;
  clear: boolean;
  waitMs: number;
  matches(entry: T): boolean;
}

export class RingBuffer<T extends Numbered> {
  #bytes = 0;
  #entries: T[] = [];
  #dropped = 0;
  #seq = 0;
  #waiting: Array<() => void> = [];

  constructor(
    /** How many are kept. */
    public max: number,
    private readonly maxBytes = Infinity,
    private readonly bytesOf: (entry: T) => number = () => 0,
  ) {}

  get all(): readonly T[] {
    return this.#entries;
  }

  /** How many were dropped for room, or never came here. */
  get dropped(): number {
    return this.#dropped;
  }

  add(entry: Omit<T, "seq">): T {
    const numbered = { ...entry, seq: 0 } as T;
    this.#entries.push(numbered);
    this.#bytes += this.bytesOf(numbered);
    while (this.#entries.length > this.max || (this.#bytes > this.maxBytes && this.#entries.length > 1)) {
      const oldest = this.#entries.shift();
      if (oldest) this.#bytes -= this.bytesOf(oldest);
      this.#dropped += 1;
    }
    this.changed(numbered);
    return numbered;
  }

  /** Gives an entry a new number: who follows is to see it again. */
  changed(entry: T): void {
    this.#seq += 1;
    entry.seq = this.#seq;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  /** Resolves at the next change. */
  next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Counts entries that never came here. */
  drop(count: number): void {
    this.#dropped += count;
  }

  /** The newest entries that match. If there are none, waits for the next ones. */
  async select(query: Query<T>, context: CommandContext): Promise<Selection<T>> {
    const deadline = context.waitDeadline(query.waitMs);
    for (;;) {
      const matching = this.#entries.filter((entry) => entry.seq > (query.since ?? 0) && query.matches(entry));
      if (matching.length > 0 || deadline.passed) return this.#give(matching, query);
      await within(deadline, this.next(), context);
    }
  }

  #give(matching: T[], { limit, clear, since }: Query<T>): Selection<T> {
    // A follower is given the oldest it has not seen, and comes back for the rest.
    const ordered = [...matching].sort((a, b) => a.seq - b.seq);
    const entries = since === undefined ? matching.slice(-limit) : ordered.slice(0, limit);
    const isAll = since === undefined || ordered.length <= limit;
    const cursor = isAll ? this.#seq : (entries.at(-1)?.seq ?? this.#seq);
    const selection = {
      entries: entries.map((entry) => ({ ...entry })),
      total: this.#entries.length,
      dropped: this.#dropped,
      cursor,
    };
    if (clear) {
      this.#entries = [];
      this.#bytes = 0;
      this.#dropped = 0;
    }
    return selection;
  }
}
