// All that the background keeps, folder by folder from the ground up. Each piece of state has its one owner in a module of
// a folder; what a folder needs of one above it comes to it as a function, which is called when something happens.

import { ConsoleInjection } from "./devtools/console-injection";
import { ConsoleListener } from "./devtools/console-listener";
import { ConsoleLog } from "./devtools/console-log";
import { InitScripts } from "./emulation/init-scripts";
import { PageCsp } from "./emulation/page-csp";
import { TabWorlds } from "./emulation/tab-worlds";
import { Films } from "./film/films";
import { Looks } from "./film/looks";
import { HostPort } from "./host/port";
import { StagedFiles } from "./host/staged-files";
import { wireInput, type InputServices } from "./input/wiring";
import { Certificates } from "./navigation/certificates";
import { showJsonAsText } from "./navigation/plain-json";
import { SourceMaps } from "./network/source-maps/source-maps";
import { wireNetwork, type NetworkServices } from "./network/wiring";
import type { NewNote } from "../generated/messages";
import { redactedResult } from "./host/redacted-answers";
import { measurePace } from "./pace";
import { wirePages, type PageServices } from "./page/wiring";
import { wirePolicy, type PolicyServices } from "./policy/wiring";
import type { CommandName } from "../generated/registry";
import { privileged } from "./privileged/api";
import { RunningCommands } from "./running";
import { tabScope } from "./scopes";
import { Capture } from "./screenshot/capture";
import { ConcealedTexts } from "./secrets/concealed-texts";
import { TabSecrets } from "./secrets/tab-secrets";
import { Jars } from "./state/jars";
import { StorageStates } from "./state/storage-state";
import { VisitedOrigins } from "./state/visited-origins";
import { wireTabs, type TabServices } from "./tabs/wiring";
import { TraceMoments } from "./trace/moments";
import { Profiles } from "./trace/profiles";
import { wireUi, type UiServices } from "./ui/wiring";

export type Services = ReturnType<typeof createServices>;

export function createServices() {
  const running = new RunningCommands();
  const tabs: TabServices = wireTabs((tabId, loss, agent) => {
    tabScope.end(tabId);
    pages.personRecorder.tabLost(tabId, loss);
    policies.requestPolicy.lost(tabId, loss, agent);
    running.tabLost(tabId, loss);
  });
  const { pool } = tabs;
  const tabSecrets = new TabSecrets();
  const pages: PageServices = wirePages(pool, tabSecrets, {
    isBusy: (tabId) => network.networkLog.isBusy(tabId),
    hasDialog: (tabId) => input.dialogs.openIn(tabId) !== null,
    mayRecord: (agent, url) => policies.requestPolicy.allows(agent, url),
    showRecording: (tabId, recording) => ui.overlays.record(tabId, recording),
    keepNote: async ({ at, ...note }, context) => {
      const source = note.source ?? (at && (await sourceMaps.placeOf(at, note.url, context)));
      const whole = redactedResult({ ...note, ...(source !== undefined && { source }) }) as NewNote;
      const told = tabSecrets.of(context, [context.tabId]).maskedIn(whole);
      return (await port.ask("note", { agent: context.agent, note: told })).number;
    },
    showNotes: (tabId, frameId) => ui.overlays.note(tabId, frameId),
  });
  const { contentScripts, navigation } = pages;
  const policies: PolicyServices = wirePolicy(
    tabs,
    navigation,
    () => {
      network.agentTabs.refresh();
      running.recheck((context) => requestPolicy.checkCommand(context.command as CommandName, context));
    },
    (agent, site) => port.ask("read", { agent, site }),
    (agent, right) => running.hasConfirmed(agent, right),
  );
  const { policy, requestPolicy } = policies;
  const initScripts = new InitScripts(policy);
  const tabWorlds = new TabWorlds(pool);
  new PageCsp(tabWorlds, pool, policy);
  showJsonAsText(pool);
  const network: NetworkServices = wireNetwork(tabs, policies, navigation, initScripts);
  const input: InputServices = wireInput(tabs, pages, policies, network, tabWorlds, (dialog) => running.asked(dialog));
  const sourceMaps = new SourceMaps((agent, url) => requestPolicy.checkAddress(agent, url), network.networkLog);
  const consoleLog = new ConsoleLog(pool, (messages, context) => sourceMaps.traced(messages, context));
  if (privileged.available) new ConsoleListener(pool, consoleLog);
  else new ConsoleInjection(pool);
  const port = new HostPort(() => pool.agents());
  measurePace(async () => (await port.ask("load", {})).perProcessor);
  const jars = new Jars(tabs.containers);
  const ui: UiServices = wireUi(tabs, policy, navigation, jars, port);
  const { overlays } = ui;
  const concealedTexts = new ConcealedTexts();
  const capture = new Capture((tabId) => overlays.cover(tabId), concealedTexts);
  const { bodyRecorder, networkLog } = network;
  const logs = [consoleLog, networkLog, bodyRecorder] as const;
  const isDrawn = (tabId: number): boolean => overlays.isDrawn(tabId);
  return {
    ...{ ...tabs, ...pages, ...policies, ...network, ...input, ...ui },
    ...{ running, tabSecrets, concealedTexts, initScripts, tabWorlds, consoleLog, port, jars, capture },
    certificates: new Certificates(),
    films: new Films(capture),
    looks: new Looks(pool, capture),
    moments: new TraceMoments(contentScripts, navigation, capture, ...logs, policy, isDrawn),
    profiles: new Profiles(),
    staged: new StagedFiles(),
    states: new StorageStates(policy, requestPolicy, input.passkeys),
    visited: new VisitedOrigins(pool),
  };
}
