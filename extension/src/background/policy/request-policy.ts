// The request policy: holds every request of an agent's tabs against the policy. It listens only while there is one.
//
// Firefox names the tab of a request, of WebSockets too. Requests of workers that serve several tabs have none; those
// of an agent's container are known by it, others by who has pages of their origin (workers.ts). A tab that nobody
// knows yet is looked up once, before its first request goes out.
//
// A proxy gets all of a request, and may answer in place of whom it is for. So it must be allowed too, no matter who
// has set it: an agent for its container, or who started Firefox. In a person's own Firefox the proxies are theirs.
//
// Where public addresses alone may be reached, a name is looked up before its request, and once there is an answer the
// address that was connected to decides: a name may lead elsewhere by then. Such a request has been sent, but its
// answer reaches no page. Through a proxy nobody sees where a request goes, so there it goes nowhere.
//
// A request to a source of a flow goes out when the host has written down that its agent reads there, and so when all
// that this forbids is forbidden. What an agent sees without a request, such as a page that was kept for "back" or is
// handed to it, is looked for before each of its commands, and before it hears the answer.

import { listenWhile, onCommitted } from "../tab-events";
import { privileged } from "../privileged/api";
import { COMMANDS, type CommandName } from "../../generated/registry";
import type { CommandContext } from "../command-context";
import type { Containers } from "../tabs/containers";
import type { Navigation } from "../navigation/navigation";
import { WebRtcPolicy } from "./webrtc";
import { CommandError, faultOf, ownWords } from "../../shared/errors";
import type { DomainList } from "../../generated/messages";
import { domainBlocked, flowRefused, type Kind, type Policy } from "./policy";
import { withoutHints } from "./connection-hints";
import { isInner } from "./domain-patterns";
import { JudgedNames } from "./judged-names";
import { isPublic } from "./public-addresses";
import type { Loss, TabPool } from "../tabs/tab-pool";
import type { PoolWindows } from "../tabs/pool-windows";
import { proxyOf } from "../network/proxies";
import { WorkerAttribution } from "./worker-attribution";
import { AgentMap, TabMap } from "../scopes";

type Details = Parameters<Parameters<typeof browser.webRequest.onBeforeRequest.addListener>[0]>[0];
type Answered = Pick<
  Parameters<Parameters<typeof browser.webRequest.onHeadersReceived.addListener>[0]>[0],
  "tabId" | "url" | "responseHeaders"
>;
type Connected = Parameters<Parameters<typeof browser.webRequest.onHeadersReceived.addListener>[0]>[0];
type Verdict = browser.webRequest.BlockingResponse;

interface Blocked {
  tabId: number;
  url: string;
  type: string;
  rule: string;
}

/** As many refusals are remembered for each agent. */
const MAX_BLOCKED = 20;

/** Requests for what can start workers. */
const PAGES = new Set<Details["type"]>(["main_frame", "sub_frame", "object"]);

export class RequestPolicy {
  /** Whose requests a tab makes, also while it closes; null for the person's own tabs. */
  // eslint-disable-next-line clz/scoped -- a tab that was an agent's makes its requests until it is closed
  readonly #known = new Map<number, string | null>();
  readonly #blocked = new AgentMap<Blocked[]>();
  /** The WebSockets of a tab's page that were let through before a flow began. */
  readonly #sockets = new TabMap<string[]>();
  /** When a tab's page came, in milliseconds since 1970. */
  readonly #since = new TabMap<number>();
  /** Agents that have run code in pages, which may go on there. */
  readonly #ranCode = new AgentMap<true>();
  readonly workers: WorkerAttribution;
  readonly #peers = new WebRtcPolicy();
  readonly #names = new JudgedNames();
  #listening = false;

