// Where an agent's tabs open: in the shared window or a private one, with the shared cookies or its own.

import { CommandError, ownWords } from "../../shared/errors";
import type { CommandContext } from "../command-context";
import type { Proxies } from "../network/proxies";
import type { Containers } from "./containers";
import type { RequestPolicy } from "../policy/request-policy";
import type { TabGroups } from "./tab-groups";
import { privileged } from "../privileged/api";
import type { OpenedTab } from "./pool-windows";
import { agentScope } from "../scopes";

interface AskedContext {
  isolated: boolean;
  isPrivate: boolean | undefined;
  proxy: string | null | undefined;
}

export interface BrowserContext {
  isPrivate: boolean;
  cookieStoreId: string | undefined;
}

export class BrowserContexts {
  /** Agents whose tabs are private unless they say otherwise. */
  readonly #private = new Set<string>();

  constructor(
    private readonly containers: Containers,
    private readonly proxies: Proxies,
    private readonly groups: TabGroups,
    private readonly requestPolicy: RequestPolicy,
  ) {
    agentScope.onEnd((agent) => this.#private.delete(agent));
  }

  isPrivate(agent: string): boolean {
    return this.#private.has(agent);
  }

  /** Throws MODE_MISMATCH if the person does not allow private windows. */
  async setPrivate(agent: string, enabled: boolean): Promise<void> {
    if (enabled) await needPrivate();
    if (enabled) this.#private.add(agent);
    else this.#private.delete(agent);
  }

  /** Throws MODE_MISMATCH, INVALID_PARAMS for both at once, and what `Proxies.set` does. */
  async choose(context: CommandContext, asked: AskedContext): Promise<BrowserContext> {
    const { agent } = context;
    const isPrivate = asked.isPrivate ?? this.#private.has(agent);
    if (isPrivate && asked.isolated) {
      const hint = ownWords`A private window forgets everything with its last tab; leave --isolated out.`;
      throw new CommandError("INVALID_PARAMS", ownWords`Private tabs cannot have a container`, {}, hint);
    }
    if (isPrivate) await needPrivate();
    if (asked.proxy != null) this.proxies.set(context, asked.proxy, (url) => this.requestPolicy.checkProxy(agent, url));
    return { isPrivate, cookieStoreId: asked.isolated ? await this.containers.of(agent) : undefined };
  }

  /** Puts a new tab where the agent's others are. */
  show(
    { tabId, windowId }: Pick<OpenedTab, "tabId" | "windowId">,
    { agent, name }: Pick<CommandContext, "agent" | "name">,
  ): void {
    void privileged.keepActive(tabId);
    this.groups.add(tabId, windowId, agent, name);
  }

  /** Takes a secret out of the proxies that were given it; with none named, all. */
  endSecret(secret?: string): void {
    this.proxies.end(secret);
  }
}

async function needPrivate(): Promise<void> {
  if (await browser.extension.isAllowedIncognitoAccess()) return;
  throw new CommandError("MODE_MISMATCH", ownWords`The person does not allow Claudezilla in private windows`);
}
