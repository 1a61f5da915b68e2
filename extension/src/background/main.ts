// The background page. It only wires: each piece of state has its one owner in a module beside this one.

import { CommandError } from "../shared/errors";
import { RECORDER, type ToBackground } from "../shared/messages";
import { PANEL } from "../shared/panel";
import { Actions } from "./input/actions";
import { Capture } from "./screenshot/capture";
import { FileChoosers } from "./input/file-choosers";
import { Consent } from "./page/consent";
import { ConsoleLog } from "./devtools/console-log";
import { Containers } from "./tabs/containers";
import { DocumentPorts } from "./page/document-ports";
import { FrameMessenger } from "./page/frame-messenger";
import { Hangs } from "./page/hangs";
import { Dialogs } from "./input/dialogs";
import { InterruptedEvaluations } from "./input/interrupted-evaluations";
import { Dispatcher } from "./dispatcher";
import { DownloadRight } from "./policy/download-right";
import { TabDownloads } from "./input/tab-downloads";
import { Downloads } from "./input/downloads";
import { Effects } from "./input/action-effects";
import { OwnTitles } from "./page/own-titles";
import { PersonRecorder } from "./page/person-recorder";
import { Picker } from "./page/picker";
import { Films } from "./film/films";
import { Looks } from "./film/looks";
import { StagedFiles } from "./host/staged-files";
import { TraceMoments } from "./trace/moments";
import { Profiles } from "./trace/profiles";
import { Frames } from "./page/frame-tree";
import { TabGroups } from "./tabs/tab-groups";
import { RequestPolicy } from "./policy/request-policy";
import { AskedRights } from "./ui/asked-rights";
import { actHandlers } from "./handlers/act";
import { askHandlers } from "./handlers/ask";
import { captureHandlers } from "./handlers/capture";
import { cookieHandlers } from "./handlers/state/cookies";
import { stateHandlers } from "./handlers/state/state";
import { conditionsHandlers } from "./handlers/conditions";
import { configHandlers } from "./handlers/config";
import { devtoolsHandlers } from "./handlers/devtools";
import { dialogHandlers } from "./handlers/dialog";
import { emulateHandlers } from "./handlers/emulation/emulate";
import { initScriptHandlers } from "./handlers/emulation/init-scripts";
import { expectHandlers } from "./handlers/expect";
import { inspectHandlers } from "./handlers/inspect";
import { networkHandlers } from "./handlers/network";
import { navigateHandlers } from "./handlers/navigate";
import { contentHandlers } from "./handlers/content";
import { poolHandlers } from "./handlers/pool";
import { recordHandlers } from "./handlers/record";
import { heldHandlers, routeHandlers } from "./handlers/routes";
import { snapshotHandlers } from "./handlers/snapshot";
import { systemHandlers } from "./handlers/system";
import { tabHandlers } from "./handlers/tabs";
import { waitHandlers } from "./handlers/wait";
import { windowHandlers } from "./handlers/window";
import { ConsoleInjection } from "./devtools/console-injection";
import { Proxies } from "./network/proxies";
import { OriginTrust } from "./secrets/origin-trust";
import { OrphanedTabs } from "./tabs/orphaned-tabs";
import { ContentScriptClient } from "./page/content-client";
import { ConsoleListener } from "./devtools/console-listener";
import { Certificates } from "./navigation/certificates";
import { Navigation } from "./navigation/navigation";
import { showJsonAsText } from "./navigation/plain-json";
import { BodyRecorder } from "./network/bodies/body-recorder";
import { NetworkConditions } from "./network/conditions/conditions";
import { ExtraHeaders } from "./network/conditions/extra-headers";
import { CopiedAnswers } from "./network/bodies/copied-answers";
import { FilteredAnswers } from "./network/bodies/filtered-answers";
import { NetworkLog } from "./network/network-log";
import { NoisyTabs } from "./network/noisy-tabs";
import { SocketRecorder } from "./network/sockets/socket-recorder";
import { Requesters } from "./network/requesters";
import { requestApisLoaded } from "./network/loaded-apis";
import { HeldRequests } from "./network/routes/held";
import { Routes } from "./network/routes/routes";
import { Offline } from "./network/conditions/offline";
import { TabNetworks } from "./network/conditions/tab-networks";
import { SentHeaders } from "./network/conditions/sent-headers";
import { clipboardHandlers } from "./handlers/state/clipboard";
import { authHandlers } from "./handlers/state/auth";
import { HttpAuth } from "./secrets/http-auth";
import { ExposedFunctions } from "./network/routes/exposed-functions";
import { InitScripts } from "./emulation/init-scripts";
import { PageCsp } from "./emulation/page-csp";
import { TabWorlds } from "./emulation/tab-worlds";
import { ConcealedTexts } from "./secrets/concealed-texts";
import { Clipboards } from "./state/clipboards";
import { Jars } from "./state/jars";
import { StorageStates } from "./state/storage-state";
import { VisitedOrigins } from "./state/visited-origins";
import { SecretTexts } from "./secrets/secret-texts";
import { TabSecrets } from "./secrets/tab-secrets";
import { SnapshotHistory } from "./page/aria-snapshots";
import { Overlays } from "./ui/overlay";
import { Badge } from "./ui/badge";
import { Questions } from "./ui/questions";
import { UiState } from "./ui/ui-state";
import { isOwnPage, showTab, UserActions } from "./ui/user-actions";
import { Policy } from "./policy/policy";
import { AgentTabs } from "./tabs/agent-tabs";
import { TabPool } from "./tabs/tab-pool";
import { PopupBudget } from "./tabs/popup-budget";
import { HostPort } from "./host/port";
import { Updates } from "./host/updates";
import { privileged } from "./privileged/api";
import { BrowserContexts } from "./tabs/browser-contexts";
import { Tabs } from "./tabs/tabs";
import { answerDelay, clock } from "./timers";
import { PoolWindows } from "./tabs/pool-windows";
import { agentScope, tabScope } from "./scopes";
import { onRemoved } from "./tab-events";

