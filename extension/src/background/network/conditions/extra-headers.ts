// Extra headers: sent with each request of an agent's tabs.

import { privileged } from "../../input/privileged-api";
import type { Requesters } from "../requesters";
import type { HeaderChange, Sending, SentHeaders } from "./sent-headers";
import type { NetworkConditions } from "./conditions";

export class ExtraHeaders {
  readonly #conditions: NetworkConditions;
  readonly #requesters: Requesters;

  constructor(conditions: NetworkConditions, requesters: Requesters, sent: SentHeaders) {
    this.#conditions = conditions;
    this.#requesters = requesters;
    conditions.onChange(() => {
      sent.use("conditions", conditions.haveHeaders ? this.#onSending : null);
      void privileged.clearResourceCache();
    });
  }

  readonly #onSending = (details: Sending): HeaderChange | null | Promise<HeaderChange | null> => {
    const agent = this.#requesters.agentOf(details);
    if (agent instanceof Promise) return agent.then((found) => this.#changeFor(found, details));
    return this.#changeFor(agent, details);
  };

  #changeFor(agent: string | null, { tabId }: Sending): HeaderChange | null {
    const set = agent === null ? [] : this.#conditions.headers(agent, tabId);
    return set.length > 0 ? { set, remove: [] } : null;
  }
}
