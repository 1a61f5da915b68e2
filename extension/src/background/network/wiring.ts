// The network of agents: what their tabs ask for, what becomes of it, and what they are sent as.

import type { InitScripts } from "../emulation/init-scripts";
import type { Navigation } from "../navigation/navigation";
import type { PolicyServices } from "../policy/wiring";
import { privileged } from "../privileged/api";
import { HttpAuth } from "../secrets/http-auth";
import { OriginTrust } from "../secrets/origin-trust";
import { AgentTabs } from "../tabs/agent-tabs";
import { BrowserContexts } from "../tabs/browser-contexts";
import { TabGroups } from "../tabs/tab-groups";
import type { TabServices } from "../tabs/wiring";
import { BodyRecorder } from "./bodies/body-recorder";
import { CopiedAnswers } from "./bodies/copied-answers";
import { FilteredAnswers } from "./bodies/filtered-answers";
import { NetworkConditions } from "./conditions/conditions";
import { ExtraHeaders } from "./conditions/extra-headers";
import { Offline } from "./conditions/offline";
import { SentHeaders } from "./conditions/sent-headers";
import { TabNetworks } from "./conditions/tab-networks";
import { NetworkLog } from "./network-log";
import { NoisyTabs } from "./noisy-tabs";
import { Proxies } from "./proxies";
import { Requesters } from "./requesters";
import { ExposedFunctions } from "./routes/exposed-functions";
import { HeldRequests } from "./routes/held";
import { Routes } from "./routes/routes";
import { SentRequests } from "./routes/sent-requests";
import { SocketRecorder } from "./sockets/socket-recorder";

export type NetworkServices = ReturnType<typeof wireNetwork>;

export function wireNetwork(
  { pool, containers }: TabServices,
  { policy, requestPolicy }: PolicyServices,
  navigation: Navigation,
  initScripts: InitScripts,
) {
  const proxies = new Proxies(containers, policy, navigation);
  const originTrust = new OriginTrust(proxies);
  const contexts = new BrowserContexts(containers, proxies, new TabGroups(), requestPolicy);
  const noisyTabs = new NoisyTabs();
  const answers = privileged.available ? new CopiedAnswers() : new FilteredAnswers();
  const bodyRecorder = new BodyRecorder(noisyTabs, answers);
  const networkLog = new NetworkLog(pool, noisyTabs, bodyRecorder);
  const socketRecorder = new SocketRecorder(networkLog);
  const requesters = new Requesters(pool, containers, requestPolicy);
  const sent = new SentHeaders();
  const conditions = new NetworkConditions();
  const tabNetworks = new TabNetworks(conditions, pool, requesters);
  const extraHeaders = new ExtraHeaders(conditions, requesters, policy, sent);
  new Offline(conditions, requesters);
  const held = new HeldRequests((agent, details) => extraHeaders.changeFor(agent, details));
  const exposed = new ExposedFunctions(policy, pool, held);
  const agentTabs = new AgentTabs(initScripts, exposed, pool, requesters);
  const record = (request: Parameters<BodyRecorder["begin"]>[0]): void => {
    networkLog.keepMore(request.tabId);
    bodyRecorder.begin(request);
  };
  const routes = new Routes(requesters, policy, requestPolicy, navigation, record, sent, originTrust, held);
  const httpAuth = new HttpAuth(requesters, policy, originTrust);
  return {
    ...{ originTrust, contexts, noisyTabs, bodyRecorder, networkLog, socketRecorder, conditions, tabNetworks, held },
    ...{ exposed, agentTabs, routes, httpAuth, sentRequests: new SentRequests() },
  };
}
