// The tab pool: who has which tab. One owner of this state; everything that acts in a tab asks here first.

import { LIMITS } from "../generated/registry";
import { CommandError } from "../shared/errors";

interface PooledTab {
  tabId: number;
  owner: string;
  /** Grows with each tab: the smallest of an agent is its oldest. */
  order: number;
}

/** A place in the pool that is held while a tab is being opened. */
export interface Place {
  /** The asker's own oldest tab, which has to be closed first. */
  evicted: number | null;
  fill(tabId: number): void;
  /** Gives the place back where it was not filled. */
  release(): void;
}

export function shortId(agent: string): string {
  return agent.slice(0, LIMITS.shortIdChars);
}

export class TabPool {
  readonly #tabs = new Map<number, PooledTab>();
  readonly #current = new Map<string, number>();
  readonly #onGone: (tabId: number) => void;
  /** Whose tabs are being opened. */
  readonly #opening: Array<{ owner: string }> = [];
  #order = 0;

  constructor(onGone: (tabId: number) => void) {
    this.#onGone = onGone;
  }

  get count(): number {
    return this.#tabs.size + this.#opening.length;
  }

  all(): Array<{ tabId: number; owner: string }> {
    return [...this.#tabs.values()];
  }

  has(tabId: number): boolean {
    return this.#tabs.has(tabId);
  }

  ownerOf(tabId: number): string | null {
    return this.#tabs.get(tabId)?.owner ?? null;
  }

  currentOf(agent: string): number | null {
    return this.#current.get(agent) ?? null;
  }

  /**
   * Holds a place. Nothing is awaited in here, so two agents asking at once cannot get the same one.
   * Throws POOL_FULL where only others could make room.
   */
  reserve(agent: string): Place {
    let evicted: number | null = null;
    if (this.count >= LIMITS.maxTabs) {
      evicted = this.#oldestOf(agent);
      if (evicted === null) throw this.#full();
      this.remove(evicted);
    }
    const held = { owner: agent };
    this.#opening.push(held);
    const close = (): boolean => {
      const at = this.#opening.indexOf(held);
      if (at >= 0) this.#opening.splice(at, 1);
      return at >= 0;
    };
    return {
      evicted,
      fill: (tabId) => {
        if (!close()) return;
        this.#add(tabId, agent);
        this.#current.set(agent, tabId);
      },
      release: () => void close(),
    };
  }

  /** Takes a tab that a page of `opener` opened into the pool, where there is room. Its owner's current tab stays. */
  adopt(tabId: number, opener: number): boolean {
    const owner = this.ownerOf(opener);
    if (owner === null || this.has(tabId) || this.count >= LIMITS.maxTabs) return false;
    this.#add(tabId, owner);
    return true;
  }

  /** The tab that a command of `agent` acts in. Throws where it is not the agent's own. */
  resolve(agent: string, tabId: number | null | undefined): number {
    if (tabId == null) {
      const current = this.#current.get(agent);
      if (current === undefined) throw new CommandError("NO_TABS", "You have no tab");
      return current;
    }
    const owner = this.ownerOf(tabId);
    if (owner === agent) return tabId;
    if (owner === null) throw new CommandError("TAB_CLOSED", `There is no tab ${tabId} of yours`, { tabId });
    throw new CommandError("OWNERSHIP", `Tab ${tabId} belongs to ${shortId(owner)}`, { tabId, owner: shortId(owner) });
  }

  select(agent: string, tabId: number): void {
    this.#current.set(agent, tabId);
  }

  /** Forgets a tab that is gone, or about to go. Its owner's newest tab becomes the current one. */
  remove(tabId: number): void {
    const tab = this.#tabs.get(tabId);
    if (!tab) return;
    this.#tabs.delete(tabId);
    if (this.#current.get(tab.owner) === tabId) {
      const next = this.#ownedBy(tab.owner).at(-1);
      if (next) this.#current.set(tab.owner, next.tabId);
      else this.#current.delete(tab.owner);
    }
    this.#onGone(tabId);
  }

  #add(tabId: number, owner: string): void {
    this.#order += 1;
    this.#tabs.set(tabId, { tabId, owner, order: this.#order });
  }

  #ownedBy(agent: string): PooledTab[] {
    return [...this.#tabs.values()].filter((tab) => tab.owner === agent).sort((a, b) => a.order - b.order);
  }

  #oldestOf(agent: string): number | null {
    return this.#ownedBy(agent)[0]?.tabId ?? null;
  }

  #full(): CommandError {
    const tabs = new Map<string, number>();
    for (const { owner } of [...this.#tabs.values(), ...this.#opening]) tabs.set(owner, (tabs.get(owner) ?? 0) + 1);
    const ownerBreakdown = [...tabs].map(([owner, count]) => ({ owner: shortId(owner), tabs: count }));
    return new CommandError("POOL_FULL", `All ${LIMITS.maxTabs} tabs are taken, and no open one is yours to give up`, {
      tabPool: { count: this.count, max: LIMITS.maxTabs },
      ownerBreakdown: ownerBreakdown.sort((a, b) => b.tabs - a.tabs),
    });
  }
}
