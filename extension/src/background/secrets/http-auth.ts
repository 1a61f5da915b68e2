// HTTP authentication: the log-ins of agents, given to the servers that they are for when one asks a tab of theirs.
//
// A server that asks again for the same request has refused it: Firefox asks for another one then, as without a log-in.
// Firefox remembers what a server took, for each cookie jar.

import { listenWhile } from "../tab-events";
import { CommandError } from "../../shared/errors";
import type { CommandContext } from "../command-context";
import { privileged } from "../privileged/api";
import type { Requesters } from "../network/requesters";
import type { Policy } from "../policy/policy";
import type { OriginTrust } from "./origin-trust";
import { isForSite, notForSite } from "./secret-sites";
import { agentScope, tabScope } from "../scopes";

interface Login {
  origin: string;
  user: string;
  /** Null for a password that the agent itself gave. */
  secret: string | null;
  /** Null for all tabs of the agent. */
  tabId: number | null;
  used: number;
  refused: boolean;
}

type Kept = Login & { password: string };

type Challenge = Parameters<Parameters<typeof browser.webRequest.onAuthRequired.addListener>[0]>[0];
type Verdict = browser.webRequest.BlockingResponse;

/** So many requests are remembered that were given a log-in. */
const MAX_ANSWERED = 1_000;

export class HttpAuth {
  /** Of each agent, the newest last. */
  readonly #logins = new Map<string, Kept[]>();
  readonly #answered = new Set<string>();

  constructor(
    private readonly requesters: Requesters,
    private readonly policy: Policy,
    private readonly trust: OriginTrust,
  ) {
    agentScope.onEnd((agent) => void this.clear(agent));
    tabScope.onEnd((tabId) => this.#end((login) => login.tabId === tabId));
  }

  /** Throws SECRET_NOT_FOR_SITE. */
  set(
    given: { address: string; user: string; tabId: number | null; password: string | undefined },
    context: CommandContext,
  ): Login {
    const { user, tabId } = given;
    const { origin } = new URL(given.address);
    const { secret, password } = given.password === undefined ? kept(origin, context) : { ...given, secret: null };
    const login = { origin, user, secret, tabId, used: 0, refused: false };
    const others = (this.#logins.get(context.agent) ?? []).filter((other) => !isFor(other, origin, tabId));
    this.#logins.set(context.agent, [...others, { ...login, password: password ?? "" }]);
    this.#listen();
    return login;
  }

  /** Logs a tab in where the one is that opened it. */
  inherit(tabId: number, opener: number): void {
    for (const own of this.#logins.values())
      own.push(...own.filter((login) => login.tabId === opener).map((login) => ({ ...login, tabId })));
  }

  list(agent: string): Login[] {
    return (this.#logins.get(agent) ?? []).map(({ password: _, ...login }) => login);
  }

  /** Forgets one log-in of the agent, or all; gives their servers. */
  async clear(agent: string, address?: string): Promise<string[]> {
    const wanted = address === undefined ? null : new URL(address).origin;
    const own = this.#logins.get(agent) ?? [];
    const cleared = own.filter(({ origin }) => wanted === null || origin === wanted);
    this.#keep(agent, (login) => !cleared.includes(login));
    this.#listen();
    if (cleared.length > 0) await privileged.forgetHttpLogins();
    return [...new Set(cleared.map(({ origin }) => origin))];
  }

  /** Ends the log-ins with a secret, whosever they are; with none named, all. */
  end(secret?: string): void {
    this.#end((login) => secret === undefined || login.secret === secret);
  }

  #end(ends: (login: Kept) => boolean): void {
    const before = this.#count();
    for (const agent of [...this.#logins.keys()]) this.#keep(agent, (login) => !ends(login));
    this.#listen();
    if (this.#count() < before) void privileged.forgetHttpLogins();
  }

  #keep(agent: string, stays: (login: Kept) => boolean): void {
    const left = (this.#logins.get(agent) ?? []).filter(stays);
    if (left.length > 0) this.#logins.set(agent, left);
    else this.#logins.delete(agent);
  }

  #count(): number {
    return [...this.#logins.values()].reduce((sum, own) => sum + own.length, 0);
  }

  #listen(): void {
    const { onAuthRequired } = browser.webRequest;
    listenWhile(this.#logins.size > 0, onAuthRequired, this.#onChallenge, { urls: ["<all_urls>"] }, ["blocking"]);
  }

  readonly #onChallenge = async (details: Challenge): Promise<Verdict> => {
    if (details.isProxy) return {};
    const agent = await this.requesters.agentOf(details);
    const login = agent === null ? undefined : this.#loginFor(agent, details);
    if (agent === null || !login) return {};
    if (login.secret !== null && this.policy.withdrawal(agent, ["secrets"])) return {};
    const { cookieStoreId } = details;
    if ((await this.trust.doubt(agent, { origin: login.origin, cookieStoreId })) === "proxy") return {};
    if (this.#answered.has(details.requestId)) {
      login.refused = true;
      return {};
    }
    if (this.#answered.size >= MAX_ANSWERED) this.#answered.clear();
    this.#answered.add(details.requestId);
    login.used += 1;
    login.refused = false;
    return { authCredentials: { username: login.user, password: login.password } };
  };
  /** That of the tab itself comes first. */
  #loginFor(agent: string, { url, tabId }: Challenge): Kept | undefined {
    const own = this.#logins.get(agent) ?? [];
    const { origin } = new URL(url);
    return own.find((login) => isFor(login, origin, tabId)) ?? own.find((login) => isFor(login, origin, null));
  }
}

function isFor(login: Login, origin: string, tabId: number | null): boolean {
  return login.origin === origin && login.tabId === tabId;
}

/** The secret that the host gave. Throws SECRET_NOT_FOR_SITE. */
function kept(origin: string, { secretText: text }: CommandContext): { secret: string; password: string } {
  const [bound] = text?.secrets ?? [];
  if (!text || !bound) throw new CommandError("SECRET_NOT_FOUND", "The host gave no secret");
  if (!isForSite(origin, bound.domains)) throw notForSite(bound, origin);
  return { secret: bound.name, password: text.text };
}