  constructor(
    private readonly policy: Policy,
    private readonly pool: TabPool,
    private readonly windows: PoolWindows,
    private readonly containers: Containers,
    private readonly navigation: Navigation,
    private readonly noteRead: (agent: string, site: string) => Promise<unknown>,
  ) {
    this.workers = new WorkerAttribution((tabId) => this.#whose(tabId));
    onCommitted.addListener(({ tabId, frameId }) => {
      if (frameId !== 0) return;
      this.#sockets.delete(tabId);
      this.#since.set(tabId, Date.now());
    });
  }

  /** Listens if there is a policy, and only then. */
  refresh(): void {
    const { onBeforeRequest, onHeadersReceived } = browser.webRequest;
    this.workers.keep((agent) => this.policy.knows(agent));
    const { isPublicOnly } = this.policy;
    listenWhile(isPublicOnly, onHeadersReceived, this.#onConnected, { urls: ["<all_urls>"] }, ["blocking"]);
    if (this.policy.active === this.#listening) return;
    this.#listening = this.policy.active;
    if (this.#listening) {
      onBeforeRequest.addListener(this.#onRequest, { urls: ["<all_urls>"] }, ["blocking"]);
      const pages = { urls: ["<all_urls>"], types: [...PAGES] };
      onHeadersReceived.addListener(this.onAnswer, pages, ["blocking", "responseHeaders"]);
      void privileged.clearResourceCache();
    } else {
      onBeforeRequest.removeListener(this.#onRequest);
      onHeadersReceived.removeListener(this.onAnswer);
      this.#known.clear();
      this.workers.forgetAll();
      this.#peers.forgetAll();
    }
  }

  /** Throws DOMAIN_BLOCKED, FLOW_REFUSED if the agent may not go there. */
  check(agent: string, url: string): void {
    const publicOnly = this.policy.publicOnly(agent)?.rule;
    const first = this.policy.rules(agent).find(({ rule }) => rule !== publicOnly);
    const flow = this.policy.flow(agent);
    if (first && URL.parse(url)?.protocol === "data:") throw dataBlocked(flow ?? first);
    // Some of Firefox's own pages show others; a blank one is where every tab begins.
    if (flow && /^about:(?!blank\b|srcdoc\b)/.test(url)) throw flowRefused(`${url} is out of reach`, flow);
    const rule = this.policy.refusal(agent, url);
    if (rule) throw domainBlocked(url, rule);
  }

  /** The same, once the name of its host is looked up, where that matters. */
  async checkAddress(agent: string, url: string): Promise<void> {
    this.check(agent, url);
    const refusal = await this.refusal(agent, url);
    if (refusal) throw domainBlocked(url, refusal, refusal.address);
    await this.reads(agent, [url]);
  }

  /** Resolves when all that is forbidden to an agent who reads from there is forbidden. Throws what the host says. */
  async reads(agent: string, urls: string[]): Promise<void> {
    for (const url of urls) await this.#reads(agent, () => this.policy.source(agent, url));
  }

  /** The same for cookies. */
  async readsCookies(agent: string, cookies: ReadonlyArray<{ domain: string }>): Promise<void> {
    for (const { domain } of cookies) await this.#reads(agent, () => this.policy.sourceOfCookie(agent, domain));
  }

  async #reads(agent: string, source: () => string | null): Promise<void> {
    const site = source();
    if (site === null) return;
    await this.noteRead(agent, site);
    // The host tells the new rules first. Where it does not, it has not understood what this is about.
    if (source() !== null) throw new CommandError("FLOW_REFUSED", `What is read at ${site} cannot be kept apart`);
  }

  /** The same for all that an agent's tabs show now. */
  async readsItsTabs(agent: string): Promise<void> {
    if (!this.policy.isAwaitingFlow(agent)) return;
    const own = this.pool.all().filter(({ owner }) => owner === agent);
    const shown = await Promise.all(own.map(({ tabId }) => shownIn(tabId)));
    await this.reads(agent, shown.flat());
  }

  /** Throws FLOW_REFUSED where a flow keeps an agent from what reaches beyond its pages. */
  checkReach(agent: string, what: string): void {
    const flow = this.policy.flow(agent);
    if (flow) throw flowRefused(what, flow);
  }

  /** The rule that keeps an agent from an address, wherever its name leads; null if none does. */
  async refusal(agent: string, url: string, kind?: Kind): Promise<(DomainList & { address?: string }) | null> {
    const refusal = this.policy.refusal(agent, url, kind);
    const rule = this.policy.publicOnly(agent);
    if (refusal || !rule || isInner(url)) return refusal;
    const address = await this.#names.innerAddressOf(URL.parse(url)?.hostname ?? "");
    return address === null ? null : { ...rule, address };
  }

  /** True for a page that the agent may know of. */
  allows(agent: string, url: string): boolean {
    try {
      if (this.#listening) this.check(agent, url);
      return true;
    } catch {
      return false;
    }
  }

  /** Throws DOMAIN_BLOCKED if the agent's requests may not go through a proxy. */
  checkProxy(agent: string, proxy: string): void {
    const rule = this.policy.publicOnly(agent) ?? this.policy.refusal(agent, proxy);
    if (rule) throw proxyBlocked(proxy, rule);
  }

  /**
   * Throws DOMAIN_BLOCKED, FLOW_REFUSED for a command in a page that is not allowed, or in one with a frame that is not:
   * it was there before the rule, or needed no request.
   */
  checkCommand(command: CommandName, context: CommandContext): Promise<void> | null {
    if (!this.#listening || !this.policy.holds(context.agent) || COMMANDS[command].leavesPage) return null;
    return context.race(this.#checkPage(context.agent, context.tabId, COMMANDS[command].loads === true));
  }

  async #checkPage(agent: string, tabId: number, loads: boolean): Promise<void> {
    await this.readsItsTabs(agent);
    const [page = "", ...frames] = await shownIn(tabId);
    await this.checkAddress(agent, page);
    if (loads) return;
    const refused = (urls: string[], kind: Kind): CommandError[] =>
      urls.flatMap((url) => {
        const rule = this.policy.refusal(agent, url, kind);
        return rule ? domainBlocked(url, rule) : [];
      });
    const [first] = [...refused(frames, "sub_frame"), ...refused(this.#sockets.get(tabId) ?? [], "websocket")];
    if (!first) return;
    const hint = ownWords`This page has a frame from there, or is connected with it. Load the page again: clz reload`;
    throw new CommandError(first.code, first.message, first.details, hint);
  }

  /** Notes that an agent runs code in pages. */
  runsCode(agent: string): void {
    this.#ranCode.set(agent, true);
  }

  /** What was refused to the agent last. */
  blocked(agent: string): Blocked[] {
    return this.#blocked.get(agent) ?? [];
  }

  /** Notes that a page of `source` opened a tab. */
  opened(tabId: number, source: number): void {
    const agent = this.pool.ownerOf(source);
    if (this.#listening && agent !== null) this.#known.set(tabId, agent);
  }

  /** Notes that an agent cannot reach a tab any more. One that closes still makes the agent's requests. */
  lost(tabId: number, loss: Loss, agent: string): void {
    if (loss === "taken") this.#known.delete(tabId);
    else if (this.#listening) this.#known.set(tabId, agent);
  }

  tabRemoved(tabId: number): void {
    this.#known.delete(tabId);
  }

  /** Whose a tab is, or was while Firefox still closes it; null for the person's own. */
  #whose(tabId: number): string | null {
    return this.pool.ownerOf(tabId) ?? this.#known.get(tabId) ?? null;
  }

  readonly #onRequest = (details: Details): Verdict | Promise<Verdict> => {
    const { tabId } = details;
    if (this.containers.isOver(details.cookieStoreId)) return { cancel: true };
    const owner = tabId < 0 ? this.containers.agentOf(details.cookieStoreId) : this.pool.ownerOf(tabId);
    if (tabId < 0) return owner === null ? this.#judgeWorker(details) : this.#judge(owner, details);
    if (owner !== null) this.#known.set(tabId, owner);
    const known = this.#known.get(tabId);
    if (known !== undefined) return this.#judge(known, details);
    return this.#find(tabId).then((found) => this.#judge(found, details));
  };

  /** Whose a tab is, also while it closes; one that has just come is looked up. Null for the person's own. */
  async agentOf(tabId: number): Promise<string | null> {
    const known = this.pool.ownerOf(tabId) ?? this.#known.get(tabId);
    return known === undefined ? this.#find(tabId) : known;
  }

  /** True for a tab whose requests are held to a rule. */
  async holds(tabId: number): Promise<boolean> {
    const agent = this.#listening ? await this.agentOf(tabId) : null;
    return agent !== null && this.policy.holds(agent);
  }

  /** Called for an answer with a page before it is let in, one that a route makes too. */
  readonly onAnswer = async ({ tabId, url, responseHeaders = [] }: Answered): Promise<Verdict> => {
    if (tabId < 0 || !(await this.holds(tabId))) return {};
    await this.#peers.closeIn(url);
    return { responseHeaders: withoutHints(responseHeaders) };
  };

  /** What any of the agents that a worker may be at work for must not reach, none of them gets by it. */
  async #judgeWorker(details: Details): Promise<Verdict> {
    for (const agent of await this.workers.agentsOf(details)) {
      const verdict = await this.#judge(agent, details);
      if (verdict.cancel) return verdict;
    }
    return {};
  }

  /** A request that is let through to a source goes when it is written down that its agent reads there. */
  #judge(agent: string | null, details: Details): Verdict | Promise<Verdict> {
    const verdict = this.#judgePlace(agent, details);
    const { tabId, type, url } = details;
    if (agent !== null && type === "websocket" && this.pool.has(tabId) && this.policy.isAwaitingFlow(agent))
      this.#sockets.set(tabId, [...(this.#sockets.get(tabId) ?? []), url]);
    if (agent === null || this.policy.source(agent, url) === null) return verdict;
    return Promise.resolve(verdict).then((judged) =>
      judged.cancel
        ? judged
        : this.reads(agent, [url]).then(
            () => judged,
            (thrown: unknown) => {
              const rule = "what agents have read, which cannot be written down";
              return this.#refuse(agent, details, url, { rule, domains: [] }, CommandError.fromFault(faultOf(thrown)));
            },
          ),
    );
  }

  #judgePlace(agent: string | null, details: Details): Verdict | Promise<Verdict> {
    const { tabId, url, type, cookieStoreId } = details;
    if (agent !== null && tabId >= 0 && PAGES.has(type)) this.workers.noted(agent, url, cookieStoreId);
    if (agent === null) return {};
    const from = details.documentUrl ?? details.originUrl;
    const kind = PAGES.has(type) || !this.#mayBeAgents(agent, tabId) ? type : "other";
    const rule = this.policy.refusal(agent, url, kind, from === undefined ? undefined : placeOf(from));
    if (rule) return this.#refuse(agent, details, url, rule, domainBlocked(url, rule));
    const proxy = this.windows.ownsFirefox ? proxyOf(details) : null;
    const publicOnly = this.policy.publicOnly(agent);
    const against = proxy === null ? null : (publicOnly ?? this.#proxyRule(agent, proxy));
    if (proxy !== null && against !== null)
      return this.#refuse(agent, details, proxy, against, proxyBlocked(proxy, against));
    return publicOnly === null || isInner(url) ? {} : this.#judgeName(agent, details);
  }

  /** True if the agent's own code may be in the page of a tab, since before a flow began to hold. */
  #mayBeAgents(agent: string, tabId: number): boolean {
    const begin = this.policy.flow(agent)?.flow?.read?.at;
    return begin !== undefined && this.#ranCode.has(agent) && (this.#since.get(tabId) ?? 0) <= begin;
  }

  /** A flow says nothing of proxies: an agent's own it ends with the right to have one. */
  #proxyRule(agent: string, proxy: string): DomainList | null {
    return this.policy.refusal(agent, proxy, "script");
  }

  async #judgeName(agent: string, details: Details): Promise<Verdict> {
    const { url, type } = details;
    const rule = await this.refusal(agent, url, type);
    return rule ? this.#refuse(agent, details, url, rule, domainBlocked(url, rule, rule.address)) : {};
  }

  /** Lets no answer through of a host that is at no public address, wherever its name led when it was looked up. */
  readonly #onConnected = async (details: Connected): Promise<Verdict> => {
    const { tabId, url, ip } = details as Connected & { ip?: string | null };
    if (ip == null || isPublic(ip) || proxyOf(details) !== null) return {};
    const owner = tabId < 0 ? this.containers.agentOf(details.cookieStoreId) : await this.agentOf(tabId);
    const agents = owner === null && tabId < 0 ? await this.workers.agentsOf(details) : [owner];
    for (const agent of agents) {
      const rule = agent === null ? null : this.policy.publicOnly(agent);
      if (agent !== null && rule) return this.#refuse(agent, details, url, rule, domainBlocked(url, rule, ip));
    }
    return {};
  };

  #refuse(
    agent: string,
    { tabId, url, type }: Pick<Details, "tabId" | "url" | "type">,
    to: string,
    { rule }: DomainList,
    error: CommandError,
  ): Verdict {
    if (type === "main_frame") this.navigation.refuse(tabId, url, error);
    this.note(agent, { tabId, url: to, type, rule });
    return { cancel: true };
  }

  /** Remembers something that was refused to an agent; of its address, only where it is. */
  note(agent: string, blocked: Blocked): void {
    const { origin = "" } = URL.parse(blocked.url) ?? {};
    this.#blocked.set(agent, [...this.blocked(agent), { ...blocked, url: origin }].slice(-MAX_BLOCKED));
  }

  /** Whose a tab is that has just come: it is being opened by an agent, by an agent's page, or by the person. */
  async #find(tabId: number): Promise<string | null> {
    await this.windows.settled();
    const tab = await browser.tabs.get(tabId).catch(() => null);
    const opener = tab?.openerTabId === undefined ? null : this.pool.ownerOf(tab.openerTabId);
    const found = this.pool.ownerOf(tabId) ?? this.containers.agentOf(tab?.cookieStoreId) ?? opener;
    // A tab that a page opened may have been reported meanwhile.
    const agent = found ?? this.#known.get(tabId) ?? null;
    if (tab) this.#known.set(tabId, agent);
    return agent;
  }
}

