// The clipboards of agents: each has its own, and no other agent, no page and no person sees it.

import { LIMITS } from "../../generated/registry";
import type { Clip, PageClipboard } from "../../shared/input/clipboard";
import type { TabPool } from "../tabs/tab-pool";

export interface Clipboard extends Clip {
  /** The address of the page that it was copied in; null if clz wrote it. */
  source: string | null;
}

const EMPTY: Clipboard = { text: "", html: null, source: null };

export class Clipboards {
  readonly #pool: TabPool;
  readonly #byAgent = new Map<string, Clipboard>();

  constructor(pool: TabPool) {
    this.#pool = pool;
  }

  of(agent: string): Clipboard {
    return this.#byAgent.get(agent) ?? EMPTY;
  }

  write(agent: string, clip: Clip, source: string | null): void {
    const { text, html } = clip;
    const short = (given: string): string => given.slice(0, LIMITS.maxClipboardChars);
    this.#byAgent.set(agent, { text: short(text), html: html === null ? null : short(html), source });
  }

  /** What a page does by itself after an action of the agent. False if its tab is no agent's. */
  usedBy(tabId: number, message: PageClipboard): Clip | boolean {
    const agent = this.#pool.ownerOf(tabId);
    if (agent === null || this.#pool.isShared(tabId)) return false;
    if (message.does === "copies") {
      this.write(agent, message.clip, message.url);
      return true;
    }
    const { text, html, source } = this.of(agent);
    return source !== null && URL.parse(source)?.origin === message.origin && { text, html };
  }

  forget(agent: string): void {
    this.#byAgent.delete(agent);
  }
}

/** The formats that it has. */
export function typesOf({ text, html }: Clip): string[] {
  return [...(text === "" ? [] : ["text/plain"]), ...(html === null ? [] : ["text/html"])];
}