const tabSecrets = new TabSecrets();
const documentPorts = new DocumentPorts();
const messenger = new FrameMessenger(tabSecrets, documentPorts);
const navigation: Navigation = new Navigation((tabId) => {
  messenger.prepare(tabId);
  snapshotHistory.leave(tabId);
  ownTitles.arrived(tabId);
});
const frames = new Frames();
const snapshotHistory = new SnapshotHistory();
const picker = new Picker();
const pool: TabPool = new TabPool(clock, (tabId, loss, agent) => {
  tabScope.end(tabId);
  personRecorder.tabLost(tabId, loss);
  requestPolicy.lost(tabId, loss, agent);
  dispatcher.tabLost(tabId, loss);
});
const ownTitles = new OwnTitles(pool);
const personRecorder: PersonRecorder = new PersonRecorder(
  (tabId, recording) => overlays.record(tabId, recording),
  (agent, url) => requestPolicy.allows(agent, url),
  tabSecrets,
  ownTitles,
);
const port = new HostPort(() => pool.agents());
const noisyTabs: NoisyTabs = new NoisyTabs();
const popups: PopupBudget = new PopupBudget(pool, clock);
const windows = new PoolWindows(pool);
const containers = new Containers();
const jars = new Jars(containers);
const visited = new VisitedOrigins(pool);
const tabs = new Tabs(pool, windows, containers);
const orphanedTabs = new OrphanedTabs(pool, windows);
const policy: Policy = new Policy(() => {
  requestPolicy.refresh();
  downloadRight.refresh();
  agentTabs.refresh();
});
const requestPolicy: RequestPolicy = new RequestPolicy(policy, pool, windows, containers, navigation);
const proxies: Proxies = new Proxies(containers, policy, navigation);
const originTrust = new OriginTrust(proxies);
const contexts = new BrowserContexts(containers, proxies, new TabGroups(), requestPolicy);
const states = new StorageStates(policy, requestPolicy);
const bodyRecorder: BodyRecorder = new BodyRecorder(
  noisyTabs,
  privileged.available ? new CopiedAnswers() : new FilteredAnswers(),
);
const networkLog = new NetworkLog(pool, noisyTabs, bodyRecorder);
const socketRecorder: SocketRecorder = new SocketRecorder(networkLog);
const requesters = new Requesters(pool, containers, requestPolicy);
const sentHeaders = new SentHeaders();
const conditions: NetworkConditions = new NetworkConditions();
const tabNetworks = new TabNetworks(conditions, pool, requesters);
const extraHeaders = new ExtraHeaders(conditions, requesters, policy, sentHeaders);
new Offline(conditions, requesters);
const initScripts: InitScripts = new InitScripts(policy);
const tabWorlds = new TabWorlds(pool);
new PageCsp(tabWorlds, pool, policy);
showJsonAsText(pool);
const held = new HeldRequests((agent, details) => extraHeaders.changeFor(agent, details));
const exposed: ExposedFunctions = new ExposedFunctions(policy, pool, held);
const agentTabs: AgentTabs = new AgentTabs(initScripts, exposed, pool, requesters);
const record = (request: Parameters<BodyRecorder["begin"]>[0]): void => {
  networkLog.keepMore(request.tabId);
  bodyRecorder.begin(request);
};
const routes: Routes = new Routes(
  requesters,
  policy,
  requestPolicy,
  navigation,
  record,
  sentHeaders,
  originTrust,
  held,
);
const contentScripts = new ContentScriptClient(navigation, frames, messenger, (tabId) => networkLog.isBusy(tabId));
const dialogs: Dialogs = new Dialogs(pool, (dialog) => dispatcher.asked(dialog));
const hangs = new Hangs(messenger, navigation, pool, (tabId) => dialogs.openIn(tabId) !== null);
const interrupted: InterruptedEvaluations = new InterruptedEvaluations(dialogs);
const fileChoosers = new FileChoosers(pool);
const downloadRight: DownloadRight = new DownloadRight(policy, requestPolicy);
const downloads = new Downloads(downloadRight);
const tabDownloads = new TabDownloads(downloads);
const effects: Effects = new Effects(navigation, dialogs, downloads, fileChoosers);
const httpAuth = new HttpAuth(requesters, policy, originTrust);
const secretTexts = new SecretTexts(originTrust);
const clipboards = new Clipboards(pool, originTrust);
const actions = new Actions(contentScripts, effects, openBeside, secretTexts, clipboards);
const concealedTexts = new ConcealedTexts();
const staged = new StagedFiles();
const consoleLog = new ConsoleLog(pool);
const badge = new Badge();
const overlays: Overlays = new Overlays(pool, badge);
if (privileged.available) new ConsoleListener(pool, consoleLog);
else new ConsoleInjection(pool);
const questions: Questions = new Questions(showTab, () => uiState.asked());
const userActions = new UserActions(pool, tabs, policy, overlays, port, questions, (tabId) => navigation.watch(tabId));
const uiState: UiState = new UiState(pool, policy, overlays, port, questions, badge);
const askedRights = new AskedRights(questions, jars);
const consent = new Consent(pool);
const capture = new Capture((tabId) => overlays.cover(tabId), concealedTexts);
const moments: TraceMoments = new TraceMoments(
  contentScripts,
  navigation,
  capture,
  consoleLog,
  networkLog,
  bodyRecorder,
  policy,
  (tabId) => overlays.isDrawn(tabId),
);
const pictures = captureHandlers(contentScripts, navigation, networkLog, capture, concealedTexts, tabWorlds);
const cleanUp = orphanedTabs
  .cleanUp()
  .catch(() => undefined)
  .then(() => containers.cleanUp());
