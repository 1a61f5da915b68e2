// The tab pool: who has which tab, who waits for one, and for whom a freed place is kept.
//
// It knows no browser: time comes from a clock, and tabs are numbers. A tab counts until it is really gone, so that
// Firefox never holds more of them than the pool has places. Every way of freeing a place ends in #serve.

import { LIMITS } from "../generated/registry";
import { CommandError, ours } from "../shared/errors";

interface PooledTab {
  tabId: number;
  owner: string;
  /** Grows with each tab: the smallest of an agent is its oldest. */
  order: number;
}

/** A place that is held while a tab is being opened in it. */
interface Opening {
  owner: string;
  /** The tab whose place this is; counted once for both while it is there. */
  replaces: number | null;
  /** Until when the place was reserved for the owner; null where it was not. */
  reservedUntil: number | null;
  /** True where the owner is gone meanwhile. */
  orphaned: boolean;
}

export interface Place {
  /** Puts the tab into the pool. False where its agent is gone meanwhile: the tab must be closed. */
  fill(tabId: number): boolean;
  /** Says that the tab is worth its place: gives the asker's own oldest tab where it had that one's, to be closed now. */
  keep(): number | null;
  /** Gives the place back where it was not filled. */
  release(): void;
}

export interface Clock {
  now(): number;
  /** Runs `action` after `ms`; what it returns calls it off. */
  later(ms: number, action: () => void): () => void;
}

/** Why an agent can reach a tab no longer. */
export type Loss = "closed" | "taken";

export interface PoolTab {
  tabId: number;
  owner: string;
  /** True for a tab of the person's own, lent to this agent. */
  shared: boolean;
}

/** Who waits for a place, first come first; and for whom one is kept. Whole ids, for the person's eyes. */
export interface Line {
  waiting: Array<{ agent: string; waitingMs: number }>;
  kept: Array<{ agent: string; leftMs: number }>;
}

export interface SlotRequests {
  requests: Array<{ agent: string; waitingMs: number }>;
  reservations: Array<{ agent: string; expiresInMs: number }>;
  /** Agents with so many tabs that they are asked to give one up. */
  holders: Array<{ owner: string; tabs: number }>;
  yours: { position: number | null; reservedMs: number | null };
  tabCount: number;
  maxTabs: number;
}

export function shortId(agent: string): string {
  return agent.slice(0, LIMITS.shortIdChars);
}

export class TabPool {
  readonly #tabs = new Map<number, PooledTab>();
  /** Tabs that nobody can use any more, and that Firefox still has. */
  readonly #closing = new Set<number>();
  readonly #opening = new Set<Opening>();
  /** Tabs on trial, by what they replace if they are worth it: each two have one place. */
  readonly #trials = new Map<number, number>();
  /** Tabs of the person's own, by the agent each is lent to. */
  readonly #shared = new Map<number, string>();
  readonly #current = new Map<string, number>();
  readonly #queue: Array<{ agent: string; since: number }> = [];
  /** When each agent's reservation ends, oldest first. */
  readonly #reserved = new Map<string, number>();
  readonly #clock: Clock;
  readonly #onLost: (tabId: number, loss: Loss, agent: string) => void;
  readonly #listeners: Array<() => void> = [];
  readonly #actListeners: Array<(tabId: number) => void> = [];
  /** When the last command began that may have changed something in a tab, by `Date.now()`. */
  readonly #actedAt = new Map<number, number>();
  #stopTimer: (() => void) | null = null;
  #order = 0;

  constructor(clock: Clock, onLost: (tabId: number, loss: Loss, agent: string) => void) {
    this.#clock = clock;
    this.#onLost = onLost;
  }

