// The origins that an agent's tabs were at, their frames included: what `clz state save` saves.

import { LIMITS } from "../../generated/registry";
import type { TabPool } from "../tabs/tab-pool";
import { AgentMap } from "../scopes";
import { onCommitted } from "../tab-events";

export class VisitedOrigins {
  readonly #byAgent = new AgentMap<Set<string>>();

  constructor(pool: TabPool) {
    onCommitted.addListener(({ tabId, url }) => {
      const agent = pool.ownerOf(tabId);
      if (agent !== null && /^https?:/.test(url)) this.#add(agent, new URL(url).origin);
    });
  }

  of(agent: string): string[] {
    return [...(this.#byAgent.get(agent) ?? [])];
  }

  /** The latest ones, of those that there are too many of. */
  #add(agent: string, origin: string): void {
    const origins = this.#byAgent.get(agent) ?? new Set<string>();
    origins.delete(origin);
    origins.add(origin);
    for (const oldest of origins) {
      if (origins.size <= LIMITS.maxStateOrigins) break;
      origins.delete(oldest);
    }
    this.#byAgent.set(agent, origins);
  }
}