// The host comes up meanwhile, and takes commands; they are run when the policy of agents is known and holds, nothing of
// an earlier run is left and the window that Firefox starts with is there.
const ready = Promise.allSettled([policy.load(), requestApisLoaded(), cleanUp, privileged.windowsRestored()]);
const dispatcher: Dispatcher = new Dispatcher(
  {
    ...contentHandlers(contentScripts),
    ...navigateHandlers(pool, tabs, windows, contexts, requestPolicy, navigation, dialogs, states, hangs, downloads),
    ...tabHandlers(pool, tabs, popups, tabWorlds, hangs),
    ...windowHandlers(pool, tabs, windows),
    ...poolHandlers(pool, tabs, {
      begun: (agent, context) => dispatcher.agentGone(agent, context),
      over: (agent) => agentScope.end(agent),
    }),
    ...configHandlers(policy, requestPolicy, askedRights, contexts, consent, agentTabs),
    ...inspectHandlers(contentScripts),
    ...waitHandlers(contentScripts, navigation, networkLog, pool, bodyRecorder, effects),
    ...expectHandlers(contentScripts, navigation, consoleLog, networkLog, pictures.screenshot),
    ...pictures,
    ...actHandlers(
      tabDownloads,
      actions,
      effects,
      downloads,
      fileChoosers,
      staged,
      openBeside,
      contentScripts,
      (tabId) => networkLog.isBusy(tabId),
    ),
    ...clipboardHandlers(clipboards, actions),
    ...dialogHandlers(dialogs, interrupted),
    ...snapshotHandlers(contentScripts, snapshotHistory),
    ...devtoolsHandlers(contentScripts, consoleLog, consent, interrupted),
    ...cookieHandlers(jars, policy, requestPolicy),
    ...stateHandlers(pool, jars, visited, states),
    ...conditionsHandlers(conditions, tabNetworks, pool),
    ...emulateHandlers(tabWorlds, pool),
    ...initScriptHandlers(initScripts, agentTabs, pool),
    ...routeHandlers(routes, pool, requestPolicy, staged),
    ...heldHandlers(held, exposed, pool, agentTabs, requestPolicy),
    ...networkHandlers(networkLog, bodyRecorder, socketRecorder),
    ...authHandlers(httpAuth, requestPolicy, pool),
    ...recordHandlers(personRecorder, moments, new Films(capture), picker, new Profiles(), new Looks(pool, capture)),
    ...askHandlers(questions, pool),
    ...systemHandlers(windows, orphanedTabs, port, (context) => dispatcher.endAllBut(context)),
  },
  pool,
  dialogs,
  requestPolicy,
  navigation,
  new Certificates(),
  networkLog,
  consoleLog,
  askedRights,
  tabSecrets,
  moments,
  hangs,
  port,
  ready,
);

