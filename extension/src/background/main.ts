// The background page. It only wires: each piece of state has its one owner in a module beside this one.

import type { StageMessage, ToBackground } from "../shared/messages";
import { Actions } from "./actions";
import { Capture } from "./capture";
import { ConsoleLog } from "./console";
import { Courier } from "./courier";
import { Dialogs } from "./dialogs";
import { Dispatcher } from "./dispatcher";
import { Downloads } from "./downloads";
import { Effects } from "./effects";
import { StagedFiles } from "./files";
import { Frames } from "./frames";
import { actHandlers } from "./handlers/act";
import { captureHandlers } from "./handlers/capture";
import { devtoolsHandlers } from "./handlers/devtools";
import { dialogHandlers } from "./handlers/dialog";
import { navigateHandlers } from "./handlers/navigate";
import { pageHandlers } from "./handlers/page";
import { snapshotHandlers } from "./handlers/snapshot";
import { systemHandlers } from "./handlers/system";
import { tabHandlers } from "./handlers/tabs";
import { ConsoleHooks } from "./hooks";
import { ContentLink } from "./link";
import { Navigation } from "./navigation";
import { NetworkLog } from "./network";
import { Looks } from "./outlines";
import { HostPort } from "./port";
import { privileged } from "./privileged";
import { TabPool } from "./tabs";
import { answerTick } from "./ticks";
import { PoolWindow } from "./window";

const navigation = new Navigation();
const frames = new Frames();
const courier = new Courier();
const looks = new Looks();
const pool: TabPool = new TabPool((tabId) => {
  navigation.forget(tabId);
  dialogs.forget(tabId);
  frames.forget(tabId);
  looks.forget(tabId);
  dispatcher.tabGone(tabId);
});
const poolWindow = new PoolWindow(pool);
const link = new ContentLink(navigation, frames, courier);
const dialogs = new Dialogs(pool);
const downloads = new Downloads();
const effects = new Effects(navigation, dialogs, downloads);
const staged = new StagedFiles();
const consoleLog = new ConsoleLog(pool);
const networkLog = new NetworkLog(pool);
new ConsoleHooks(pool);
const dispatcher: Dispatcher = new Dispatcher(
  {
    ...navigateHandlers(pool, poolWindow, navigation),
    ...tabHandlers(pool, poolWindow),
    ...pageHandlers(link, navigation),
    ...actHandlers(new Actions(link, effects), effects, downloads, staged, openBeside),
    ...dialogHandlers(dialogs),
    ...captureHandlers(navigation, new Capture()),
    ...snapshotHandlers(link, looks),
    ...devtoolsHandlers(link, consoleLog, networkLog),
    ...systemHandlers(poolWindow),
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

/** A tab beside another one, of the same agent. */
async function openBeside(url: string, opener: number): Promise<number> {
  const expected = navigation.expect();
  try {
    const tab = await browser.tabs.create({ url, openerTabId: opener, active: false });
    const tabId = tab.id ?? -1;
    pool.adopt(tabId, opener);
    expected.claim(tabId);
    return tabId;
  } finally {
    expected.done();
  }
}

navigation.listen();
downloads.listen();
privileged.onDialog((dialog) => dialogs.shown(dialog));
frames.listen();
browser.tabs.onRemoved.addListener((tabId) => pool.remove(tabId));
browser.webNavigation.onCreatedNavigationTarget.addListener(({ sourceTabId, tabId }) => {
  if (!pool.adopt(tabId, sourceTabId)) return;
  navigation.watch(tabId);
  effects.opened(tabId, sourceTabId);
});
browser.runtime.onMessage.addListener((message: ToBackground, sender): Promise<unknown> | undefined => {
  if (sender.tab?.id === undefined) return undefined;
  if (message.clz === "said") return Promise.resolve(consoleLog.take(sender.tab.id, message));
  if (message.clz === "dialogs") return Promise.resolve(dialogs.policyIn(sender.tab.id));
  if (message.clz === "dialog") return Promise.resolve(dialogs.noted(sender.tab.id, message));
  return pool.has(sender.tab.id) ? answerTick(message.ms) : undefined;
});
browser.runtime.onConnect.addListener((from) => {
  from.onMessage.addListener((message) => link.stage(message as StageMessage));
});
port.connect();
