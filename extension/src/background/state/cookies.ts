// Cookies, as in commands and state files, in one jar.
//
// They are read and written by Firefox's own API, in the form of Playwright: `sameSite` capitalized, `expires` in
// seconds since 1970. Those that Firefox keeps apart by the site at the top (CHIPS) say by which in `partition`.
// An error never holds a value.

import type { Commands } from "../../generated/registry";
import { CommandError, ownWords } from "../../shared/errors";
import { table } from "../../shared/table";

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

const SAME_SITE = table<Cookie["sameSite"]>({ strict: "Strict", lax: "Lax", no_restriction: "None" });
const AS_FIREFOX = table<string>({ strict: "strict", lax: "lax", none: "no_restriction" });

/** The latest that dates in files can name; Firefox ends a cookie after 400 days anyway. */
const LATEST = 253_402_300_799;

/** Those of a jar that are sent to an address; without one all. */
export async function cookiesIn(storeId: string, url?: string): Promise<Stored[]> {
  const sent = url !== undefined && { url: isOfThisMachine(url) ? url.replace(/^http:/, "https:") : url };
  return browser.cookies.getAll({ storeId, firstPartyDomain: null, partitionKey: {}, ...sent } as never);
}

/** Firefox sends such an address secure cookies by http as well. */
function isOfThisMachine(url: string): boolean {
  return /^(.+\.)?localhost$|^127\.|^\[::1\]$/.test(new URL(url).hostname);
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
  const { name, value, path, httpOnly, secure, expires, partition } = cookie;
  const host = new URL(url).hostname;
  const domain = cookie.domain === undefined ? undefined : spelled(cookie.domain);
  const named = { name, domain: cookie.domain ?? host };
  if (domain === null) throw refused(named, `${cookie.domain} is not a host: it is named without https:// and port`);
  const wanted = domain && hostOf(domain);
  if (wanted !== undefined && host !== wanted && !host.endsWith(`.${wanted}`)) {
    throw refused(named, `${host} sets no cookies for ${wanted}`);
  }
  if (hasEnded(cookie)) throw refused(named, "it has ended already");
  const why = brokenPrefix({ ...cookie, domain }, host);
  if (why !== null) throw refused(named, why);
  const details = {
    storeId,
    // Whether it is secure is said by itself, and not by the page that happens to be there.
    url: pageAt(secure ? url.replace(/^http:/, "https:") : url, path),
    name,
    value,
    // A domain of a host alone is said by leaving it out.
    ...(domain !== undefined && !isHostOnly({ ...cookie, domain }, host) && { domain }),
    path: path ?? "/",
    ...(httpOnly !== undefined && { httpOnly }),
    ...(secure !== undefined && { secure }),
    ...(cookie.sameSite && { sameSite: AS_FIREFOX[cookie.sameSite.toLowerCase()] ?? "unspecified" }),
    ...(expires != null && expires >= 0 && { expirationDate: Math.min(expires, LATEST) }),
    ...(partition !== undefined && { partitionKey: { topLevelSite: partition } }),
  };
  let stored: Stored | null;
  try {
    stored = await browser.cookies.set(details as never);
  } catch (thrown) {
    throw refused(named, reasonOf(thrown, wanted ?? host));
  }
  // Firefox refuses some without a word.
  if (!stored)
    throw refused(named, "Firefox keeps no such cookie: see its prefix, its domain and whether it is secure");
  return stored;
}

/** Firefox looks at this address for what it has kept: one that the cookie is sent to. */
function pageAt(url: string, path = "/"): string {
  return Object.assign(new URL(url), { pathname: path }).href;
}