/** The addresses of a tab's page and of its frames. */
async function shownIn(tabId: number): Promise<string[]> {
  const frames = (await browser.webNavigation.getAllFrames({ tabId }).catch(() => null)) ?? [];
  const page = (await browser.tabs.get(tabId).catch(() => null))?.url ?? "";
  const inner = frames.filter(({ frameId }) => frameId !== 0).map(({ url }) => url);
  return [page, ...inner].map(placeOf);
}

/** The address of a page; what has none of its own counts for where it comes from. */
function placeOf(url: string): string {
  return url.startsWith("blob:") ? `${URL.parse(url)?.origin ?? "null"}/` : url;
}

/** Such a page comes from no host, and so from none that is allowed. */
function dataBlocked(list: DomainList): CommandError {
  const { rule, domains } = list;
  if (list.flow?.read) return flowRefused("A data: page is out of reach", list);
  const hint = ownWords`Serve the page from an allowed host, or ask the person to remove the list`;
  const message = `A data: page comes from no host, and ${rule} allows only some hosts`;
  return new CommandError("DOMAIN_BLOCKED", message, { rule, allowedDomains: domains }, hint);
}

function proxyBlocked(proxy: string, { rule, domains, publicOnly }: DomainList): CommandError {
  const { host } = new URL(proxy);
  if (publicOnly) {
    const message = `clz cannot see where the proxy ${host} connects to, and ${rule} allows only public addresses`;
    return new CommandError(
      "DOMAIN_BLOCKED",
      message,
      { proxy: host, rule },
      ownWords`Go without a proxy. The person decides what may be reached: network, in [policy] of config.toml`,
    );
  }
  const hint = ownWords`A proxy sees everything that goes through it. The person can allow it like any host: HOST:PORT in allowed_domains`;
  const details = { proxy: host, rule, allowedDomains: domains };
  return new CommandError("DOMAIN_BLOCKED", `The proxy ${host} is not allowed by ${rule}`, details, hint);
}
