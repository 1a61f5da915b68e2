// Requests that Firefox names no tab for: those of shared and service workers, which serve several tabs, and outlive
// them.
//
// A worker of a site is held to the policy of every agent that has the site open, frames included, or had it a moment
// ago: it may be at work for any of them. What has no site, such as a shared worker from a `data:` address, may be
// of any page, and so is held to the policy of every agent with a tab that shares its cookies. That the person has the
// site open as well changes nothing: else an agent had only to wait for that. Firefox shows no extension what it asks
// for itself.

/** What of a request says whose worker made it. */
interface WorkerRequest {
  documentUrl?: string | undefined;
  originUrl?: string | undefined;
  cookieStoreId?: string | undefined;
}

/** Firefox ends a worker that serves no page any more within this time. */
export const LINGER_MS = 60_000;

/** Sites of pages without one, such as about:blank. */
const NONE = "null";

/** Whose requests a tab makes; null for the person's own. */
type WhoseTab = (tabId: number) => string | null;

interface Stay {
  /** When the agent was first seen to have no page there any more; null as long as it has. */
  leftAt: number | null;
}

export class WorkerAttribution {
  /** The agents that have a site open or had, by cookie jar and site. */
  readonly #stays = new Map<string, Map<string, Map<string, Stay>>>();

  constructor(private readonly whose: WhoseTab) {}

  /** Notes that a tab of an agent asks for a page: a worker that this page starts may be reported after it is gone. */
  noted(agent: string, url: string, cookieStoreId: string | undefined): void {
    const site = siteOf(url);
    if (site !== null) this.#stay(String(cookieStoreId), site, agent).leftAt = null;
  }

  /** The agents that a worker may be at work for; none if it is the person's alone, or Firefox's own. */
  async agentsOf({ documentUrl, originUrl, cookieStoreId }: WorkerRequest): Promise<Set<string>> {
    const site = siteOf(documentUrl ?? originUrl);
    if (site === null) return new Set();
    const jar = String(cookieStoreId);
    const { agents, byPerson } = await this.#havingOpen(site, jar);
    for (const agent of agents) this.#stay(jar, site, agent).leftAt = null;
    const now = performance.now();
    for (const [place, stays] of this.#stays.get(jar) ?? []) {
      if (site !== NONE && place !== site) continue;
      for (const [agent, stay] of stays) {
        if (!agents.has(agent)) stay.leftAt ??= now;
        if (stay.leftAt === null || now - stay.leftAt < LINGER_MS || !byPerson) agents.add(agent);
        else stays.delete(agent);
      }
    }
    return agents;
  }

  /** Forgets agents that are not known any more. */
  keep(known: (agent: string) => boolean): void {
    const all = [...this.#stays.values()].flatMap((sites) => [...sites.values()]);
    for (const stays of all) for (const agent of stays.keys()) if (!known(agent)) stays.delete(agent);
  }

  forgetAll(): void {
    this.#stays.clear();
  }

  #stay(jar: string, site: string, agent: string): Stay {
    const sites = this.#stays.get(jar) ?? new Map<string, Map<string, Stay>>();
    this.#stays.set(jar, sites);
    const stays = sites.get(site) ?? new Map<string, Stay>();
    sites.set(site, stays);
    const stay = stays.get(agent) ?? { leftAt: null };
    stays.set(agent, stay);
    return stay;
  }

  /** The agents that have a page of the site open now; of any site if it has none. */
  async #havingOpen(site: string, jar: string): Promise<{ agents: Set<string>; byPerson: boolean }> {
    const agents = new Set<string>();
    let byPerson = false;
    const tabs = (await browser.tabs.query({})).filter(({ cookieStoreId }) => String(cookieStoreId) === jar);
    const look = async ({ id = -1 }: browser.tabs.Tab): Promise<void> => {
      if (site !== NONE && !(await sitesIn(id)).has(site)) return;
      const agent = this.whose(id);
      if (agent === null) byPerson = true;
      else agents.add(agent);
    };
    await Promise.all(tabs.map(look));
    return { agents, byPerson };
  }
}

async function sitesIn(tabId: number): Promise<Set<string | null>> {
  const frames = await browser.webNavigation.getAllFrames({ tabId }).catch(() => null);
  return new Set((frames ?? []).map(({ url }) => siteOf(url)));
}

/** The origin of an address, `NONE` if it has none; null if it is not a page's. */
function siteOf(url = ""): string | null {
  const { origin = NONE, protocol = "" } = URL.parse(url) ?? {};
  if (/^(?:moz-extension|chrome|resource|about):$/.test(protocol)) return null;
  return /^https?:/.test(origin) ? origin : NONE;
}