/** A tab beside another one, of the same agent. Throws POOL_FULL. */
async function openBeside(url: string, opener: number): Promise<number> {
  const expected = navigation.expect();
  try {
    // What it is shown must be known before its page is asked for.
    const waits = tabWorlds.described(opener) !== null;
    const tab = await browser.tabs.create({ url: waits ? "about:blank" : url, openerTabId: opener, active: false });
    const tabId = tab.id ?? -1;
    if (!pool.adopt(tabId, opener)) {
      await windows.close(tabId);
      throw new CommandError("POOL_FULL", `There is no place for ${url}`, { url });
    }
    await inherits(tabId, opener);
    if (waits) await browser.tabs.update(tabId, { url, loadReplace: true });
    expected.claim(tabId);
    return tabId;
  } finally {
    expected.done();
  }
}

/** Shows a tab what the one is shown that opened it, and gives it the same network and log-ins. */
async function inherits(tabId: number, opener: number): Promise<void> {
  conditions.inherit(tabId, opener);
  httpAuth.inherit(tabId, opener);
  await Promise.all([privileged.keepActive(tabId, opener), tabWorlds.inherit(tabId, opener)]);
}

/** Counts popups that a page wanted and did not get, for `clz tabs` and for the action that caused them. */
function refused(opener: number, count: number): void {
  popups.refuse(opener, count);
  effects.refused(opener, count);
}

/** Ends what was given a secret for later; with none named, all. */
function endSecret(name?: string): void {
  httpAuth.end(name);
  contexts.endSecret(name);
}

