// Proxies: that of an isolated agent, for every request of its container, no matter who makes it there.
//
// A proxy that is not there is an error: nothing goes out without it. Names are looked up by it, too. So it is once the
// agent lost a right that its proxy needs: what would go there is cancelled. That its address must be an allowed one is
// the request policy's business, as of every address. What Firefox still asks for in a container whose agent has left,
// such as a worker's last requests, is cancelled: it would go without the proxy.

import { CommandError, needsManaged, ownWords } from "../../shared/errors";
import type { CommandContext } from "../command-context";
import type { SecretText } from "../../generated/messages";
import { privileged } from "../privileged/api";
import type { Navigation } from "../navigation/navigation";
import type { Policy } from "../policy/policy";
import { isForSite, notForSite } from "../secrets/secret-sites";
import type { Containers } from "../tabs/containers";
import { table } from "../../shared/table";
import { agentScope } from "../scopes";

interface ProxyInfo {
  type: string;
  host: string;
  port: number;
  username?: string;
  password?: string;
  proxyDNS?: boolean;
  connectionIsolationKey: string;
}

/** Web proxies ask for a log-in when they want one. `secrets` are the names of those in it. */
type AgentProxy = ProxyInfo & { login?: { username: string; password: string }; secrets: string[] };

/** One that is set, and the rights that it needs at each request. */
type SetProxy = AgentProxy & { rights: readonly string[] };

/** The proxy of a request, as webRequest reports it. */
interface Proxied {
  proxyInfo?: { host: string; port: number } | null;
}

type Details = Parameters<Parameters<typeof browser.webRequest.onBeforeRequest.addListener>[0]>[0];
type Challenge = Parameters<Parameters<typeof browser.webRequest.onAuthRequired.addListener>[0]>[0];

interface ProxyApi {
  onRequest: {
    addListener(
      listener: (details: { cookieStoreId?: string }) => Array<ProxyInfo | null> | undefined,
      filter: { urls: string[] },
    ): void;
    removeListener(listener: unknown): void;
  };
  settings: { get(details: object): Promise<{ value?: { proxyType?: string } }> };
}

/** The managed build alone has the permission for it. */
const api = (browser as unknown as { proxy?: ProxyApi }).proxy;

const TYPES = table<{ type: string; port: number; dns: boolean }>({
  "http:": { type: "http", port: 80, dns: false },
  "https:": { type: "https", port: 443, dns: false },
  "socks5:": { type: "socks", port: 1080, dns: true },
  "socks:": { type: "socks", port: 1080, dns: true },
  "socks4:": { type: "socks4", port: 1080, dns: true },
});

export class Proxies {
  readonly #proxies = new Map<string, SetProxy>();
  readonly #answered = new Set<string>();
  /** Agents that no proxy is set for any more. */
  readonly #sealed = new Set<string>();

