// The background page. It only wires: each piece of state has its one owner in a module beside this one.

import type { FromPage, StageMessage, TickMessage } from "../shared/messages";
import { Capture } from "./capture";
import { Containers } from "./containers";
import { Dispatcher } from "./dispatcher";
import { TabGroups } from "./groups";
import { Guard } from "./guard";
import { configHandlers } from "./handlers/config";
import { navigateHandlers } from "./handlers/navigate";
import { pageHandlers } from "./handlers/page";
import { poolHandlers } from "./handlers/pool";
import { systemHandlers } from "./handlers/system";
import { tabHandlers } from "./handlers/tabs";
import { ContentLink } from "./link";
import { Navigation } from "./navigation";
import { isOwnPage, Person } from "./person";
import { Policy } from "./policy";
import { TabPool } from "./pool";
import { HostPort } from "./port";
import { Spaces } from "./spaces";
import { Tabs } from "./tabs";
import { answerTick, clock } from "./ticks";
import { PoolWindows } from "./window";

const navigation = new Navigation();
const pool: TabPool = new TabPool(clock, (tabId, loss, agent) => {
  navigation.forget(tabId);
  guard.lost(tabId, loss, agent);
  dispatcher.tabLost(tabId, loss);
});
const windows = new PoolWindows(pool);
const containers = new Containers();
const tabs = new Tabs(pool, windows, containers);
const spaces = new Spaces(containers, new TabGroups());
const policy: Policy = new Policy(() => guard.refresh());
const guard: Guard = new Guard(policy, pool, windows, containers, navigation);
const person = new Person(pool, policy, (tabId) => navigation.watch(tabId));
const link = new ContentLink(navigation);
const dispatcher: Dispatcher = new Dispatcher(
  {
    ...navigateHandlers(pool, tabs, windows, spaces, guard, navigation),
    ...tabHandlers(pool, tabs),
    ...poolHandlers(pool, tabs, {
      begun: (agent, call) => dispatcher.agentGone(agent, call),
      over: (agent) => {
        for (const part of [policy, spaces, guard]) part.forget(agent);
      },
    }),
    ...configHandlers(policy, guard, spaces),
    ...pageHandlers(link, navigation, new Capture()),
    ...systemHandlers(windows),
  },
  pool,
  (command, call) => guard.admit(command, call),
  (id, answer, ms) => port.answer(id, answer, ms),
);
const port: HostPort = new HostPort(() => pool.agents(), {
  welcomed: ({ managed }) => {
    windows.ownsFirefox = managed === true;
  },
  command: (message) => void dispatcher.run(message),
  cancel: (message) => dispatcher.cancel(message),
  policy: (message) => policy.set(message),
  closed: () => dispatcher.stop(),
});

navigation.listen();
browser.tabs.onRemoved.addListener((tabId) => {
  pool.gone(tabId);
  guard.tabRemoved(tabId);
});
browser.webNavigation.onCreatedNavigationTarget.addListener(({ sourceTabId, tabId }) => {
  guard.opened(tabId, sourceTabId);
  const agent = pool.ownerOf(sourceTabId);
  // What comes of a tab that is only lent stays the person's.
  if (agent === null || pool.isShared(sourceTabId)) return;
  if (pool.adopt(tabId, sourceTabId)) navigation.watch(tabId);
  // Nobody would ever close it, and there is no place for it.
  else void windows.close(tabId);
});
browser.runtime.onMessage.addListener((message: TickMessage | FromPage, sender): Promise<unknown> | undefined => {
  if (message.clz !== "tick") return isOwnPage(sender) ? person.answer(message) : undefined;
  return sender.tab?.id !== undefined && pool.has(sender.tab.id) ? answerTick(message.ms) : undefined;
});
browser.runtime.onConnect.addListener((from) => {
  from.onMessage.addListener((message) => link.stage(message as StageMessage));
});
// Agents come when their policy is known and nothing of an earlier run is left.
void Promise.allSettled([policy.load(), containers.cleanUp()]).then(() => port.connect());