navigation.listen();
downloads.listen();
privileged.onFileChooser((tabId, chooser) => Promise.resolve(fileChoosers.shown(tabId, chooser)));
privileged.onClipboard((tabId, message) => clipboards.usedBy(tabId, message));
privileged.onCalled((tabId, call) => exposed.called(tabId, call));
privileged.onDialog((dialog) => dialogs.shown(dialog));
privileged.onPopupsBlocked(({ tabId, count }) => {
  if (pool.ownerOf(tabId) !== null) refused(tabId, count);
});
frames.listen();
onRemoved.addListener((tabId) => {
  pool.gone(tabId);
  noisyTabs.forget(tabId);
  requestPolicy.tabRemoved(tabId);
});
browser.webNavigation.onCreatedNavigationTarget.addListener(({ sourceTabId, tabId, url }) => {
  requestPolicy.opened(tabId, sourceTabId);
  const agent = pool.ownerOf(sourceTabId);
  // What comes of a tab that is only lent stays the person's.
  if (agent === null || pool.isShared(sourceTabId)) return;
  if (popups.admit(tabId, sourceTabId) && pool.adopt(tabId, sourceTabId)) {
    void inherits(tabId, sourceTabId);
    navigation.watch(tabId);
    effects.opened(tabId, sourceTabId, url);
    return;
  }
  // Nobody would ever close it, and there is no place for it.
  popups.forget(tabId);
  refused(sourceTabId, 1);
  windows.close(tabId).catch((thrown: unknown) => console.error(`clz: a popup stays: ${String(thrown)}`));
});
browser.runtime.onMessage.addListener((message: ToBackground, sender): Promise<unknown> | undefined => {
  if (userActions.takes(message)) {
    return isOwnPage(sender) ? userActions.answer(message).finally(() => uiState.changed()) : undefined;
  }
  if (sender.tab?.id === undefined) return undefined;
  if (message.clz === "deed") return Promise.resolve(personRecorder.take(sender, message));
  if (message.clz === "pageLeft") return Promise.resolve(personRecorder.left(sender.tab.id, message.said));
  if (message.clz === "said") return Promise.resolve(consoleLog.take(sender.tab.id, message));
  if (message.clz === "peers") return requestPolicy.holds(sender.tab.id);
  if (message.clz === "picked") return Promise.resolve(picker.take(sender, message.locator));
  if (message.clz === "secretText") return secretTexts.give(message.id, sender);
  if (message.clz === "drawnTexts") return Promise.resolve(concealedTexts.note(message, sender));
  if (message.clz === "cover") return contentScripts.coverOver(message, sender.frameId ?? 0);
  if (message.clz === "underWay") return Promise.resolve(networkLog.isBusy(sender.tab.id));
  if (message.clz === "dialogs") return Promise.resolve(dialogs.policyIn(sender.tab.id));
  if (message.clz === "dialog") return Promise.resolve(dialogs.noted(sender.tab.id, message));
  return pool.has(sender.tab.id) ? answerDelay(message.ms) : undefined;
});
browser.runtime.onConnect.addListener((from) => {
  if (from.name === PANEL) {
    if (isOwnPage(from.sender)) uiState.attach(from);
    else from.disconnect();
    return;
  }
  if (from.name === RECORDER) return personRecorder.attach(from);
  documentPorts.attach(from, (message) => contentScripts.stage(message));
});
const updates = new Updates(
  clock,
  () => pool.count > 0,
  () => browser.runtime.reload(),
);
browser.runtime.onUpdateAvailable.addListener(() => updates.available());
port.start(dispatcher, {
  welcomed: ({ managed, visuals }) => {
    windows.ownsFirefox = managed === true;
    overlays.byDefault = visuals !== false;
    uiState.linked();
  },
  cancel: (message) => {
    staged.drop(message.id);
    dispatcher.cancel(message);
  },
  file: (message) => staged.add(message),
  policy: (message) => policy.set(message),
  secretGone: (name) => endSecret(name),
  closed: () => {
    staged.clear();
    // No other host would say when it is to end.
    endSecret();
    dispatcher.stop();
    askedRights.forgetAll();
    snapshotHistory.forgetAll();
    uiState.linked();
  },
});
