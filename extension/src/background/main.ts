// The background page. It only wires: each piece of state has its one owner in a module beside this one.

import type { StageMessage, TickMessage } from "../shared/messages";
import { Capture } from "./capture";
import { Dispatcher } from "./dispatcher";
import { navigateHandlers } from "./handlers/navigate";
import { pageHandlers } from "./handlers/page";
import { systemHandlers } from "./handlers/system";
import { tabHandlers } from "./handlers/tabs";
import { ContentLink } from "./link";
import { Navigation } from "./navigation";
import { HostPort } from "./port";
import { TabPool } from "./tabs";
import { answerTick } from "./ticks";
import { PoolWindow } from "./window";

const navigation = new Navigation();
const pool: TabPool = new TabPool((tabId) => {
  navigation.forget(tabId);
  dispatcher.tabGone(tabId);
});
const poolWindow = new PoolWindow(pool);
const link = new ContentLink(navigation);
const dispatcher: Dispatcher = new Dispatcher(
  {
    ...navigateHandlers(pool, poolWindow, navigation),
    ...tabHandlers(pool, poolWindow),
    ...pageHandlers(link, navigation, new Capture()),
    ...systemHandlers(poolWindow),
  },
  pool,
  (id, answer, ms) => port.answer(id, answer, ms),
);
const port: HostPort = new HostPort({
  welcomed: ({ managed }) => {
    poolWindow.ownsFirefox = managed === true;
  },
  command: (message) => void dispatcher.run(message),
  cancel: (message) => dispatcher.cancel(message),
  closed: () => dispatcher.stop(),
});

navigation.listen();
browser.tabs.onRemoved.addListener((tabId) => pool.remove(tabId));
browser.webNavigation.onCreatedNavigationTarget.addListener(({ sourceTabId, tabId }) => {
  if (pool.adopt(tabId, sourceTabId)) navigation.watch(tabId);
});
browser.runtime.onMessage.addListener((message: TickMessage, sender): Promise<void> | undefined => {
  return sender.tab?.id !== undefined && pool.has(sender.tab.id) ? answerTick(message.ms) : undefined;
});
browser.runtime.onConnect.addListener((from) => {
  from.onMessage.addListener((message) => link.stage(message as StageMessage));
});
port.connect();
