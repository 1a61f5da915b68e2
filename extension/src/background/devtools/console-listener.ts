// The console listener: gets what the pages of the agents' tabs log, from the helper. Nothing is injected into the pages.

import type { SaidMessage } from "../../shared/messages";
import type { ConsoleLog } from "./console-log";
import type { TabPool } from "../tabs/tab-pool";
import { privileged } from "../privileged/api";
import { onCommitted } from "../tab-events";

export class ConsoleListener {
  /** Since when what a tab says is an agent's to know, in milliseconds of the epoch. */
  readonly #since = new Map<number, number>();

  constructor(
    private readonly pool: TabPool,
    log: ConsoleLog,
  ) {
    pool.onChange(() => this.#poolChanged());
    onCommitted.addListener(({ tabId, frameId }) => this.#listen(tabId, frameId));
    privileged.onSaid((tabId: number, message: SaidMessage) => Promise.resolve(log.take(tabId, message)));
  }

  #poolChanged(): void {
    for (const tabId of this.#since.keys()) if (!this.pool.has(tabId)) this.#since.delete(tabId);
    for (const { tabId, shared } of this.pool.all()) {
      if (this.#since.has(tabId)) continue;
      // What a page said while it was the person's alone stays theirs.
      this.#since.set(tabId, shared ? Date.now() : 0);
      void browser.webNavigation.getAllFrames({ tabId }).then(
        (frames) => frames?.forEach(({ frameId }) => this.#listen(tabId, frameId)),
        () => undefined,
      );
    }
  }

  #listen(tabId: number, frameId: number): void {
    const since = this.#since.get(tabId);
    if (since !== undefined) void privileged.listen(tabId, frameId, since);
  }
}
