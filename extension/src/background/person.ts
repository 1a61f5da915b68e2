// What the person does from the extension's own pages, such as the popup: lending a tab to an agent, taking it back.

import type { Fault } from "../shared/errors";
import { CommandError, faultOf } from "../shared/errors";
import type { FromPage } from "../shared/messages";
import { domainBlocked, type Policy } from "./policy";
import type { TabPool } from "./pool";

export type PageReply = { ok: true; shared: boolean } | { ok: false; fault: Fault };

/** True for a message that a page of the extension itself sent: no page of the web and no content script can. */
export function isOwnPage(sender: browser.runtime.MessageSender): boolean {
  return sender.url?.startsWith(browser.runtime.getURL("")) === true;
}

export class Person {
  readonly #pool: TabPool;
  readonly #policy: Policy;
  readonly #onShared: (tabId: number) => void;

  constructor(pool: TabPool, policy: Policy, onShared: (tabId: number) => void) {
    this.#pool = pool;
    this.#policy = policy;
    this.#onShared = onShared;
  }

  async answer(message: FromPage): Promise<PageReply> {
    try {
      if (message.clz === "revoke") return { ok: true, shared: this.#pool.revoke(message.tabId) && false };
      await this.#share(message.tabId, message.agent);
      return { ok: true, shared: true };
    } catch (thrown) {
      return { ok: false, fault: faultOf(thrown) };
    }
  }

  async #share(tabId: number, agent: string): Promise<void> {
    const tab = await browser.tabs.get(tabId).catch(() => null);
    if (!tab) throw new CommandError("TAB_CLOSED", `There is no tab ${tabId}`, { tabId });
    const url = tab.url ?? "";
    const rule = this.#policy.refusal(agent, url);
    if (rule) throw domainBlocked(url, rule);
    if (!this.#pool.share(tabId, agent)) {
      throw new CommandError("OWNERSHIP", `Tab ${tabId} is an agent's own already`, { tabId });
    }
    this.#onShared(tabId);
  }
}
