// Proxies: that of an isolated agent, for every request of its container, whoever makes it there.
//
// A proxy that is not there is an error: nothing goes out without it. Names are looked up by it, too.

import { CommandError, ours } from "../../shared/errors";
import { privileged } from "../input/privileged-api";
import { isForSite } from "../secrets/secret-sites";
import { notForSite } from "../secrets/secret-texts";
import type { SecretText } from "../command-context";
import type { Containers } from "../tabs/containers";

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

type Challenge = Parameters<Parameters<typeof browser.webRequest.onAuthRequired.addListener>[0]>[0];

interface ProxyApi {
  onRequest: {
    addListener(
      listener: (details: { cookieStoreId?: string }) => Array<ProxyInfo | null> | undefined,
      filter: { urls: string[] },
    ): void;
    removeListener(listener: unknown): void;
  };
}

/** The managed build alone has the permission for it. */
const api = (browser as unknown as { proxy?: ProxyApi }).proxy;

const TYPES: Record<string, { type: string; port: number; dns: boolean }> = {
  "http:": { type: "http", port: 80, dns: false },
  "https:": { type: "https", port: 443, dns: false },
  "socks5:": { type: "socks", port: 1080, dns: true },
  "socks:": { type: "socks", port: 1080, dns: true },
  "socks4:": { type: "socks4", port: 1080, dns: true },
};

export class Proxies {
  readonly #containers: Containers;
  readonly #proxies = new Map<string, AgentProxy>();
  readonly #answered = new Set<string>();

  constructor(containers: Containers) {
    this.#containers = containers;
  }

  /** Has all of an agent's isolated tabs go through a proxy. Throws INVALID_PARAMS, NEEDS_MANAGED, SECRET_NOT_FOR_SITE. */
  set(agent: string, address: string, secret: SecretText | null): void {
    if (!api) {
      const hint = ours`Use the Firefox that clz starts: clz browser start. Or set one for all of Firefox, in its settings.`;
      throw new CommandError(
        "NEEDS_MANAGED",
        ours`A proxy of an agent's own needs more than an extension may do`,
        {},
        hint,
      );
    }
    this.#proxies.set(agent, parsed(address, secret, agent));
    if (this.#proxies.size > 1) return;
    api.onRequest.addListener(this.#onRequest, { urls: ["<all_urls>"] });
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

  forget(agent: string): void {
    if (!this.#proxies.delete(agent) || this.#proxies.size > 0) return;
    api?.onRequest.removeListener(this.#onRequest);
    browser.webRequest.onAuthRequired.removeListener(this.#onChallenge);
    this.#answered.clear();
  }

  readonly #onRequest = ({ cookieStoreId }: { cookieStoreId?: string }): Array<ProxyInfo | null> | undefined => {
    const agent = this.#containers.agentOf(cookieStoreId);
    const proxy = agent === null ? undefined : this.#proxies.get(agent);
    // Without the null Firefox goes on without a proxy where this one is not there.
    if (!proxy) return undefined;
    const { login: _login, secrets: _secrets, ...info } = proxy;
    return [info, null];
  };

  /** A proxy that asks again for the same request has refused the log-in. */
  readonly #onChallenge = ({ isProxy, requestId, cookieStoreId, challenger }: Challenge) => {
    const agent = isProxy ? this.#containers.agentOf(cookieStoreId) : null;
    const proxy = agent === null ? undefined : this.#proxies.get(agent);
    const isIts = proxy && challenger.host === proxy.host && challenger.port === proxy.port;
    if (!isIts || !proxy.login || this.#answered.has(requestId)) return {};
    this.#answered.add(requestId);
    return { authCredentials: proxy.login };
  };
}

function parsed(address: string, secret: SecretText | null, agent: string): AgentProxy {
  const url = URL.parse(secret?.text ?? address);
  const kind = url ? TYPES[url.protocol] : undefined;
  // Only of http and https does the URL standard take the parts apart for good.
  const web = url && kind ? URL.parse((secret?.text ?? address).replace(/^\w+:/, "http:")) : null;
  if (!url || !kind || !web?.hostname || web.pathname !== "/" || web.search || web.hash) {
    const hint = ours`Write it like http://proxy.example:8080 or socks5://127.0.0.1:1080`;
    throw new CommandError("INVALID_PARAMS", ours`This is not the address of a proxy`, {}, hint);
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
