// The queue for slots in the tab pool: the agents that wait for one, first come first, and those that one is kept for.

import { LIMITS } from "../../generated/registry";
import { CommandError, ownWords } from "../../shared/errors";
import type { Clock } from "../timers";

/** Whole ids, for the person's eyes. */
export interface QueueState {
  waiting: Array<{ agent: string; waitingMs: number }>;
  kept: Array<{ agent: string; leftMs: number }>;
}

export class SlotQueue {
  readonly #waiting: Array<{ agent: string; since: number }> = [];
  /** When each agent's reservation ends, oldest first. */
  // eslint-disable-next-line clz/scoped -- the pool says when an agent leaves
  readonly #kept = new Map<string, number>();
  #stopTimer: (() => void) | null = null;

  /** `room` is how many slots no tab has. */
  constructor(
    private readonly clock: Clock,
    private readonly room: () => number,
  ) {}

  /** How many agents wait. */
  get length(): number {
    return this.#waiting.length;
  }

  /** Slots that nobody has and that are kept for nobody. */
  get free(): number {
    this.#expire();
    return this.#free;
  }

  get #free(): number {
    return this.room() - this.#kept.size;
  }

  /** Everybody who waits, or has a slot kept. */
  agents(): string[] {
    return [...this.#waiting.map(({ agent }) => agent), ...this.#kept.keys()];
  }

  line(): QueueState {
    this.#expire();
    const now = this.clock.now();
    return {
      waiting: this.#waiting.map(({ agent, since }) => ({ agent, waitingMs: now - since })),
      kept: [...this.#kept].map(([agent, until]) => ({ agent, leftMs: until - now })),
    };
  }

  /** Waits for a slot, unless it does already or has one kept. Throws QUEUE_FULL. */
  join(agent: string): void {
    this.#expire();
    if (this.#kept.has(agent) || this.#waiting.some((entry) => entry.agent === agent)) return;
    if (this.length >= LIMITS.maxSlotQueue) {
      const details = { waiting: this.length };
      throw new CommandError("QUEUE_FULL", ownWords`${this.length} agents wait for a tab already`, details);
    }
    this.#waiting.push({ agent, since: this.clock.now() });
    this.serve();
  }

  /** Waits no longer; a slot that is kept stays so. */
  withdraw(agent: string): void {
    const at = this.#waiting.findIndex((entry) => entry.agent === agent);
    if (at >= 0) this.#waiting.splice(at, 1);
  }

  forget(agent: string): void {
    this.withdraw(agent);
    this.#kept.delete(agent);
  }

  /** Takes the slot that is kept for an agent: until when it was; null if there is none. */
  take(agent: string): number | null {
    this.#expire();
    const until = this.#kept.get(agent) ?? null;
    this.#kept.delete(agent);
    this.#arm();
    return until;
  }

  /** Keeps a slot for an agent that had it until then, for the rest of its time. It has what it waits for, if it does. */
  keep(agent: string, until: number): void {
    if (until <= this.clock.now() || this.#kept.has(agent)) return;
    this.#kept.set(agent, until);
    this.withdraw(agent);
  }

  /** Keeps each free slot for the next one in the queue. */
  serve(): void {
    while (this.#free > 0) {
      const next = this.#waiting.shift();
      if (!next) break;
      this.#kept.set(next.agent, this.clock.now() + LIMITS.reservationMs);
    }
    this.#arm();
  }

  #expire(): void {
    const now = this.clock.now();
    const before = this.#kept.size;
    for (const [agent, until] of this.#kept) if (until <= now) this.#kept.delete(agent);
    if (this.#kept.size < before) this.serve();
  }

  /** One timer, for the reservation that ends first; none if there is none. */
  #arm(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
    if (this.#kept.size === 0) return;
    const first = Math.min(...this.#kept.values());
    this.#stopTimer = this.clock.later(Math.max(0, first - this.clock.now()), () => {
      this.#stopTimer = null;
      this.#expire();
      this.#arm();
    });
  }
}