  constructor(
    private readonly containers: Containers,
    private readonly policy: Policy,
    private readonly navigation: Navigation,
  ) {
    agentScope.onEnd((agent) => this.#end(agent));
  }

  /** True for a container whose requests go through a proxy of its agent's. */
  standsIn(cookieStoreId: string | undefined): boolean {
    const agent = this.containers.agentOf(cookieStoreId);
    return agent !== null && this.#proxies.has(agent);
  }

  /** True if the one who started Firefox has set a proxy for all that it sends. */
  async standsEverywhere(): Promise<boolean> {
    const type = (await api?.settings.get({}))?.value?.proxyType;
    return type !== undefined && type !== "none" && type !== "system";
  }

  /** Refuses proxies for this container from now on: a page in it holds a secret that a proxy could get. */
  seal(cookieStoreId: string | undefined): void {
    const agent = this.containers.agentOf(cookieStoreId);
    if (agent !== null) this.#sealed.add(agent);
  }

  /**
   * Sends all of an agent's isolated tabs through a proxy. Throws INVALID_PARAMS, NEEDS_MANAGED, SECRET_NOT_FOR_SITE,
   * DOMAIN_BLOCKED.
   */
  set({ agent, rights, secretText }: CommandContext, address: string, check: (url: string) => void): void {
    if (!api) {
      const message = ownWords`An extension by itself cannot set a proxy for one agent`;
      throw needsManaged(message, ownWords`Set one for all of Firefox, in its settings`);
    }
    const proxy = parsed(address, secretText, agent);
    check(addressOf(proxy));
    if (this.#sealed.has(agent)) {
      const hint = ownWords`Set the proxy before any secret is entered: end this agent first (clz agents forget), or use another one (--agent NAME)`;
      const why = ownWords`A page without encryption in your isolated tabs was given a secret, and a proxy could get it`;
      throw new CommandError("SECRET_NOT_FOR_SITE", why, {}, hint);
    }
    this.#proxies.set(agent, { ...proxy, rights });
    if (this.#proxies.size > 1) return;
    api.onRequest.addListener(this.#onRequest, { urls: ["<all_urls>"] });
    browser.webRequest.onBeforeRequest.addListener(this.#onBeforeRequest, { urls: ["<all_urls>"] }, ["blocking"]);
    browser.webRequest.onAuthRequired.addListener(this.#onChallenge, { urls: ["<all_urls>"] }, ["blocking"]);
  }

  /** Takes a secret out of the proxies that were given it; without it they refuse what goes there. With none named, all. */
  end(secret?: string): void {
    for (const proxy of this.#proxies.values()) {
      if (proxy.secrets.length === 0 || (secret !== undefined && !proxy.secrets.includes(secret))) continue;
      delete proxy.login;
      delete proxy.username;
      delete proxy.password;
      void privileged.forgetHttpLogins();
    }
  }

  #end(agent: string): void {
    this.#sealed.delete(agent);
    if (!this.#proxies.delete(agent)) return;
    this.containers.seal();
    if (this.#proxies.size > 0) return;
    api?.onRequest.removeListener(this.#onRequest);
    browser.webRequest.onBeforeRequest.removeListener(this.#onBeforeRequest);
    browser.webRequest.onAuthRequired.removeListener(this.#onChallenge);
    this.#answered.clear();
  }

  readonly #onRequest = ({ cookieStoreId }: { cookieStoreId?: string }): Array<ProxyInfo | null> | undefined => {
    const agent = this.containers.agentOf(cookieStoreId);
    const proxy = agent === null ? undefined : this.#proxies.get(agent);
    // Without the null Firefox goes on without a proxy where this one is not there.
    if (!proxy) return undefined;
    const { login: _login, secrets: _secrets, rights: _rights, ...info } = proxy;
    return [info, null];
  };

  /** Firefox has chosen the proxy by now, and has not connected yet. */
  readonly #onBeforeRequest = ({ cookieStoreId, type, tabId, url }: Details): browser.webRequest.BlockingResponse => {
    const agent = this.containers.agentOf(cookieStoreId);
    const proxy = agent === null ? undefined : this.#proxies.get(agent);
    const rule = agent !== null && proxy ? this.policy.withdrawal(agent, proxy.rights) : null;
    if (rule === null) return {};
    const message = `Your isolated tabs go through a proxy, and that is off for you by ${rule}`;
    if (type === "main_frame") this.navigation.refuse(tabId, url, new CommandError("RIGHT_DENIED", message, { rule }));
    return { cancel: true };
  };

  /** A proxy that asks again for the same request has refused the log-in. */
  readonly #onChallenge = ({ isProxy, requestId, cookieStoreId, challenger }: Challenge) => {
    const agent = isProxy ? this.containers.agentOf(cookieStoreId) : null;
    const proxy = agent === null ? undefined : this.#proxies.get(agent);
    const isOff = agent !== null && proxy && this.policy.withdrawal(agent, proxy.rights) !== null;
    const isIts = !isOff && proxy && challenger.host === proxy.host && challenger.port === proxy.port;
    if (!isIts || !proxy.login || this.#answered.has(requestId)) return {};
    this.#answered.add(requestId);
    return { authCredentials: proxy.login };
  };
}

/** The address of the proxy that a request goes through, as those of pages are written; null if it goes by none. */
export function proxyOf(request: object): string | null {
  const { proxyInfo } = request as Proxied;
  return proxyInfo?.host ? addressOf(proxyInfo) : null;
}

function addressOf({ host, port }: { host: string; port: number }): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}/`;
}

function parsed(address: string, secret: SecretText | null, agent: string): AgentProxy {
  const url = URL.parse(secret?.text ?? address);
  const kind = url ? TYPES[url.protocol] : undefined;
  // Only of http and https does the URL standard take the parts apart for good.
  const web = url && kind ? URL.parse((secret?.text ?? address).replace(/^\w+:/, "http:")) : null;
  if (!url || !kind || !web?.hostname || web.pathname !== "/" || web.search || web.hash) {
    const hint = ownWords`Write it like http://proxy.example:8080 or socks5://127.0.0.1:1080`;
    throw new CommandError("INVALID_PARAMS", ownWords`This is not the address of a proxy`, {}, hint);
  }
  const origin = `${url.protocol === "https:" ? "https:" : "http:"}//${web.host}`;
  for (const each of secret?.secrets ?? []) if (!isForSite(origin, each.domains)) throw notForSite(each, origin);
  const port = web.port === "" ? (/:80(?:\/|$)/.test(secret?.text ?? address) ? 80 : kind.port) : Number(web.port);
  const host = web.hostname.replace(/^\[|\]$/g, "");
  const secrets = (secret?.secrets ?? []).map(({ name }) => name);
  const info: AgentProxy = { type: kind.type, host, port, connectionIsolationKey: agent, secrets };
  if (kind.dns) info.proxyDNS = true;
  const [username, password] = [decodeURIComponent(web.username), decodeURIComponent(web.password)];
  if (username === "" && password === "") return info;
  if (kind.dns) return { ...info, username, password };
  return { ...info, login: { username, password } };
}
