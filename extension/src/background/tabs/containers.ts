// Containers: cookies, storage and cache of an agent's own, for as long as the agent is there.

import { privileged } from "../privileged/api";
import { shortId } from "./tab-pool";

/** What containers of agents are called. Those of a Firefox that crashed are known by it. */
const NAME = /^clz agent_[0-9a-f]{6}$/;

/** The number that Firefox has for a container; 0 is that of its own jar. */
export function containerNumber(cookieStoreId: string): number {
  return Number(/^firefox-container-(\d+)$/.exec(cookieStoreId)?.[1] ?? 0);
}

export class Containers {
  // eslint-disable-next-line clz/scoped -- a container ends by cleanUp
  readonly #stores = new Map<string, Promise<string>>();
  readonly #agents = new Map<string, string>();
  /** Containers that are removed, or are being: Firefox may still ask for something in them. */
  readonly #over = new Set<string>();
  #sealed = false;

  /** The container of an agent, made when it is first asked for. */
  of(agent: string): Promise<string> {
    const known = this.#stores.get(agent);
    if (known) return known;
    const making = make(agent).then((store) => {
      this.#agents.set(store, agent);
      return store;
    });
    this.#stores.set(agent, making);
    making.catch(() => this.#stores.delete(agent));
    return making;
  }

  /** Whose container this is; null for the person's own. */
  agentOf(cookieStoreId: string | undefined): string | null {
    return (cookieStoreId !== undefined && this.#agents.get(cookieStoreId)) || null;
  }

  /** True for a container of an agent that has left. Nobody has any business in it. */
  isOver(cookieStoreId: string | undefined): boolean {
    return cookieStoreId !== undefined && this.#over.has(cookieStoreId);
  }

  /**
   * From now on refuses all requests in containers of agents that have left. A service worker that never rests
   * outlives its registration by minutes, and the proxy that it was held to.
   */
  seal(): void {
    if (this.#sealed) return;
    this.#sealed = true;
    const verdict = ({ cookieStoreId }: { cookieStoreId?: string | undefined }): browser.webRequest.BlockingResponse =>
      this.isOver(cookieStoreId) ? { cancel: true } : {};
    browser.webRequest.onBeforeRequest.addListener(verdict, { urls: ["<all_urls>"] }, ["blocking"]);
  }

  /** Removes an agent's container with all that is stored in it. */
  async remove(agent: string): Promise<void> {
    const store = await this.#stores.get(agent)?.catch(() => undefined);
    this.#stores.delete(agent);
    if (store === undefined) return;
    this.#over.add(store);
    this.#agents.delete(store);
    // Where another Firefox has them in another way, what they ask for is refused, and its store is removed all the same.
    await privileged.endServiceWorkers(containerNumber(store)).catch(() => undefined);
    await browser.contextualIdentities.remove(store);
  }

  /** Removes what agents of an earlier run left: none of them is here yet. */
  async cleanUp(): Promise<void> {
    const left = await browser.contextualIdentities.query({});
    const own = left.filter(({ name }) => NAME.test(name));
    await Promise.allSettled(own.map(({ cookieStoreId }) => browser.contextualIdentities.remove(cookieStoreId)));
  }
}

async function make(agent: string): Promise<string> {
  const name = `clz ${shortId(agent)}`;
  const { cookieStoreId } = await browser.contextualIdentities.create({ name, color: "toolbar", icon: "fence" });
  return cookieStoreId;
}
