// HTTP authentication: the log-ins of agents, given to the servers that they are for when one asks a tab of theirs.
//
// A server that asks again for the same request has refused it: Firefox asks for another one then, as without a log-in.
// Firefox remembers what a server took, for each cookie jar.

import { CommandError } from "../../shared/errors";
import type { CommandContext } from "../command-context";
import { privileged } from "../privileged/api";
import type { Requesters } from "../network/requesters";
import type { Policy } from "../policy/policy";
import type { OriginTrust } from "./origin-trust";
import { isForSite, notForSite } from "./secret-sites";
import { agentScope } from "../scopes";

interface Login {
  origin: string;
  user: string;
  secret: string;
  used: number;
  refused: boolean;
}

type Challenge = Parameters<Parameters<typeof browser.webRequest.onAuthRequired.addListener>[0]>[0];
type Verdict = browser.webRequest.BlockingResponse;

/** So many requests are remembered that were given a log-in. */
const MAX_ANSWERED = 1_000;

export class HttpAuth {
  readonly #requesters: Requesters;
  readonly #policy: Policy;
  readonly #trust: OriginTrust;
  readonly #onAnswered: (tabId: number, url: string) => void;
  readonly #logins = new Map<string, Map<string, Login & { password: string }>>();
  readonly #answered = new Set<string>();

  /** `onAnswered` hears of each page that a server is asked for again, with a log-in. */
  constructor(
    requesters: Requesters,
    policy: Policy,
    trust: OriginTrust,
    onAnswered: (tabId: number, url: string) => void,
  ) {
    this.#requesters = requesters;
    this.#policy = policy;
    this.#trust = trust;
    this.#onAnswered = onAnswered;
    agentScope.onEnd((agent) => void this.clear(agent));
  }

  /** Throws SECRET_NOT_FOR_SITE. */
  set(address: string, user: string, context: CommandContext): Login {
    const { origin } = new URL(address);
    const text = context.secretText;
    const [bound] = text?.secrets ?? [];
    if (!text || !bound) throw new CommandError("SECRET_NOT_FOUND", "The host gave no secret");
    if (!isForSite(origin, bound.domains)) throw notForSite(bound, origin);
    const login = { origin, user, secret: bound.name, used: 0, refused: false };
    const own = this.#logins.get(context.agent) ?? new Map<string, Login & { password: string }>();
    own.set(origin, { ...login, password: text.text });
    this.#logins.set(context.agent, own);
    this.#listen();
    return login;
  }

  list(agent: string): Login[] {
    const own = [...(this.#logins.get(agent)?.values() ?? [])];
    return own.map(({ origin, user, secret, used, refused }) => ({ origin, user, secret, used, refused }));
  }

  /** Forgets one log-in of the agent, or all; gives their servers. */
  async clear(agent: string, address?: string): Promise<string[]> {
    const own = this.#logins.get(agent);
    const wanted = address === undefined ? null : new URL(address).origin;
    const cleared = [...(own?.keys() ?? [])].filter((origin) => wanted === null || origin === wanted);
    for (const origin of cleared) own?.delete(origin);
    if (own?.size === 0) this.#logins.delete(agent);
    this.#listen();
    if (cleared.length > 0) await privileged.forgetHttpLogins();
    return cleared;
  }

  /** Ends the log-ins with a secret, whosever they are; with none named, all. */
  end(secret?: string): void {
    const before = this.#count();
    for (const [agent, own] of this.#logins) {
      for (const [origin, login] of own) if (secret === undefined || login.secret === secret) own.delete(origin);
      if (own.size === 0) this.#logins.delete(agent);
    }
    this.#listen();
    if (this.#count() < before) void privileged.forgetHttpLogins();
  }

  #count(): number {
    return [...this.#logins.values()].reduce((sum, own) => sum + own.size, 0);
  }

  #listen(): void {
    const { onAuthRequired } = browser.webRequest;
    if (this.#logins.size === 0) onAuthRequired.removeListener(this.#onChallenge);
    else if (!onAuthRequired.hasListener(this.#onChallenge))
      onAuthRequired.addListener(this.#onChallenge, { urls: ["<all_urls>"] }, ["blocking"]);
  }

  readonly #onChallenge = async (details: Challenge): Promise<Verdict> => {
    if (details.isProxy) return {};
    const agent = await this.#requesters.agentOf(details);
    const login = agent === null ? undefined : this.#logins.get(agent)?.get(new URL(details.url).origin);
    if (agent === null || !login || this.#policy.withdrawal(agent, ["secrets"])) return {};
    const { cookieStoreId } = details;
    if ((await this.#trust.doubt(agent, { origin: login.origin, cookieStoreId })) === "proxy") return {};
    if (this.#answered.has(details.requestId)) {
      login.refused = true;
      return {};
    }
    if (this.#answered.size >= MAX_ANSWERED) this.#answered.clear();
    this.#answered.add(details.requestId);
    if (details.type === "main_frame") this.#onAnswered(details.tabId, details.url);
    login.used += 1;
    login.refused = false;
    return { authCredentials: { username: login.user, password: login.password } };
  };
}
