// tabs, tab close, tab select.

import { LIMITS } from "../../generated/registry";
import { CommandError, ownWords } from "../../shared/errors";
import type { Handlers } from "../dispatcher";
import type { Services } from "../services";
import { pageInfo, titleOf } from "../tabs/page-info";
import { shortId } from "../tabs/tab-pool";

export function tabHandlers({ pool, tabs, popups, tabWorlds, hangs }: Services) {
  return {
    getTabs: async (_params, context) => {
      const current = pool.currentOf(context.agent);
      const entries = await Promise.all(
        pool.all().map(async ({ tabId, owner, shared }) => {
          if (pool.isOnTrial(tabId)) return [];
          const tab = await browser.tabs.get(tabId).catch(() => null);
          if (!tab) return [];
          const mine = owner === context.agent;
          const emulated = mine ? tabWorlds.described(tabId) : null;
          const silentMs = mine ? await hangs.silentMs(tabId) : null;
          const refused = mine ? popups.refusedBy(tabId) : 0;
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
              shared,
              ...(refused > 0 && { popupsRefused: refused }),
              ...(emulated && { emulated }),
              ...(silentMs !== null && { silentMs }),
            },
          ];
        }),
      );
      return { tabs: entries.flat(), tabCount: pool.count, maxTabs: LIMITS.maxTabs, waiting: pool.waiting };
    },
    closeTab: async (_params, context) => {
      const { tabId } = context;
      if (pool.isShared(tabId)) {
        throw new CommandError("OWNERSHIP", ownWords`Tab ${tabId} is the person's own, and only lent to you`, {
          tabId,
        });
      }
      await hangs.endSilent(tabId);
      context.unbindTab();
      await tabs.close(tabId);
      return { closed: tabId, current: pool.currentOf(context.agent), tabCount: pool.count };
    },
    selectTab: async ({ foreground }, context) => {
      const { tabId } = context;
      pool.select(context.agent, tabId);
      if (foreground) {
        const { windowId } = await browser.tabs.update(tabId, { active: true });
        if (windowId !== undefined) await browser.windows.update(windowId, { focused: true });
      }
      return pageInfo(tabId, "");
    },
  } satisfies Partial<Handlers>;
}
