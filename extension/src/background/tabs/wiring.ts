// The tabs of agents, and the windows and cookie jars that they are in.

import { clock } from "../timers";
import { Containers } from "./containers";
import { OrphanedTabs } from "./orphaned-tabs";
import { PoolWindows } from "./pool-windows";
import { PopupBudget } from "./popup-budget";
import { TabPool, type Loss } from "./tab-pool";
import { Tabs } from "./tabs";

export type TabServices = ReturnType<typeof wireTabs>;

export function wireTabs(lost: (tabId: number, loss: Loss, agent: string) => void) {
  const pool = new TabPool(clock, lost);
  const windows = new PoolWindows(pool);
  const containers = new Containers();
  const tabs = new Tabs(pool, windows, containers);
  return {
    pool,
    windows,
    containers,
    tabs,
    popups: new PopupBudget(pool, clock),
    orphanedTabs: new OrphanedTabs(pool, windows),
  };
}
