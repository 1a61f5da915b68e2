// The clipboards of agents: each has its own, and no other agent, no page and no person sees it.

import { LIMITS } from "../../generated/registry";
import type { Clip, PageClipboard } from "../../shared/input/clipboard";
import type { OriginTrust } from "../secrets/origin-trust";
import type { TabPool } from "../tabs/tab-pool";
import { AgentMap } from "../scopes";

export interface Clipboard extends Clip {
  /** The address of the page that it was copied in; null if clz wrote it. */
  source: string | null;
}

const EMPTY: Clipboard = { text: "", html: null, source: null };

export class Clipboards {
  readonly #byAgent = new AgentMap<Clipboard>();

  constructor(
    private readonly pool: TabPool,
    private readonly trust: OriginTrust,
  ) {}

  of(agent: string): Clipboard {
    return this.#byAgent.get(agent) ?? EMPTY;
  }

  write(agent: string, clip: Clip, source: string | null): void {
    const { text, html } = clip;
    const short = (given: string): string => given.slice(0, LIMITS.maxClipboardChars);
    this.#byAgent.set(agent, { text: short(text), html: html === null ? null : short(html), source });
  }

  /** What a page does by itself after an action of the agent. False if its tab is not an agent's. */
  async usedBy(tabId: number, message: PageClipboard): Promise<Clip | boolean> {
    const agent = this.pool.ownerOf(tabId);
    if (agent === null || this.pool.isShared(tabId)) return false;
    if (message.does === "copies") {
      this.write(agent, message.clip, message.url);
      return true;
    }
    const { text, html, source } = this.of(agent);
    const { origin } = message;
    if (source === null || URL.parse(source)?.origin !== origin) return false;
    const { cookieStoreId } = await browser.tabs.get(tabId);
    return (await this.trust.doubt(agent, { origin, cookieStoreId })) === null && { text, html };
  }
}

/** The formats that it has. */
export function typesOf({ text, html }: Clip): string[] {
  return [...(text === "" ? [] : ["text/plain"]), ...(html === null ? [] : ["text/html"])];
}
