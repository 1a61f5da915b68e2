// Tabs that pages open: they are the agent's whose tab opened them, and are shown what that one is shown.

import { CommandError } from "../../shared/errors";
import type { TabWorlds } from "../emulation/tab-worlds";
import type { Navigation } from "../navigation/navigation";
import type { NetworkServices } from "../network/wiring";
import type { RequestPolicy } from "../policy/request-policy";
import { privileged } from "../privileged/api";
import type { TabServices } from "../tabs/wiring";
import type { Effects } from "./action-effects";

export class OpenedTabs {
  constructor(
    private readonly tabs: TabServices,
    private readonly network: NetworkServices,
    private readonly navigation: Navigation,
    private readonly worlds: TabWorlds,
    private readonly effects: Effects,
  ) {}

  listen(requestPolicy: RequestPolicy): void {
    const { pool, popups, windows } = this.tabs;
    privileged.onPopupsBlocked(({ tabId, count }) => {
      if (pool.ownerOf(tabId) !== null) this.#refused(tabId, count);
    });
    browser.webNavigation.onCreatedNavigationTarget.addListener(({ sourceTabId, tabId, url }) => {
      requestPolicy.opened(tabId, sourceTabId);
      const agent = pool.ownerOf(sourceTabId);
      // What comes of a tab that is only lent stays the person's.
      if (agent === null || pool.isShared(sourceTabId)) return;
      if (popups.admit(tabId, sourceTabId) && pool.adopt(tabId, sourceTabId)) {
        void this.#inherits(tabId, sourceTabId);
        this.navigation.watch(tabId);
        this.effects.opened(tabId, sourceTabId, url);
        return;
      }
      // Nobody would ever close it, and there is no place for it.
      popups.forget(tabId);
      this.#refused(sourceTabId, 1);
      windows.close(tabId).catch((thrown: unknown) => console.error(`clz: a popup stays: ${String(thrown)}`));
    });
  }

  /** A tab beside another one, of the same agent. Throws POOL_FULL. */
  async openBeside(url: string, opener: number): Promise<number> {
    const expected = this.navigation.expect();
    try {
      // What it is shown must be known before its page is asked for.
      const waits = this.worlds.described(opener) !== null;
      const tab = await browser.tabs.create({ url: waits ? "about:blank" : url, openerTabId: opener, active: false });
      const tabId = tab.id ?? -1;
      if (!this.tabs.pool.adopt(tabId, opener)) {
        await this.tabs.windows.close(tabId);
        throw new CommandError("POOL_FULL", `There is no place for ${url}`, { url });
      }
      await this.#inherits(tabId, opener);
      if (waits) await browser.tabs.update(tabId, { url, loadReplace: true });
      expected.claim(tabId);
      return tabId;
    } finally {
      expected.done();
    }
  }

  /** Shows a tab what the one is shown that opened it, and gives it the same network and log-ins. */
  async #inherits(tabId: number, opener: number): Promise<void> {
    this.network.conditions.inherit(tabId, opener);
    this.network.httpAuth.inherit(tabId, opener);
    await Promise.all([privileged.keepActive(tabId, opener), this.worlds.inherit(tabId, opener)]);
  }

  /** Counts popups that a page wanted and did not get, for `clz tabs` and for the action that caused them. */
  #refused(opener: number, count: number): void {
    this.tabs.popups.refuse(opener, count);
    this.effects.refused(opener, count);
  }
}
