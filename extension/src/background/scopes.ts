// What is kept for a tab, or for an agent, is forgotten with it. Each part says so where it is made: by keeping it in a
// TabMap or an AgentMap, or with `onEnd` where more than an entry is to be forgotten.

class Scope<Id> {
  readonly #parts: Array<(id: Id) => void> = [];

  /** Calls `forget` for each one that ends, in the order in which the parts were made. */
  onEnd(forget: (id: Id) => void): void {
    this.#parts.push(forget);
  }

  /** What one part fails at does not keep the others from forgetting. */
  end(id: Id): void {
    for (const forget of this.#parts) {
      try {
        forget(id);
      } catch (thrown) {
        console.error(`clz: something is kept of ${String(id)}: ${String(thrown)}`);
      }
    }
  }
}

/** Tabs of agents, by tab id. One ends when its agent cannot reach it any more: closed, given back or taken. */
export const tabScope = new Scope<number>();

/** Agents, by id. One ends when it leaves, or is ended. */
export const agentScope = new Scope<string>();

/** By tab id, each entry for as long as the tab is its agent's. */
export class TabMap<Value> extends Map<number, Value> {
  constructor() {
    super();
    tabScope.onEnd((tabId) => this.delete(tabId));
  }
}

/** By agent id, each entry for as long as the agent is there. */
export class AgentMap<Value> extends Map<string, Value> {
  constructor() {
    super();
    agentScope.onEnd((agent) => this.delete(agent));
  }
}
