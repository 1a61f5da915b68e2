// Cookies of a tab's jar.

import { CommandError, ownWords } from "../../../shared/errors";
import type { CommandContext } from "../../command-context";
import type { Handlers } from "../../dispatcher";
import type { Services } from "../../services";
import { replaceCookies } from "../../state/cookie-batches";
import {
  cookiesIn,
  described,
  hasEnded,
  hostOf,
  parseWhen,
  removeCookie,
  setCookie,
  spelled,
  type NewCookie,
} from "../../state/cookies";
import type { Jar } from "../../state/jars";

type Stored = browser.cookies.Cookie;

const MASK = "***";

export function cookieHandlers({ jars, policy, requestPolicy }: Services) {
  /** The address that a command is about: the page's where none is given. Throws DOMAIN_BLOCKED, INVALID_PARAMS. */
  const addressOf = async (url: string | undefined, context: CommandContext): Promise<string> => {
    const address = url ?? (await browser.tabs.get(context.tabId)).url ?? "";
    if (!/^https?:/.test(address)) {
      const hint = ownWords`Name an address: --url URL. All cookies: clz cookies --all`;
      throw new CommandError("INVALID_PARAMS", ownWords`This page has no cookies: it comes from no server`, {}, hint);
    }
    requestPolicy.check(context.agent, address);
    return address;
  };
  const inJar = async (jar: Jar, context: CommandContext, url: string | undefined, all = false): Promise<Stored[]> => {
    const { agent } = context;
    const wanted = await cookiesIn(jar.storeId, all ? undefined : await addressOf(url, context));
    const cookies = all ? wanted.filter(({ domain }) => policy.allowsHost(agent, hostOf(domain))) : wanted;
    await requestPolicy.readsCookies(agent, cookies);
    return cookies;
  };
  /** Throws DOMAIN_BLOCKED for one of a host that the agent may not go to. */
  const checkDomain = (cookie: NewCookie, context: CommandContext): void => {
    if (cookie.url !== undefined) requestPolicy.check(context.agent, cookie.url);
    const host = cookie.domain && hostOf(spelled(cookie.domain) ?? cookie.domain);
    if (host && !policy.allowsHost(context.agent, host)) requestPolicy.check(context.agent, `https://${host}/`);
  };
  return {
    getCookies: async ({ url, name, all, show }, context) => {
      const jar = await jars.of(context.tabId);
      const cookies = (await inJar(jar, context, url, all)).filter(
        (cookie) => name === undefined || cookie.name === name,
      );
      const shown = cookies.map(described).map((cookie) => ({ ...cookie, value: masked(cookie.value, show) }));
      return { cookies: shown, jar: jar.kind };
    },
    getCookie: async ({ name, url, show }, context) => {
      const jar = await jars.of(context.tabId);
      const cookie = (await inJar(jar, context, url)).find((one) => one.name === name);
      if (!cookie) throw missing(name, await addressOf(url, context));
      return { value: masked(cookie.value, show), jar: jar.kind };
    },
    setCookie: async ({ url, expires, ...cookie }, context) => {
      const jar = await jars.of(context.tabId);
      const address = await addressOf(url, context);
      const wanted = {
        ...cookie,
        url: address,
        expires: expires === undefined ? null : parseWhen(expires),
        secure: cookie.secure ?? address.startsWith("https:"),
      };
      checkDomain(wanted, context);
      const stored = await setCookie(jar.storeId, wanted);
      return { cookie: { ...described(stored), value: masked(stored.value, false) }, jar: jar.kind };
    },
    deleteCookie: async ({ name, url }, context) => {
      const jar = await jars.of(context.tabId);
      const cookies = (await inJar(jar, context, url)).filter((one) => one.name === name);
      if (cookies.length === 0) throw missing(name, await addressOf(url, context));
      return remove(jar, cookies);
    },
    clearCookies: async ({ url, all }, context) => {
      const jar = await jars.of(context.tabId);
      return remove(jar, await inJar(jar, context, url, all));
    },
    importCookies: async ({ cookies, url }, context) => {
      const jar = await jars.of(context.tabId);
      const wanted = (cookies as unknown as NewCookie[]).map((cookie) =>
        cookie.domain === undefined ? { ...cookie, url } : cookie,
      );
      for (const cookie of wanted) {
        if (cookie.domain === undefined) cookie.url = await addressOf(cookie.url, context);
        checkDomain(cookie, context);
      }
      const lasting = wanted.filter((cookie) => !hasEnded(cookie));
      await replaceCookies(jar.storeId, [], lasting);
      const domains = lasting.map(({ domain, url: address }) => hostOf(domain ?? new URL(address ?? "").hostname));
      const expired = wanted.filter(hasEnded).map(({ name }) => name);
      return { count: lasting.length, domains: [...new Set(domains)].sort(), expired, jar: jar.kind };
    },
  } satisfies Partial<Handlers>;
}

function masked(value: string, show: boolean | undefined): string {
  return show || value === "" ? value : MASK;
}

async function remove(jar: Jar, cookies: readonly Stored[]): Promise<{ removed: string[]; jar: Jar["kind"] }> {
  await Promise.all(cookies.map((cookie) => removeCookie(jar.storeId, cookie)));
  return { removed: cookies.map(({ name }) => name), jar: jar.kind };
}

function missing(name: string, url: string): CommandError {
  const { host } = new URL(url);
  return new CommandError("COOKIE_NOT_FOUND", `No cookie ${name} is sent to ${host}`, { name, host });
}
