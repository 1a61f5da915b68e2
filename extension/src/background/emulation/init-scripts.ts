// Init scripts: what an agent runs in the pages of its tabs, before their own scripts.
//
// They are the agent's, for all of its tabs or for one, and go with it, or with that tab. One whose right the person has
// taken away does not run.

import { Changes } from "../changes";
import { LIMITS, type Commands } from "../../generated/registry";
import { CommandError, ownWords } from "../../shared/errors";
import type { InitScript } from "../../shared/privileged";
import type { Policy } from "../policy/policy";
import { agentScope, tabScope } from "../scopes";

interface Kept extends InitScript {
  tabId: number | null;
  /** The rights that it needs. */
  rights: readonly string[];
}

type Listed = Commands["listInitScripts"]["result"]["scripts"][number];

export class InitScripts extends Changes {
  /** Of each agent, in the order in which they run. */
  readonly #agents = new Map<string, Kept[]>();
  #last = 0;

  constructor(private readonly policy: Policy) {
    super();
    agentScope.onEnd((agent) => this.#keep(agent, () => false));
    tabScope.onEnd((tabId) => this.#endTab(tabId));
  }

  /** Throws INVALID_PARAMS if the agent has too many. */
  add(agent: string, script: { name: string | undefined; code: string } & Pick<Kept, "tabId" | "rights">): Kept {
    const own = this.#agents.get(agent) ?? [];
    if (own.length >= LIMITS.maxInitScripts) {
      const hint = ownWords`Remove some: clz init remove ID, or clz init remove --all`;
      throw new CommandError(
        "INVALID_PARAMS",
        ownWords`You have ${LIMITS.maxInitScripts} init scripts, which is the maximum`,
        {},
        hint,
      );
    }
    this.#last += 1;
    const added = { ...script, id: this.#last, name: script.name ?? `script ${this.#last}` };
    this.#agents.set(agent, [...own, added]);
    this.changed();
    return added;
  }

  list(agent: string): Listed[] {
    return (this.#agents.get(agent) ?? []).map(({ id, name, code, tabId, rights }) => ({
      id,
      name,
      chars: code.length,
      tabId,
      off: this.policy.withdrawal(agent, rights),
    }));
  }

  /** Those that run in a tab, `ownAlone` only those that were added for it. */
  runningIn(agent: string, tabId: number, ownAlone: boolean): InitScript[] {
    return (this.#agents.get(agent) ?? [])
      .filter((script) => script.tabId === tabId || (script.tabId === null && !ownAlone))
      .filter(({ rights }) => this.policy.withdrawal(agent, rights) === null);
  }

  /** Removes one, or all of an agent's, or of a tab of its. Throws INVALID_PARAMS if there is not such a script. */
  remove(agent: string, id: number | undefined, tabId: number | undefined): Commands["removeInitScripts"]["result"] {
    const own = this.#agents.get(agent) ?? [];
    const removed = own.filter((script) =>
      id === undefined ? tabId === undefined || script.tabId === tabId : script.id === id,
    );
    if (id !== undefined && removed.length === 0) {
      const hint = ownWords`See those you have: clz init list`;
      throw new CommandError("INVALID_PARAMS", ownWords`You have no init script ${id}`, { id }, hint);
    }
    this.#keep(agent, (script) => !removed.includes(script));
    return { removed: removed.map((script) => script.id), left: own.length - removed.length };
  }

  #endTab(tabId: number): void {
    for (const agent of [...this.#agents.keys()]) this.#keep(agent, (script) => script.tabId !== tabId);
  }

  #keep(agent: string, keeps: (script: Kept) => boolean): void {
    const own = this.#agents.get(agent) ?? [];
    const kept = own.filter(keeps);
    if (kept.length === own.length) return;
    if (kept.length > 0) this.#agents.set(agent, kept);
    else this.#agents.delete(agent);
    this.changed();
  }
}
