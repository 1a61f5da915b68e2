// Cookies, as commands and state files have them, in one jar.
//
// They are read and written by Firefox's own API, in the form of Playwright: `sameSite` capitalized, `expires` in
// seconds since 1970. Those that Firefox keeps apart by the site at the top (CHIPS) say by which in `partition`.

import type { Commands } from "../../generated/registry";
import { CommandError, ours } from "../../shared/errors";

export type Cookie = Commands["getCookies"]["result"]["cookies"][number];

/** A cookie to set. Without a domain it is of its address's host alone. */
export interface NewCookie {
  name: string;
  value: string;
  url?: string | undefined;
  domain?: string | undefined;
  path?: string | undefined;
  /** In seconds since 1970; nothing or -1 for one that goes with Firefox. */
  expires?: number | null | undefined;
  httpOnly?: boolean | undefined;
  secure?: boolean | undefined;
  sameSite?: string | null | undefined;
  partition?: string | undefined;
}

type Stored = browser.cookies.Cookie;

const SAME_SITE: Record<string, Cookie["sameSite"]> = { strict: "Strict", lax: "Lax", no_restriction: "None" };
const AS_FIREFOX: Record<string, string> = { strict: "strict", lax: "lax", none: "no_restriction" };

/** Those of a jar that are sent to an address; without one all. */
export async function cookiesIn(storeId: string, url?: string): Promise<Stored[]> {
  return browser.cookies.getAll({ storeId, firstPartyDomain: null, partitionKey: {}, ...(url && { url }) } as never);
}

export function described(cookie: Stored): Cookie {
  const partition = (cookie as { partitionKey?: { topLevelSite?: string } }).partitionKey?.topLevelSite;
  return {
    name: cookie.name,
    value: cookie.value,
    domain: cookie.domain,
    path: cookie.path,
    expires: cookie.expirationDate ?? null,
    httpOnly: cookie.httpOnly,
    secure: cookie.secure,
    sameSite: SAME_SITE[cookie.sameSite] ?? null,
    ...(partition !== undefined && { partition }),
  };
}

/** Throws COOKIE_REFUSED for one that a server of that address could not set either. */
export async function setCookie(storeId: string, cookie: NewCookie): Promise<Stored> {
  const url = addressOf(cookie);
  const { name, value, domain, path, httpOnly, secure, expires, partition } = cookie;
  const host = new URL(url).hostname;
  const wanted = domain?.replace(/^\./, "").toLowerCase();
  const named = { name, domain: domain ?? host };
  if (wanted !== undefined && host !== wanted && !host.endsWith(`.${wanted}`)) {
    throw refused(named, `${host} sets no cookies for ${wanted}`);
  }
  const why = brokenPrefix(cookie, host);
  if (why !== null) throw refused(named, why);
  const details = {
    storeId,
    url,
    name,
    value,
    // A domain of a host alone is said by leaving it out.
    ...(domain !== undefined && !isHostOnly(cookie, host) && { domain }),
    path: path ?? "/",
    ...(httpOnly !== undefined && { httpOnly }),
    ...(secure !== undefined && { secure }),
    ...(cookie.sameSite && { sameSite: AS_FIREFOX[cookie.sameSite.toLowerCase()] ?? "unspecified" }),
    ...(expires != null && expires >= 0 && { expirationDate: expires }),
    ...(partition !== undefined && { partitionKey: { topLevelSite: partition } }),
  };
  let stored: Stored | null;
  try {
    stored = await browser.cookies.set(details as never);
  } catch (thrown) {
    throw refused(named, thrown instanceof Error ? thrown.message : String(thrown));
  }
  // Firefox refuses some without a word.
  if (!stored)
    throw refused(named, "Firefox keeps no such cookie: see its prefix, its domain and whether it is secure");
  return stored;
}

export async function removeCookie(storeId: string, cookie: Stored): Promise<void> {
  const { name, domain, path, secure, partitionKey, firstPartyDomain } = cookie;
  const url = `${secure ? "https" : "http"}://${domain.replace(/^\./, "")}${path}`;
  await browser.cookies.remove({
    storeId,
    url,
    name,
    firstPartyDomain,
    ...(partitionKey && { partitionKey }),
  });
}

/** The host that a cookie is of, without what makes it one of the hosts below as well. */
export function hostOf(domain: string): string {
  return domain.replace(/^\./, "");
}

/** Where a server would be that sets this cookie. Throws COOKIE_REFUSED if it says neither address nor domain. */
function addressOf({ url, domain, path, secure, name }: NewCookie): string {
  if (url !== undefined) return url;
  const address = domain && URL.parse(`${secure ? "https" : "http"}://${hostOf(domain)}${path ?? "/"}`);
  if (!address) throw refused({ name, domain: domain ?? "" }, "it has no address and no domain");
  return address.href;
}

/** What a cookie lacks that its name promises; Firefox's API does not look (RFC 6265bis, 4.1.3). */
function brokenPrefix({ name, secure, path, domain, ...rest }: NewCookie, host: string): string | null {
  const isHost = /^__host-/i.test(name);
  if (!isHost && !/^__secure-/i.test(name)) return null;
  if (secure !== true) return "its prefix asks for a secure one";
  const bound = domain === undefined || isHostOnly({ name, domain, ...rest }, host);
  return isHost && (!bound || (path ?? "/") !== "/") ? "its prefix asks for one of a host alone, for all paths" : null;
}

function isHostOnly({ domain, url }: NewCookie, host: string): boolean {
  return url === undefined && domain === host;
}

function refused(named: { name: string; domain: string }, reason: string): CommandError {
  return new CommandError("COOKIE_REFUSED", `The cookie ${named.name} was not set: ${reason}`, named);
}

const UNITS: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** Seconds since 1970 of `7d`, a date or a number. Throws INVALID_PARAMS. */
export function parseWhen(text: string): number {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  if (count !== undefined && unit !== undefined)
    return Math.floor(Date.now() / 1000) + Number(count) * (UNITS[unit] ?? 1);
  const when = /^\d{1,12}$/.test(text) ? Number(text) : Math.floor(Date.parse(text) / 1000);
  if (Number.isFinite(when)) return when;
  const hint = ours`Say 90s, 30m, 12h, 7d, a date such as 2030-01-31, or seconds since 1970.`;
  throw new CommandError("INVALID_PARAMS", `${text} is no time at which a cookie could end`, {}, hint);
}
