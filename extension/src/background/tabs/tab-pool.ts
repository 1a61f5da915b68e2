// The tab pool: who has which tab, and who is next to have one.
//
// It knows no browser: time comes from a clock, and tabs are numbers. A tab counts until it is really gone, so that
// Firefox never holds more of them than the pool has slots. Every way of freeing a slot ends in serving the queue.

import { Changes } from "../changes";
import { LIMITS } from "../../generated/registry";
import { CommandError, ownWords } from "../../shared/errors";
import { SlotQueue, type QueueState } from "./slot-queue";
import type { Clock } from "../timers";

interface PooledTab {
  tabId: number;
  owner: string;
  /** Grows with each tab: the smallest of an agent is its oldest. */
  order: number;
}

/** A slot that is held while a tab is being opened in it. */
interface Opening {
  owner: string;
  /** The tab whose slot this is; counted once for both while it is there. */
  replaces: number | null;
  /** Until when the slot was reserved for the owner; null if it was not. */
  reservedUntil: number | null;
  /** True if the owner is gone meanwhile. */
  orphaned: boolean;
}

export interface Slot {
  /** Puts the tab into the pool. False if its agent is gone meanwhile: the tab must be closed. */
  fill(tabId: number): boolean;
  /**
   * Says that the tab is worth its slot: gives the asker's own oldest tab where it had that one's, to be closed now.
   */
  keep(): number | null;
  /** Gives the slot back if it was not filled. */
  release(): void;
}

/** Why an agent can reach a tab no longer: closed by clz, gone by itself, its page or the person, or taken back by them. */
export type Loss = "closed" | "gone" | "taken";

export interface PoolTab {
  tabId: number;
  owner: string;
  /** True for a tab of the person's own, lent to this agent. */
  shared: boolean;
}

interface SlotRequests {
  requests: Array<{ agent: string; waitingMs: number }>;
  reservations: Array<{ agent: string; expiresInMs: number }>;
  /** Agents that hold enough tabs to be asked to give one up. */
  holders: Array<{ owner: string; tabs: number }>;
  yours: { position: number | null; reservedMs: number | null };
  tabCount: number;
  maxTabs: number;
}

export function shortId(agent: string): string {
  return agent.slice(0, LIMITS.shortIdChars);
}

export function noTab(tabId: number): CommandError {
  return new CommandError("TAB_CLOSED", ownWords`You have no tab ${tabId}`, { tabId });
}

/** Changes with who has which tab. */
export class TabPool extends Changes {
  // eslint-disable-next-line clz/scoped -- here tabs and agents begin and end
  readonly #tabs = new Map<number, PooledTab>();
  /** Tabs that nobody can use any more, and that Firefox still has. */
  // eslint-disable-next-line clz/scoped -- here tabs and agents begin and end
  readonly #closing = new Set<number>();
  readonly #opening = new Set<Opening>();
  /** Tabs on trial, by what they replace if they are worth it: each two have one slot. */
  // eslint-disable-next-line clz/scoped -- here tabs and agents begin and end
  readonly #trials = new Map<number, number>();
  /** Tabs of the person's own, by the agent each is lent to. */
  // eslint-disable-next-line clz/scoped -- here tabs and agents begin and end
  readonly #shared = new Map<number, string>();
  // eslint-disable-next-line clz/scoped -- here tabs and agents begin and end
  readonly #current = new Map<string, number>();
  readonly #queue: SlotQueue;
  readonly #actListeners: Array<(tabId: number) => void> = [];
  /** When the last command began that may have changed something in a tab, by `Date.now()`. */
  // eslint-disable-next-line clz/scoped -- here tabs and agents begin and end
  readonly #actedAt = new Map<number, number>();
  #order = 0;

  constructor(
    clock: Clock,
    private readonly onLost: (tabId: number, loss: Loss, agent: string) => void,
  ) {
    super();
    this.#queue = new SlotQueue(clock, () => LIMITS.maxTabs - this.count);
  }