/** Firefox repeats all of a cookie where it is one for a whole registry, its value included. */
function reasonOf(thrown: unknown, host: string): string {
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return /^(Permission denied|Invalid domain)/.test(reason)
    ? `${host} is not a site, but what sites are registered under, such as com`
    : reason;
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

/** True for one that is over before it begins. */
export function hasEnded({ expires }: NewCookie): boolean {
  return expires != null && expires >= 0 && expires < Date.now() / 1000;
}

/** The host that a cookie is of, without what makes it one of the hosts below as well. */
export function hostOf(domain: string): string {
  return domain.replace(/^\./, "");
}

/** A domain as Firefox spells it, the dot for the hosts below it kept; null if it is none. */
export function spelled(domain: string): string | null {
  const host = hostOf(domain);
  // Some leave out the brackets that addresses have around it.
  const isBareV6 = /^[0-9a-f]*:[0-9a-f:]*:[0-9a-f:.]*$/i.test(host);
  const address = URL.parse(`http://${isBareV6 ? `[${host}]` : host}/`);
  if (!address || (!isBareV6 && /[\s/\\?#@]|:\d*$/.test(host))) return null;
  return `${domain.startsWith(".") ? "." : ""}${address.hostname}`;
}

/** What is in a jar once a cookie is set, where Firefox keeps it as it is. Throws COOKIE_REFUSED for one of no host. */
export function asKept(cookie: NewCookie): Cookie {
  const { name, value, path = "/", expires, httpOnly = false, secure = false, sameSite, partition } = cookie;
  const host = new URL(addressOf(cookie)).hostname;
  const domain = cookie.domain === undefined ? host : (spelled(cookie.domain) ?? cookie.domain);
  return {
    name,
    value,
    domain: cookie.domain === undefined || isHostOnly({ ...cookie, domain }, host) ? host : `.${hostOf(domain)}`,
    path,
    expires: expires != null && expires >= 0 ? expires : null,
    httpOnly,
    secure,
    sameSite: SAME_SITE[AS_FIREFOX[sameSite?.toLowerCase() ?? ""] ?? ""] ?? null,
    ...(partition !== undefined && { partition }),
  };
}

/** Where a server would be that sets this cookie. Throws COOKIE_REFUSED if it says neither address nor domain. */
function addressOf({ url, domain = "", path, secure, name }: NewCookie): string {
  const host = spelled(domain);
  const address = URL.parse(url ?? (host && `${secure ? "https" : "http"}://${hostOf(host)}${path ?? "/"}`) ?? "");
  if (!address) throw refused({ name, domain }, "it has no address, and no domain such as example.com");
  return address.href;
}

/** What a cookie lacks that its name promises; Firefox's API does not look (RFC 6265bis, 4.1.3). */
function brokenPrefix({ name, secure, path, domain, ...rest }: NewCookie, host: string): string | null {
  const isHost = /^__host-/i.test(name);
  if (!isHost && !/^__secure-/i.test(name)) return null;
  if (secure !== true) return "the prefix of its name requires a secure cookie";
  const bound = domain === undefined || isHostOnly({ name, domain, ...rest }, host);
  return isHost && (!bound || (path ?? "/") !== "/") ? "the prefix of its name requires one host and all paths" : null;
}

/** Nothing is below a number, or a name that has no dot. */
function isHostOnly({ domain, url }: NewCookie, host: string): boolean {
  const isAlone = !host.includes(".") || /^[\d.]+$/.test(host);
  return (url === undefined && domain === host) || (isAlone && domain !== undefined && hostOf(domain) === host);
}

function refused(named: { name: string; domain: string }, reason: string): CommandError {
  return new CommandError("COOKIE_REFUSED", `The cookie ${named.name} was not set: ${reason}`, named);
}

const UNITS = table<number>({ s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800, y: 31_536_000 });
const HOW = ownWords`Say 90s, 30m, 12h, 7d, a date such as 2030-01-31, or seconds since 1970.`;

/** Seconds since 1970 of `7d`, a date or a number. Throws INVALID_PARAMS, also for a time that is over. */
export function parseWhen(text: string): number {
  const now = Math.floor(Date.now() / 1000);
  const [, count, unit] = /^(\d{1,9})([smhdwy])$/.exec(text) ?? [];
  if (count !== undefined && unit !== undefined) return now + Number(count) * (UNITS[unit] ?? 1);
  // Firefox makes a date of nearly everything.
  const isDate = /^\d{4}-\d{2}-\d{2}(T|$)|\d{4}.* GMT$/.test(text);
  const when = /^\d{1,12}$/.test(text) ? Number(text) : isDate ? Math.floor(Date.parse(text) / 1000) : NaN;
  if (!Number.isFinite(when)) {
    throw new CommandError("INVALID_PARAMS", `${text} is not an expiry time of a cookie`, {}, HOW);
  }
  if (when > now) return when;
  const hint = ownWords`To delete a cookie: clz cookies delete NAME. For one that ends with Firefox, leave out --expires.`;
  throw new CommandError("INVALID_PARAMS", `${text} is in the past: the cookie would end immediately`, {}, hint);
}
