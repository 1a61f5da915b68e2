// tabs, tab close, tab select.

import { LIMITS } from "../../generated/registry";
import type { Handlers } from "../dispatcher";
import { pageInfo, titleOf } from "../pageinfo";
import { shortId, type TabPool } from "../tabs";
import type { PoolWindow } from "../window";

export function tabHandlers(pool: TabPool, window: PoolWindow): Pick<Handlers, "getTabs" | "closeTab" | "selectTab"> {
  return {
    getTabs: async (_params, call) => {
      const current = pool.currentOf(call.agent);
      const entries = await Promise.all(
        pool.all().map(async ({ tabId, owner }) => {
          const tab = await browser.tabs.get(tabId).catch(() => null);
          if (!tab) return [];
          const mine = owner === call.agent;
          return [
            {
              tabId,
              windowId: tab.windowId ?? -1,
              url: mine ? (tab.url ?? "") : "",
              title: mine ? titleOf(tab) : "",
              status: tab.status ?? "",
              owner: shortId(owner),
              mine,
              current: tabId === current,
            },
          ];
        }),
      );
      return { tabs: entries.flat(), tabCount: pool.count, maxTabs: LIMITS.maxTabs };
    },
    closeTab: async (_params, call) => {
      const { tabId } = call;
      call.unbindTab();
      pool.remove(tabId);
      await window.close(tabId);
      return { closed: tabId, current: pool.currentOf(call.agent), tabCount: pool.count };
    },
    selectTab: async ({ foreground }, call) => {
      const { tabId } = call;
      pool.select(call.agent, tabId);
      if (foreground) await browser.tabs.update(tabId, { active: true });
      return pageInfo(tabId, "");
    },
  };
}
