// Popups: how many tabs the pages of an agent's tab may open by themselves. A page that opens more has them closed at
// once, and how many those were is reported.
//
// The budget is that of a whole family, the tab and all that came of it: otherwise each popup could open as many again.

import { LIMITS } from "../../generated/registry";
import type { TabPool } from "./tab-pool";
import type { Clock } from "../timers";
import { tabScope } from "../scopes";

interface Family {
  /** Popups that it may still open. */
  left: number;
  /** Since when `left` is what it is. */
  since: number;
  /** When the last action began that gave it its whole budget again. */
  actedAt: number;
  /** Popups that are there. */
  readonly open: Set<number>;
}

export class PopupBudget {
  readonly #families = new Map<number, Family>();
  readonly #refused = new Map<number, number>();

  constructor(
    private readonly pool: Pick<TabPool, "actedAt">,
    private readonly clock: Pick<Clock, "now">,
  ) {
    tabScope.onEnd((tabId) => this.forget(tabId));
  }

  /** True if a page of `opener` may have the tab that it opened; false if the tab has to be closed. */
  admit(tabId: number, opener: number): boolean {
    const family = this.#familyOf(opener);
    this.#refill(family, this.pool.actedAt(opener));
    if (family.left < 1 || family.open.size >= LIMITS.popupsOpen) return false;
    family.left -= 1;
    family.open.add(tabId);
    this.#families.set(tabId, family);
    return true;
  }

  /** Counts popups of a tab's page that were refused. */
  refuse(opener: number, count: number): void {
    this.#refused.set(opener, this.refusedBy(opener) + count);
  }

  /** How many popups of this tab's pages were refused so far. */
  refusedBy(tabId: number): number {
    return this.#refused.get(tabId) ?? 0;
  }

  forget(tabId: number): void {
    this.#refused.delete(tabId);
    const family = this.#families.get(tabId);
    this.#families.delete(tabId);
    family?.open.delete(tabId);
  }

  #familyOf(tabId: number): Family {
    let family = this.#families.get(tabId);
    if (!family) {
      family = { left: LIMITS.popupsAtOnce, since: this.clock.now(), actedAt: 0, open: new Set() };
      this.#families.set(tabId, family);
    }
    return family;
  }

  /** One more with each interval that has passed; all with an action, whose popups a person would see too. */
  #refill(family: Family, actedAt: number): void {
    const earned = Math.floor((this.clock.now() - family.since) / LIMITS.popupEveryMs);
    family.since += earned * LIMITS.popupEveryMs;
    family.left = actedAt > family.actedAt ? LIMITS.popupsAtOnce : Math.min(LIMITS.popupsAtOnce, family.left + earned);
    family.actedAt = Math.max(family.actedAt, actedAt);
  }
}
