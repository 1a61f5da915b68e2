// Workers that serve several tabs, such as service workers: Firefox names no tab for what they ask for, only the origin
// they are of. They are agents' where agents alone have pages of that origin open, frames included.

import type { TabPool } from "./pool";

/** What of a request says whose worker made it. */
export interface WorkerRequest {
  documentUrl?: string | undefined;
  originUrl?: string | undefined;
  cookieStoreId?: string | undefined;
}

export class Workers {
  readonly #pool: TabPool;
  /** Whose workers of an origin were last: they outlive their pages by a little. */
  readonly #last = new Map<string, string[]>();

  constructor(pool: TabPool) {
    this.#pool = pool;
  }

  /** The agents that a worker may be at work for; none where it may be the person's, or is Firefox's own. */
  async agentsOf({ documentUrl, originUrl, cookieStoreId }: WorkerRequest): Promise<string[]> {
    const origin = originOf(documentUrl ?? originUrl);
    if (origin === null) return [];
    const place = `${cookieStoreId} ${origin}`;
    const tabs = (await browser.tabs.query({})).filter((tab) => tab.cookieStoreId === cookieStoreId);
    const having = await Promise.all(tabs.map(async ({ id = -1 }) => ((await origins(id)).has(origin) ? [id] : [])));
    const owners = having.flat().map((tabId) => this.#pool.ownerOf(tabId));
    const agents = [...new Set(owners)].filter((owner) => owner !== null);
    if (owners.includes(null)) {
      this.#last.delete(place);
      return [];
    }
    if (agents.length > 0) this.#last.set(place, agents);
    return this.#last.get(place) ?? [];
  }

  forgetAll(): void {
    this.#last.clear();
  }
}

async function origins(tabId: number): Promise<Set<string | null>> {
  const frames = await browser.webNavigation.getAllFrames({ tabId }).catch(() => null);
  return new Set((frames ?? []).map(({ url }) => originOf(url)));
}

/** Null for what no worker is of. */
function originOf(url: string | undefined): string | null {
  const parsed = url === undefined ? null : URL.parse(url);
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.origin : null;
}
