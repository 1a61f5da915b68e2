// What the person does from the extension's own pages, the popup and the settings: lending tabs to agents and taking
// them back, closing what agents have opened, ending loops, and what is kept in the settings.

import type { Fault } from "../../shared/errors";
import { CommandError, faultOf, ownWords } from "../../shared/errors";
import type { UserActionParams, FromPage } from "../../shared/panel";
import type { Overlays } from "./overlay";
import { domainBlocked, type Policy } from "../policy/policy";
import type { TabPool } from "../tabs/tab-pool";
import type { HostPort } from "../host/port";
import type { Tabs } from "../tabs/tabs";
import { maskedTexts } from "./masked-texts";
import type { Questions } from "./questions";

type PageReply = { ok: true; [detail: string]: unknown } | { ok: false; fault: Fault };

/** One for each action. What it gives is part of the answer. */
type UserActionHandlers = {
  [K in keyof UserActionParams]: (params: UserActionParams[K]) => Promise<object | void> | object | void;
};

/** True for a message that a page of the extension itself sent: no page of the web and no content script can. */
export function isOwnPage(sender: browser.runtime.MessageSender | undefined): boolean {
  return sender?.url?.startsWith(browser.runtime.getURL("")) === true;
}

export class UserActions {
  readonly #handlers: UserActionHandlers;

  constructor(
    private readonly pool: TabPool,
    private readonly tabs: Tabs,
    private readonly policy: Policy,
    overlays: Overlays,
    private readonly port: HostPort,
    questions: Questions,
    private readonly onShared: (tabId: number) => void,
  ) {
    this.#handlers = {
      share: ({ tabId, agent }) => this.#share(tabId, agent),
      revoke: ({ tabId }) => {
        pool.revoke(tabId);
        return { shared: false };
      },
      closeTab: ({ tabId }) => this.#close(tabId),
      closeAgent: ({ agent }) => this.#closeAll(agent),
      showTab: ({ tabId }) => showTab(tabId),
      answer: ({ id, said }) => questions.answer(id, said),
      stopLoop: ({ key }) => port.ask("stopLoop", { key }),
      clearFlows: ({ agent }) => port.ask("clearFlows", { agent }),
      retry: () => port.retry(),
      visuals: (look) => overlays.choose(look),
      domains: ({ domains }) => policy.choose(domains),
    };
  }

  /** True for what only the extension's own pages may say. */
  takes(message: { clz: string }): message is FromPage {
    return Object.hasOwn(this.#handlers, message.clz);
  }

  async answer(message: FromPage): Promise<PageReply> {
    try {
      return { ok: true, ...(await this.#do(message.clz, message)) };
    } catch (thrown) {
      const fault = faultOf(thrown);
      const [text = "", hint = ""] = await maskedTexts([fault.message, fault.hint], this.port);
      return { ok: false, fault: { ...fault, message: text, hint } };
    }
  }

  #do<K extends keyof UserActionParams>(name: K, params: UserActionParams[K]): ReturnType<UserActionHandlers[K]> {
    return this.#handlers[name](params) as ReturnType<UserActionHandlers[K]>;
  }

  async #share(tabId: number, agent: string): Promise<object> {
    const tab = await browser.tabs.get(tabId).catch(() => null);
    if (!tab) throw gone(tabId);
    const url = tab.url ?? "";
    const rule = this.policy.refusal(agent, url);
    if (rule) throw domainBlocked(url, rule);
    if (!this.pool.share(tabId, agent)) {
      throw new CommandError("OWNERSHIP", ownWords`Tab ${tabId} is an agent's own already`, { tabId });
    }
    this.onShared(tabId);
    return { shared: true };
  }

  async #close(tabId: number): Promise<void> {
    if (this.pool.ownerOf(tabId) === null) throw gone(tabId);
    if (this.pool.isShared(tabId)) {
      const hint = ownWords`Take it back instead.`;
      throw new CommandError("OWNERSHIP", ownWords`Tab ${tabId} is your own, and only lent`, { tabId }, hint);
    }
    await this.tabs.close(tabId);
  }

  async #closeAll(agent: string): Promise<object> {
    const all = this.pool.all().filter(({ owner }) => owner === agent);
    for (const { tabId, shared } of all) if (shared) this.pool.revoke(tabId);
    const own = all.filter(({ shared }) => !shared);
    // One that cannot be closed must not keep the others.
    const closed = await Promise.allSettled(own.map(({ tabId }) => this.tabs.close(tabId)));
    return { closed: closed.filter(({ status }) => status === "fulfilled").length };
  }
}

function gone(tabId: number): CommandError {
  return new CommandError("TAB_CLOSED", ownWords`There is no tab ${tabId}`, { tabId });
}

export async function showTab(tabId: number): Promise<void> {
  const tab = await browser.tabs.update(tabId, { active: true }).catch(() => null);
  if (!tab) throw gone(tabId);
  if (tab.windowId !== undefined) await browser.windows.update(tab.windowId, { focused: true });
}
