// The background page. It only wires: what Firefox, pages and the host say goes to the part that it concerns.

import { RECORDER, type ToBackground } from "../shared/messages";
import { PANEL } from "../shared/panel";
import { Dispatcher } from "./dispatcher";
import { handlersOf } from "./handlers";
import { Updates } from "./host/updates";
import { createServices } from "./services";
import { requestApisLoaded } from "./network/loaded-apis";
import { privileged } from "./privileged/api";
import { onRemoved } from "./tab-events";
import { answerDelay, clock } from "./timers";
import { isOwnPage } from "./ui/user-actions";

const services = createServices();
const { askedRights, consoleLog, contentScripts, dialogs, personRecorder, policy, pool, running, staged, uiState } =
  services;
const cleanUp = services.orphanedTabs
  .cleanUp()
  .catch(() => undefined)
  .then(() => services.containers.cleanUp());
// The host comes up meanwhile, and takes commands; they are run when the policy of agents is known and holds, nothing of
// an earlier run is left and the window that Firefox starts with is there.
const ready = Promise.allSettled([policy.load(), requestApisLoaded(), cleanUp, privileged.windowsRestored()]);
const dispatcher = new Dispatcher(handlersOf(services), services, ready);

/** Ends what was given a secret for later; with none named, all. */
function endSecret(name?: string): void {
  services.httpAuth.end(name);
  services.contexts.endSecret(name);
  services.passkeys.end(name);
}

services.navigation.listen();
services.frames.listen();
privileged.onCalled((tabId, call) => services.exposed.called(tabId, call));
onRemoved.addListener((tabId) => {
  pool.gone(tabId);
  services.noisyTabs.forget(tabId);
  services.requestPolicy.tabRemoved(tabId);
});
browser.runtime.onMessage.addListener((message: ToBackground, sender): Promise<unknown> | undefined => {
  if (services.userActions.takes(message)) {
    return isOwnPage(sender) ? services.userActions.answer(message).finally(() => uiState.changed()) : undefined;
  }
  const tabId = sender.tab?.id;
  if (tabId === undefined) return undefined;
  if (message.clz === "action") return Promise.resolve(personRecorder.take(sender, message));
  if (message.clz === "pageLeft") return Promise.resolve(personRecorder.left(tabId, message.said));
  if (message.clz === "said") return Promise.resolve(consoleLog.take(tabId, message));
  if (message.clz === "peers") return services.requestPolicy.holds(tabId);
  if (message.clz === "picked") return Promise.resolve(services.picker.take(sender, message.locator));
  if (message.clz === "written") return services.picker.write(sender, message);
  if (message.clz === "secretText") return services.secretTexts.give(message.id, sender);
  if (message.clz === "drawnTexts") return Promise.resolve(services.concealedTexts.note(message, sender));
  if (message.clz === "cover") return contentScripts.coverOver(message, sender.frameId ?? 0);
  if (message.clz === "underWay") return Promise.resolve(services.networkLog.isBusy(tabId));
  if (message.clz === "dialogs") return Promise.resolve(dialogs.policyIn(tabId));
  if (message.clz === "dialog") return Promise.resolve(dialogs.noted(tabId, message));
  return pool.has(tabId) ? answerDelay(message.ms) : undefined;
});
browser.runtime.onConnect.addListener((from) => {
  if (from.name === PANEL) {
    if (isOwnPage(from.sender)) uiState.attach(from);
    else from.disconnect();
    return;
  }
  if (from.name === RECORDER) return personRecorder.attach(from);
  services.documentPorts.attach(from, (message) => contentScripts.stage(message));
});
const updates = new Updates(
  clock,
  () => pool.count > 0,
  () => browser.runtime.reload(),
);
browser.runtime.onUpdateAvailable.addListener(() => updates.available());
services.port.start(dispatcher, {
  welcomed: ({ managed, visuals }) => {
    services.windows.ownsFirefox = managed === true;
    services.overlays.byDefault = visuals !== false;
    uiState.linked();
  },
  cancel: (message) => {
    staged.drop(message.id);
    running.cancel(message);
  },
  file: (message) => staged.add(message),
  policy: (message) => policy.set(message),
  secretGone: (name) => endSecret(name),
  closed: () => {
    staged.clear();
    // No other host would say when it is to end.
    endSecret();
    running.stop();
    askedRights.forgetAll();
    services.snapshotHistory.forgetAll();
    uiState.linked();
  },
});
