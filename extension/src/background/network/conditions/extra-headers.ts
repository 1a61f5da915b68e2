// Extra headers: sent with each request of an agent's tabs, as long as the person lets it.

import { privileged } from "../../privileged/api";
import type { Header } from "../../../shared/secrets/redact";
import type { Policy } from "../../policy/policy";
import type { Requesters } from "../requesters";
import type { HeaderChange, Sending, SentHeaders } from "./sent-headers";
import type { NetworkConditions } from "./conditions";

export class ExtraHeaders {
  constructor(
    private readonly conditions: NetworkConditions,
    private readonly requesters: Requesters,
    private readonly policy: Policy,
    sent: SentHeaders,
  ) {
    conditions.onChange(() => {
      sent.use("conditions", conditions.haveHeaders ? this.#onSending : null);
      void privileged.clearResourceCache();
    });
  }

  readonly #onSending = (details: Sending): HeaderChange | null | Promise<HeaderChange | null> => {
    const agent = this.requesters.agentOf(details);
    if (agent instanceof Promise) return agent.then((found) => this.changeFor(found, details));
    return this.changeFor(agent, details);
  };

  /** What they change of a request. */
  changeFor(agent: string | null, { tabId }: Pick<Sending, "tabId">): HeaderChange | null {
    if (agent === null || this.policy.withdrawal(agent, ["routes"])) return null;
    const isCookie = ({ name }: Header): boolean => name.toLowerCase() === "cookie";
    const all = this.conditions.headers(agent, tabId);
    const set = this.policy.withdrawal(agent, ["cookies"]) ? all.filter((header) => !isCookie(header)) : all;
    return set.length > 0 ? { set, remove: [] } : null;
  }
}
