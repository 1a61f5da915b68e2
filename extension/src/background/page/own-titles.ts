// The titles that pages got by themselves: what a new visit of them shows, whatever was done in them since.

import { TabMap } from "../scopes";
import type { TabPool } from "../tabs/tab-pool";
import { titleOf } from "../tabs/page-info";
import { onUpdated } from "../tab-events";

interface Own {
  url: string;
  title: string;
}

/** A page that makes its own title does so within this time after it was loaded. */
const SETTLES_MS = 2_000;

export class OwnTitles {
  readonly #titles = new TabMap<Own>();
  /** Until when a page may yet change its own, by `performance.now()`; a page that is being loaded may. */
  readonly #settles = new TabMap<number>();

  constructor(private readonly pool: TabPool) {
    pool.onAct((tabId) => this.#settles.set(tabId, -Infinity));
    onUpdated.addListener((tabId, { status }, tab) => this.#updated(tabId, status, tab));
  }

  /** Another document has come into the tab. */
  arrived(tabId: number): void {
    this.#titles.delete(tabId);
    this.#settles.delete(tabId);
  }

  /** That of the page which a tab shows at an address; null if it is not known. */
  of(tabId: number, url: string): string | null {
    const own = this.#titles.get(tabId);
    return own && pageOf(own.url) === pageOf(url) ? own.title : null;
  }

  #updated(tabId: number, status: string | undefined, tab: browser.tabs.Tab): void {
    if (!this.pool.has(tabId)) return;
    const now = performance.now();
    const until = this.#settles.get(tabId) ?? Infinity;
    if (now > until) return;
    if (status === "complete" && until === Infinity) this.#settles.set(tabId, now + SETTLES_MS);
    if (tab.status === "complete") this.#titles.set(tabId, { url: tab.url ?? "", title: titleOf(tab) });
  }
}

function pageOf(url: string): string {
  return url.replace(/#.*/s, "");
}
