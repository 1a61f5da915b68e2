// The background page. It only wires: each piece of state has its one owner in a module beside this one.

import type { ToBackground } from "../shared/messages";
import { Actions } from "./actions";
import { Capture } from "./capture";
import { Dialogs } from "./dialogs";
import { Dispatcher } from "./dispatcher";
import { Downloads } from "./downloads";
import { Effects } from "./effects";
import { StagedFiles } from "./files";
import { actHandlers } from "./handlers/act";
import { dialogHandlers } from "./handlers/dialog";
import { navigateHandlers } from "./handlers/navigate";
import { pageHandlers } from "./handlers/page";
import { systemHandlers } from "./handlers/system";
import { tabHandlers } from "./handlers/tabs";
import { ContentLink } from "./link";
import { Navigation } from "./navigation";
import { HostPort } from "./port";
import { privileged } from "./privileged";
import { TabPool } from "./tabs";
import { answerTick } from "./ticks";
import { PoolWindow } from "./window";

const navigation = new Navigation();
const pool: TabPool = new TabPool((tabId) => {
  navigation.forget(tabId);
  dialogs.forget(tabId);
  dispatcher.tabGone(tabId);
});
const poolWindow = new PoolWindow(pool);
const link = new ContentLink(navigation);
const dialogs = new Dialogs(pool);
const downloads = new Downloads();
const effects = new Effects(navigation, dialogs, downloads);
const staged = new StagedFiles();
const dispatcher: Dispatcher = new Dispatcher(
  {
    ...navigateHandlers(pool, poolWindow, navigation),
    ...tabHandlers(pool, poolWindow),
    ...pageHandlers(link, navigation, new Capture()),
    ...actHandlers(new Actions(link, effects), effects, downloads, staged),
    ...dialogHandlers(dialogs),
    ...systemHandlers(),
  },
  pool,
  dialogs,
  (id, answer, ms) => port.answer(id, answer, ms),
);
const port: HostPort = new HostPort({
  welcomed: ({ managed }) => {
    poolWindow.ownsFirefox = managed === true;
  },
  command: (message) => void dispatcher.run(message),
  cancel: (message) => dispatcher.cancel(message),
  file: (message) => staged.add(message),
  closed: () => {
    staged.clear();
    dispatcher.stop();
  },
});

navigation.listen();
downloads.listen();
privileged.onDialog((dialog) => dialogs.shown(dialog));
browser.tabs.onRemoved.addListener((tabId) => pool.remove(tabId));
browser.webNavigation.onCreatedNavigationTarget.addListener(({ sourceTabId, tabId }) => {
  if (!pool.adopt(tabId, sourceTabId)) return;
  navigation.watch(tabId);
  effects.opened(tabId, sourceTabId);
});
browser.runtime.onMessage.addListener((message: ToBackground, sender): Promise<void> | undefined => {
  if (sender.tab?.id === undefined || !pool.has(sender.tab.id)) return undefined;
  if (message.clz === "tick") return answerTick(message.ms);
  link.stage(message);
  return undefined;
});
port.connect();
