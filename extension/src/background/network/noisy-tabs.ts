// Noisy tabs: those whose pages make so many requests that listening to them would hold every other tab up. What is
// noted of such a tab is the first thing that is left out.
//
// A tab has a budget: a number of requests a second, and a stock of them for pages that just load.

import { Changes } from "../changes";
import { LIMITS } from "../../generated/registry";
import { tabScope } from "../scopes";

/** A noisy tab is not listened to for this long. */
const PAUSE_MS = 1_000;

interface Budget {
  left: number;
  /** Since when, by performance.now(). */
  since: number;
  noisy: boolean;
  /** Milliseconds that it was not listened to. */
  pausedMs: number;
}

/** Changes when a tab becomes noisy, and when it no longer is. */
export class NoisyTabs extends Changes {
  readonly #tabs = new Map<number, Budget>();

  constructor() {
    super();
    tabScope.onEnd((tabId) => this.forget(tabId));
  }

  /** True while any tab is noisy. */
  get any(): boolean {
    for (const { noisy } of this.#tabs.values()) if (noisy) return true;
    return false;
  }

  is(tabId: number): boolean {
    return this.#tabs.get(tabId)?.noisy === true;
  }

  /** For how long a tab was not listened to. */
  pausedMs(tabId: number): number {
    return this.#tabs.get(tabId)?.pausedMs ?? 0;
  }

  /** Counts a request of a tab. False if it is one too many. */
  note(tabId: number): boolean {
    const now = performance.now();
    let budget = this.#tabs.get(tabId);
    if (!budget) {
      budget = { left: LIMITS.noiseStock, since: now, noisy: false, pausedMs: 0 };
      this.#tabs.set(tabId, budget);
    }
    if (budget.noisy) return false;
    budget.left = Math.min(LIMITS.noiseStock, budget.left + ((now - budget.since) * LIMITS.noisePerS) / 1_000) - 1;
    budget.since = now;
    if (budget.left >= 0) return true;
    budget.noisy = true;
    setTimeout(() => this.#over(tabId), PAUSE_MS);
    this.changed();
    return false;
  }

  forget(tabId: number): void {
    if (this.#tabs.delete(tabId)) this.changed();
  }

  /** A page that goes on has little left until it is noisy again. */
  #over(tabId: number): void {
    const budget = this.#tabs.get(tabId);
    if (!budget) return;
    const now = performance.now();
    budget.pausedMs += Math.round(now - budget.since);
    Object.assign(budget, { left: LIMITS.noisePerS / 4, since: now, noisy: false });
    this.changed();
  }
}
