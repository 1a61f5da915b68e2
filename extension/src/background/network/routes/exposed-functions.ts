// Functions that pages are given and the program answers that drives them: its agent's, for all of its tabs or for one.
// One whose right the person has taken away answers nothing.

import { Changes } from "../../changes";
import type { CallReply, FunctionCall } from "../../../shared/privileged";
import type { HeldRequests } from "./held";
import type { Policy } from "../../policy/policy";
import { AgentMap, tabScope } from "../../scopes";
import type { TabPool } from "../../tabs/tab-pool";

interface Exposed {
  name: string;
  holder: string;
  /** Null for all tabs of the agent. */
  tabId: number | null;
  rights: readonly string[];
}

export class ExposedFunctions extends Changes {
  readonly #agents = new AgentMap<Exposed[]>();

  constructor(
    private readonly policy: Policy,
    private readonly pool: TabPool,
    private readonly held: HeldRequests,
  ) {
    super();
    tabScope.onEnd((tabId) => {
      for (const [agent, own] of this.#agents)
        this.#agents.set(
          agent,
          own.filter((one) => one.tabId !== tabId),
        );
    });
  }

  /** The newest one answers, of several by one name. */
  add(agent: string, exposed: Exposed): void {
    this.#agents.set(agent, [exposed, ...(this.#agents.get(agent) ?? [])]);
    this.changed();
  }

  /** The names of those that the pages of a tab have. */
  namesIn(agent: string, tabId: number): string[] {
    return [...new Set(this.#in(agent, tabId).map(({ name }) => name))].sort();
  }

  called(tabId: number, { name, args, frame }: FunctionCall): Promise<CallReply> {
    const agent = this.pool.ownerOf(tabId);
    const exposed = agent === null ? undefined : this.#in(agent, tabId).find((one) => one.name === name);
    if (agent === null || !exposed) return Promise.resolve({ error: `The function ${name} is no longer exposed` });
    return this.held.call(agent, exposed.holder, { name, args, tabId, frame });
  }

  #in(agent: string, tabId: number): Exposed[] {
    return (this.#agents.get(agent) ?? []).filter(
      (one) => (one.tabId === null || one.tabId === tabId) && this.policy.withdrawal(agent, one.rights) === null,
    );
  }
}