  /** Tabs that Firefox has for the pool, or is about to have. */
  get count(): number {
    let count = this.#tabs.size + this.#closing.size;
    for (const { replaces } of this.#opening) if (replaces === null || !this.#isThere(replaces)) count += 1;
    return count - this.#trials.size;
  }

  /** How many agents wait for a place. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** True while a tab of an agent is being opened: its requests begin before Firefox says its id. */
  get isOpening(): boolean {
    return this.#opening.size > 0;
  }

  /** Calls `listener` after each change of who has which tab. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Calls `listener` when a command begins that may change something in a tab. */
  onAct(listener: (tabId: number) => void): void {
    this.#actListeners.push(listener);
  }

  /** Notes that a command begins that may change something in a tab. */
  noteAct(tabId: number): void {
    this.#actedAt.set(tabId, Date.now());
    for (const listener of this.#actListeners) listener(tabId);
  }

  /** When the last such command began; 0 for none. */
  actedAt(tabId: number): number {
    return this.#actedAt.get(tabId) ?? 0;
  }

  all(): PoolTab[] {
    const own = [...this.#tabs.values()].map(({ tabId, owner }) => ({ tabId, owner, shared: false }));
    return [...own, ...[...this.#shared].map(([tabId, owner]) => ({ tabId, owner, shared: true }))];
  }

  /** Everybody who has a tab, waits for one, or has a place kept. */
  agents(): string[] {
    const owners = [...this.#tabs.values(), ...this.#opening].map(({ owner }) => owner);
    const waiting = this.#queue.map(({ agent }) => agent);
    return [...new Set([...owners, ...waiting, ...this.#reserved.keys(), ...this.#shared.values()])];
  }

  /** True for a tab that some agent may act in. */
  has(tabId: number): boolean {
    return this.#tabs.has(tabId) || this.#shared.has(tabId);
  }

  /** The agent that may act in a tab. */
  ownerOf(tabId: number): string | null {
    return this.#tabs.get(tabId)?.owner ?? this.#shared.get(tabId) ?? null;
  }

  /** True for a tab whose page is yet to come, while the one that it would replace is there. */
  isOnTrial(tabId: number): boolean {
    return this.#tabs.has(this.#trials.get(tabId) ?? -1);
  }

  isShared(tabId: number): boolean {
    return this.#shared.has(tabId);
  }

  currentOf(agent: string): number | null {
    return this.#current.get(agent) ?? null;
  }

  /** The agent's own tabs, oldest first. */
  ownedBy(agent: string): number[] {
    const own = [...this.#tabs.values()].filter((tab) => tab.owner === agent);
    return own.sort((a, b) => a.order - b.order).map((tab) => tab.tabId);
  }

  /**
   * Holds a place: the one reserved for the agent, a free one, or that of its own oldest tab, which stays until the new
   * one is kept. Nothing is awaited in here, so two agents asking at once cannot get the same one. Throws POOL_FULL
   * where only others could make room.
   */
  reserve(agent: string): Place {
    this.#expire();
    const reservedUntil = this.#reserved.get(agent) ?? null;
    let replaces: number | null = null;
    if (reservedUntil !== null) this.#reserved.delete(agent);
    else if (this.#free() <= 0) {
      replaces = this.#spareable(agent);
      if (replaces === null) throw this.#full();
    }
    const opening: Opening = { owner: agent, replaces, reservedUntil, orphaned: false };
    this.#opening.add(opening);
    this.#arm();
    this.#changed();
    let filled: number | null = null;
    return {
      fill: (tabId) => {
        if (!this.#opening.delete(opening)) return false;
        if (replaces !== null && this.#isThere(replaces)) this.#trials.set(tabId, replaces);
        filled = tabId;
        if (opening.orphaned) this.#closing.add(tabId);
        else {
          this.#add(tabId, agent);
          this.#current.set(agent, tabId);
        }
        this.#serve();
        this.#changed();
        return !opening.orphaned;
      },
      keep: () => {
        const replaced = filled === null || !this.#tabs.has(filled) ? undefined : this.#trials.get(filled);
        if (replaced === undefined || !this.#tabs.has(replaced)) return null;
        this.close(replaced);
        return replaced;
      },
      release: () => {
        if (!this.#opening.delete(opening)) return;
        // Who waited for the place keeps it for the rest of its time, where opening a tab in it failed.
        const kept = !opening.orphaned && !this.#reserved.has(agent);
        if (kept && reservedUntil !== null && reservedUntil > this.#clock.now()) this.#reserved.set(agent, reservedUntil);
        this.#serve();
        this.#changed();
      },
    };
  }

  /** Takes a tab that a page of `opener` opened into the pool, where there is room. Its owner's current tab stays. */
  adopt(tabId: number, opener: number): boolean {
    const owner = this.ownerOf(opener);
    this.#expire();
    if (owner === null || this.has(tabId) || this.#free() <= 0) return false;
    this.#add(tabId, owner);
    this.#changed();
    return true;
  }

  /** The tab that a command of `agent` acts in. Throws where it is not the agent's own. */
  resolve(agent: string, tabId: number | null | undefined): number {
    if (tabId == null) {
      const current = this.#current.get(agent);
      if (current === undefined) throw new CommandError("NO_TABS", ours`You have no tab`);
      return current;
    }
    const owner = this.ownerOf(tabId);
    if (owner === agent) return tabId;
    if (owner === null) throw new CommandError("TAB_CLOSED", ours`There is no tab ${tabId} of yours`, { tabId });
    throw new CommandError("OWNERSHIP", `Tab ${tabId} belongs to ${shortId(owner)}`, { tabId, owner: shortId(owner) });
  }

  select(agent: string, tabId: number): void {
    this.#current.set(agent, tabId);
  }

  /** Takes a tab from its owner because it is about to go; its place is free when it is gone. */
  close(tabId: number): void {
    const tab = this.#tabs.get(tabId);
    if (!tab) return;
    this.#tabs.delete(tabId);
    this.#closing.add(tabId);
    this.#dropCurrent(tab.owner, tabId);
    this.#onLost(tabId, "closed", tab.owner);
    this.#changed();
  }

  /** Forgets a tab that Firefox does not have any more, whoever closed it. */
  gone(tabId: number): void {
    this.#unshare(tabId, "closed");
    this.close(tabId);
    this.#actedAt.delete(tabId);
    for (const [fresh, old] of this.#trials) if (fresh === tabId || old === tabId) this.#trials.delete(fresh);
    if (this.#closing.delete(tabId)) this.#serve();
  }

  /** Asks for a place. Throws QUEUE_FULL. */
  request(agent: string): SlotRequests {
    this.#expire();
    const known = this.#reserved.has(agent) || this.#queue.some((entry) => entry.agent === agent);
    if (!known) {
      if (this.#queue.length >= LIMITS.maxSlotQueue) {
        const details = { waiting: this.#queue.length };
        throw new CommandError("QUEUE_FULL", ours`${this.#queue.length} agents wait for a tab already`, details);
      }
      this.#queue.push({ agent, since: this.#clock.now() });
      this.#serve();
    }
    return this.status(agent);
  }

  /**
   * Takes the agent's oldest tab for the one that waits longest: the tab to close, and who gets its place. An own
   * request of the agent is withdrawn. Throws NO_TABS, and NO_REQUESTS where nobody waits that room is not made for yet.
   */
  grant(agent: string): { tabId: number; to: string } {
    this.#expire();
    const tabId = this.#spareable(agent);
    if (tabId === null) throw new CommandError("NO_TABS", ours`You have no tab to give up`);
    const others = this.#queue.filter((entry) => entry.agent !== agent);
    const next = others[this.#freeing()];
    if (!next) throw new CommandError("NO_REQUESTS", ours`No agent waits for a tab that room is not made for already`);
    this.#queue.splice(0, Infinity, ...others);
    this.close(tabId);
    return { tabId, to: next.agent };
  }

  line(): Line {
    this.#expire();
    const now = this.#clock.now();
    return {
      waiting: this.#queue.map(({ agent, since }) => ({ agent, waitingMs: now - since })),
      kept: [...this.#reserved].map(([agent, until]) => ({ agent, leftMs: until - now })),
    };
  }

  status(agent: string): SlotRequests {
    this.#expire();
    const now = this.#clock.now();
    const at = this.#queue.findIndex((entry) => entry.agent === agent);
    const until = this.#reserved.get(agent);
    return {
      requests: this.#queue.map((entry) => ({ agent: shortId(entry.agent), waitingMs: now - entry.since })),
      reservations: this.#reservations(),
      holders: this.#breakdown().filter(({ owner, tabs }) => tabs > LIMITS.mercyTabs && owner !== shortId(agent)),
      yours: { position: at < 0 ? null : at + 1, reservedMs: until === undefined ? null : until - now },
      tabCount: this.count,
      maxTabs: LIMITS.maxTabs,
    };
  }

  /** Forgets an agent: its place in the queue, its reservation, what was lent to it. Returns its tabs, to be closed. */
  leave(agent: string): number[] {
    const own = this.ownedBy(agent);
    for (const tabId of own) this.close(tabId);
    for (const [tabId, owner] of [...this.#shared]) if (owner === agent) this.#unshare(tabId, "taken");
    for (const opening of this.#opening) if (opening.owner === agent) opening.orphaned = true;
    const at = this.#queue.findIndex((entry) => entry.agent === agent);
    if (at >= 0) this.#queue.splice(at, 1);
    this.#reserved.delete(agent);
    this.#current.delete(agent);
    this.#serve();
    return own;
  }

  /** Lends a tab of the person's own to an agent; from another agent it is taken first. False for a tab of the pool. */
  share(tabId: number, agent: string): boolean {
    if (this.#tabs.has(tabId) || this.#closing.has(tabId)) return false;
    if (this.#shared.get(tabId) === agent) return true;
    this.#unshare(tabId, "taken");
    this.#shared.set(tabId, agent);
    if (!this.#current.has(agent)) this.#current.set(agent, tabId);
    this.#changed();
    return true;
  }

  /** Takes a lent tab back. False where it was not lent. */
  revoke(tabId: number): boolean {
    return this.#unshare(tabId, "taken");
  }

  #unshare(tabId: number, loss: Loss): boolean {
    const agent = this.#shared.get(tabId);
    if (agent === undefined) return false;
    this.#shared.delete(tabId);
    this.#dropCurrent(agent, tabId);
    this.#onLost(tabId, loss, agent);
    this.#changed();
    return true;
  }

  /** The agent's oldest tab that has a place to itself; null where it has none. */
  #spareable(agent: string): number | null {
    const taken = new Set<number | null>([...this.#opening].map(({ replaces }) => replaces));
    for (const [fresh, old] of this.#trials) taken.add(fresh).add(old);
    return this.ownedBy(agent).find((tabId) => !taken.has(tabId)) ?? null;
  }

  #isThere(tabId: number): boolean {
    return this.#tabs.has(tabId) || this.#closing.has(tabId);
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }

  #add(tabId: number, owner: string): void {
    this.#order += 1;
    this.#tabs.set(tabId, { tabId, owner, order: this.#order });
  }

  /** The newest of its own tabs becomes the agent's current one, then one that is lent to it. */
  #dropCurrent(agent: string, tabId: number): void {
    if (this.#current.get(agent) !== tabId) return;
    const lent = [...this.#shared].find(([, owner]) => owner === agent)?.[0];
    const next = this.ownedBy(agent).at(-1) ?? lent;
    if (next === undefined) this.#current.delete(agent);
    else this.#current.set(agent, next);
  }

  /** Places that nobody has and that are kept for nobody. */
  #free(): number {
    return LIMITS.maxTabs - this.count - this.#reserved.size;
  }

  /** Tabs on their way out whose place nobody has yet. */
  #freeing(): number {
    let freeing = this.#closing.size;
    for (const { replaces } of this.#opening) if (replaces !== null && this.#closing.has(replaces)) freeing -= 1;
    for (const [fresh, old] of this.#trials) if (this.#closing.has(fresh) || this.#closing.has(old)) freeing -= 1;
    return freeing;
  }

  #expire(): void {
    const now = this.#clock.now();
    const before = this.#reserved.size;
    for (const [agent, until] of this.#reserved) if (until <= now) this.#reserved.delete(agent);
    if (this.#reserved.size < before) this.#serve();
  }

  /** Keeps each free place for the next one in the queue. */
  #serve(): void {
    while (this.#free() > 0) {
      const next = this.#queue.shift();
      if (!next) break;
      this.#reserved.set(next.agent, this.#clock.now() + LIMITS.reservationMs);
    }
    this.#arm();
  }

  /** One timer, for the reservation that ends first; none where there is none. */
  #arm(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
    if (this.#reserved.size === 0) return;
    const first = Math.min(...this.#reserved.values());
    this.#stopTimer = this.#clock.later(Math.max(0, first - this.#clock.now()), () => {
      this.#stopTimer = null;
      this.#expire();
      this.#arm();
    });
  }

  #reservations(): SlotRequests["reservations"] {
    const now = this.#clock.now();
    return [...this.#reserved].map(([agent, until]) => ({ agent: shortId(agent), expiresInMs: until - now }));
  }

  #breakdown(): Array<{ owner: string; tabs: number }> {
    const tabs = new Map<string, number>();
    for (const { owner } of [...this.#tabs.values(), ...this.#opening]) tabs.set(owner, (tabs.get(owner) ?? 0) + 1);
    const breakdown = [...tabs].map(([owner, count]) => ({ owner: shortId(owner), tabs: count }));
    return breakdown.sort((a, b) => b.tabs - a.tabs);
  }

  #full(): CommandError {
    return new CommandError("POOL_FULL", ours`All ${LIMITS.maxTabs} tabs are taken, and no open one is yours to give up`, {
      tabPool: { count: this.count, max: LIMITS.maxTabs },
      ownerBreakdown: this.#breakdown(),
      activeReservations: this.#reservations(),
      hint: "Ask for space: clz pool request",
    });
  }
}