  /** Tabs that Firefox has for the pool, or is about to have. */
  get count(): number {
    let count = this.#tabs.size + this.#closing.size;
    for (const { replaces } of this.#opening) if (replaces === null || !this.#isThere(replaces)) count += 1;
    return count - this.#trials.size;
  }

  /** How many agents wait for a slot. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** True while a tab of an agent is being opened: its requests begin before Firefox says its id. */
  get isOpening(): boolean {
    return this.#opening.size > 0;
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

  /** Everybody who has a tab, waits for one, or has a slot kept. */
  agents(): string[] {
    const owners = [...this.#tabs.values(), ...this.#opening].map(({ owner }) => owner);
    return [...new Set([...owners, ...this.#queue.agents(), ...this.#shared.values()])];
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
   * Holds a slot: the one reserved for the agent, a free one, or that of its own oldest tab, which stays until the new
   * one is kept. Nothing is awaited in here, so two agents asking at once cannot get the same one. Throws POOL_FULL
   * where only others could make room.
   */
  reserve(agent: string): Slot {
    const reservedUntil = this.#queue.take(agent);
    let replaces: number | null = null;
    if (reservedUntil === null && this.#queue.free <= 0) {
      replaces = this.#spareable(agent);
      if (replaces === null) throw this.#full();
    }
    const opening: Opening = { owner: agent, replaces, reservedUntil, orphaned: false };
    this.#opening.add(opening);
    this.changed();
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
        this.#queue.serve();
        this.changed();
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
        // Who waited for the slot keeps it for the rest of its time, where opening a tab in it failed.
        if (reservedUntil !== null && !opening.orphaned) this.#queue.keep(agent, reservedUntil);
        this.#queue.serve();
        this.changed();
      },
    };
  }

  /** Takes a tab that a page of `opener` opened into the pool, if there is room. Its owner's current tab stays. */
  adopt(tabId: number, opener: number): boolean {
    const owner = this.ownerOf(opener);
    if (owner === null || this.has(tabId) || this.#queue.free <= 0) return false;
    this.#add(tabId, owner);
    this.changed();
    return true;
  }

  /** The tab that a command of `agent` acts in. Throws if it is not the agent's own. */
  resolve(agent: string, tabId: number | null | undefined): number {
    if (tabId == null) {
      const current = this.#current.get(agent);
      if (current === undefined) throw new CommandError("NO_TABS", ownWords`You have no tab`);
      return current;
    }
    const owner = this.ownerOf(tabId);
    if (owner === agent) return tabId;
    if (owner === null) throw noTab(tabId);
    throw new CommandError("OWNERSHIP", `Tab ${tabId} belongs to ${shortId(owner)}`, { tabId, owner: shortId(owner) });
  }

  select(agent: string, tabId: number): void {
    this.#current.set(agent, tabId);
  }

  /** Takes a tab from its owner because it is about to go; its slot is free when it is gone. */
  close(tabId: number, loss: Loss = "closed"): void {
    const tab = this.#tabs.get(tabId);
    if (!tab) return;
    this.#tabs.delete(tabId);
    this.#closing.add(tabId);
    this.#dropCurrent(tab.owner, tabId);
    this.onLost(tabId, loss, tab.owner);
    this.changed();
  }

  /** Forgets a tab that Firefox does not have any more, no matter who closed it. */
  gone(tabId: number): void {
    this.#unshare(tabId, "gone");
    this.close(tabId, "gone");
    this.#actedAt.delete(tabId);
    for (const [fresh, old] of this.#trials) if (fresh === tabId || old === tabId) this.#trials.delete(fresh);
    if (this.#closing.delete(tabId)) this.#queue.serve();
  }

  /** Asks for a slot. Throws QUEUE_FULL. */
  request(agent: string): SlotRequests {
    this.#queue.join(agent);
    return this.status(agent);
  }

  /**
   * Takes the agent's oldest tab for the one that waits longest: the tab to close, and who gets its slot. An own
   * request of the agent is withdrawn. Throws NO_TABS, and NO_REQUESTS if nobody waits that room is not made for
   * yet.
   */
  grant(agent: string): { tabId: number; to: string } {
    const tabId = this.#spareable(agent);
    if (tabId === null) throw new CommandError("NO_TABS", ownWords`You have no tab to give up`);
    const others = this.queueState().waiting.filter((entry) => entry.agent !== agent);
    const next = others[this.#freeing()];
    if (!next)
      throw new CommandError("NO_REQUESTS", ownWords`No agent waits for a tab, or one is already being freed for it`);
    this.#queue.withdraw(agent);
    this.close(tabId);
    return { tabId, to: next.agent };
  }

  queueState(): QueueState {
    return this.#queue.line();
  }

  status(agent: string): SlotRequests {
    const { waiting, kept } = this.queueState();
    const at = waiting.findIndex((entry) => entry.agent === agent);
    return {
      requests: waiting.map((entry) => ({ ...entry, agent: shortId(entry.agent) })),
      reservations: reservationsOf(kept),
      holders: this.#breakdown().filter(({ owner, tabs }) => tabs > LIMITS.fairShareTabs && owner !== shortId(agent)),
      yours: {
        position: at < 0 ? null : at + 1,
        reservedMs: kept.find((entry) => entry.agent === agent)?.leftMs ?? null,
      },
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
    this.#queue.forget(agent);
    this.#current.delete(agent);
    this.#queue.serve();
    return own;
  }

  /** Lends a tab of the person's own to an agent; from another agent it is taken first. False for a tab of the pool. */
  share(tabId: number, agent: string): boolean {
    if (this.#tabs.has(tabId) || this.#closing.has(tabId)) return false;
    if (this.#shared.get(tabId) === agent) return true;
    this.#unshare(tabId, "taken");
    this.#shared.set(tabId, agent);
    if (!this.#current.has(agent)) this.#current.set(agent, tabId);
    this.changed();
    return true;
  }

  /** Takes a lent tab back. False if it was not lent. */
  revoke(tabId: number): boolean {
    return this.#unshare(tabId, "taken");
  }

  #unshare(tabId: number, loss: Loss): boolean {
    const agent = this.#shared.get(tabId);
    if (agent === undefined) return false;
    this.#shared.delete(tabId);
    this.#dropCurrent(agent, tabId);
    this.onLost(tabId, loss, agent);
    this.changed();
    return true;
  }

  /** The agent's oldest tab that has a slot to itself; null if it has none. */
  #spareable(agent: string): number | null {
    const taken = new Set<number | null>([...this.#opening].map(({ replaces }) => replaces));
    for (const [fresh, old] of this.#trials) taken.add(fresh).add(old);
    return this.ownedBy(agent).find((tabId) => !taken.has(tabId)) ?? null;
  }

  #isThere(tabId: number): boolean {
    return this.#tabs.has(tabId) || this.#closing.has(tabId);
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

  /** Tabs on their way out whose slot nobody has yet. */
  #freeing(): number {
    let freeing = this.#closing.size;
    for (const { replaces } of this.#opening) if (replaces !== null && this.#closing.has(replaces)) freeing -= 1;
    for (const [fresh, old] of this.#trials) if (this.#closing.has(fresh) || this.#closing.has(old)) freeing -= 1;
    return freeing;
  }

  #breakdown(): Array<{ owner: string; tabs: number }> {
    const tabs = new Map<string, number>();
    for (const { owner } of [...this.#tabs.values(), ...this.#opening]) tabs.set(owner, (tabs.get(owner) ?? 0) + 1);
    const breakdown = [...tabs].map(([owner, count]) => ({ owner: shortId(owner), tabs: count }));
    return breakdown.sort((a, b) => b.tabs - a.tabs);
  }

  #full(): CommandError {
    return new CommandError(
      "POOL_FULL",
      ownWords`All ${LIMITS.maxTabs} tabs are taken, and you have no open tab to give up`,
      {
        tabPool: { count: this.count, max: LIMITS.maxTabs },
        ownerBreakdown: this.#breakdown(),
        activeReservations: reservationsOf(this.queueState().kept),
      },
    );
  }
}

function reservationsOf(kept: QueueState["kept"]): SlotRequests["reservations"] {
  return kept.map(({ agent, leftMs }) => ({ agent: shortId(agent), expiresInMs: leftMs }));
}
