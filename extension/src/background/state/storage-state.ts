// Storage state: the cookies and local storage of sites in one jar, read and written whole, as Playwright has it.

import { CommandError, ours } from "../../shared/errors";
import type { StoredOrigin } from "../../shared/privileged";
import { privileged } from "../input/privileged-api";
import type { Policy } from "../policy/policy";
import type { RequestPolicy } from "../policy/request-policy";
import { cookiesIn, described, hostOf, removeCookie, setCookie, type Cookie, type NewCookie } from "./cookies";
import type { Jar } from "./jars";

export interface State {
  cookies: NewCookie[];
  origins: StoredOrigin[];
}

interface Loaded {
  cookies: number;
  origins: string[];
  expired: string[];
}

/** What is read of a jar: all of it where it is the agent's own, else what is of these sites. */
interface Sites {
  origins: string[];
  /** Those that may be read of origins that no tab was at. */
  wanted: ((url: string) => boolean) | null;
}

export class StorageStates {
  readonly #policy: Policy;
  readonly #requestPolicy: RequestPolicy;

  constructor(policy: Policy, requestPolicy: RequestPolicy) {
    this.#policy = policy;
    this.#requestPolicy = requestPolicy;
  }

  async read(
    agent: string,
    jar: Jar,
    { origins, wanted }: Sites,
  ): Promise<{ cookies: Cookie[]; origins: StoredOrigin[]; skipped: string[] }> {
    const isIn = (url: string): boolean => wanted?.(url) ?? true;
    const container = containerOf(jar);
    const stored = privileged.available && container !== null ? await privileged.storedOrigins(container) : [];
    const known = jar.kind === "isolated" || wanted !== null ? [...new Set([...origins, ...stored])] : origins;
    const allowed = known.filter((origin) => isIn(`${origin}/`) && this.#policy.refusal(agent, `${origin}/`) === null);
    const hosts = new Set(allowed.map((origin) => new URL(origin).hostname));
    const cookies = (await cookiesIn(jar.storeId)).filter(({ domain, secure, path }) => {
      const host = hostOf(domain);
      if (!this.#policy.allowsHost(agent, host)) return false;
      if (wanted !== null)
        return isIn(`${secure ? "https" : "http"}://${host}${path}`) || isIn(`https://${host}${path}`);
      if (jar.kind === "isolated") return true;
      return [...hosts].some((one) => one === host || (domain.startsWith(".") && one.endsWith(`.${host}`)));
    });
    const readable = privileged.available && container !== null;
    const found = readable ? await privileged.readLocalStorage(container, allowed) : [];
    return {
      cookies: cookies.map(described),
      origins: found.filter(({ localStorage }) => localStorage.length > 0),
      skipped: readable ? [] : allowed,
    };
  }

  /**
   * Has the sites of a state keep exactly what it says. All of it is done, or nothing.
   * Throws DOMAIN_BLOCKED, COOKIE_REFUSED, STORAGE_FULL, NEEDS_MANAGED.
   */
  async write(agent: string, jar: Jar, { cookies, origins }: State): Promise<Loaded> {
    for (const { origin } of origins) this.#requestPolicy.check(agent, `${origin}/`);
    for (const { domain } of cookies) {
      const host = hostOf(domain ?? "");
      if (!this.#policy.allowsHost(agent, host)) this.#requestPolicy.check(agent, `https://${host}/`);
    }
    const container = containerOf(jar);
    if (origins.length > 0 && (!privileged.available || container === null)) {
      const what = ours`Only the Firefox that clz starts lets the storage of sites be set, and not in private windows`;
      const hint = ours`Load its cookies alone: clz cookies import FILE. Everything: clz browser start`;
      throw new CommandError("NEEDS_MANAGED", what, {}, hint);
    }
    const now = Date.now() / 1000;
    const ended = cookies.filter(({ expires }) => expires != null && expires >= 0 && expires < now);
    const wanted = cookies.filter((cookie) => !ended.includes(cookie));
    const domains = new Set(cookies.map(({ domain }) => hostOf(domain ?? "")));
    const before = (await cookiesIn(jar.storeId)).filter(({ domain }) => domains.has(hostOf(domain)));
    const set: browser.cookies.Cookie[] = [];
    try {
      await Promise.all(before.map((cookie) => removeCookie(jar.storeId, cookie)));
      for (const cookie of wanted) set.push(await setCookie(jar.storeId, cookie));
      if (origins.length > 0 && container !== null) await writeStorage(container, origins);
    } catch (thrown) {
      await Promise.all(set.map((cookie) => removeCookie(jar.storeId, cookie)));
      await Promise.all(before.map((cookie) => setCookie(jar.storeId, described(cookie))));
      throw thrown;
    }
    return {
      cookies: wanted.length,
      origins: origins.map(({ origin }) => origin),
      expired: ended.map(({ name }) => name),
    };
  }
}

async function writeStorage(container: number, origins: StoredOrigin[]): Promise<void> {
  try {
    await privileged.writeLocalStorage(container, origins);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    if (!/quota/i.test(reason)) throw thrown;
    throw new CommandError("STORAGE_FULL", ours`The state holds more than Firefox keeps for one of its sites`);
  }
}

/** The number of a jar's container; 0 for Firefox's own jar, null for that of private windows. */
function containerOf({ storeId, kind }: Jar): number | null {
  if (kind === "private") return null;
  return Number(/^firefox-container-(\d+)$/.exec(storeId)?.[1] ?? 0);
}
