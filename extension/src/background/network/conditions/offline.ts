// Offline: requests of tabs that are to have no network fail from the first one of a page on, no matter who makes them.
//
// They fail where they would be sent: what a service worker of the page answers by itself needs no network.

import { listenWhile } from "../../tab-events";
import { privileged } from "../../privileged/api";
import type { Requesters } from "../requesters";
import type { NetworkConditions } from "./conditions";

type Details = Parameters<Parameters<typeof browser.webRequest.onBeforeSendHeaders.addListener>[0]>[0];
type Verdict = browser.webRequest.BlockingResponse;

export class Offline {
  constructor(
    private readonly conditions: NetworkConditions,
    private readonly requesters: Requesters,
  ) {
    const { onBeforeSendHeaders } = browser.webRequest;
    conditions.onChange(() => {
      listenWhile(conditions.haveOffline, onBeforeSendHeaders, this.#onSending, { urls: ["<all_urls>"] }, ["blocking"]);
    });
  }

  readonly #onSending = (details: Details): Verdict | Promise<Verdict> => {
    const agent = this.requesters.agentOf(details);
    if (agent instanceof Promise) return agent.then((found) => this.#judge(found, details));
    return this.#judge(agent, details);
  };

  #judge(agent: string | null, { requestId, tabId }: Details): Verdict | Promise<Verdict> {
    if (agent === null || !this.conditions.network(agent, tabId).offline) return {};
    return privileged.failRequest(requestId, "NS_ERROR_OFFLINE").then(() => ({}));
  }
}
