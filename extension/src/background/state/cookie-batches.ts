// Many cookies at once: all of them are in the jar afterwards, or the jar is as it was.

import { CommandError } from "../../shared/errors";
import { asKept, cookiesIn, described, hostOf, removeCookie, setCookie, type Cookie, type NewCookie } from "./cookies";

type Stored = browser.cookies.Cookie;

/**
 * Takes `gone` out of a jar and sets `wanted`; what is there already stays, for each change is a message of its own. Gives
 * the way back. Throws COOKIE_REFUSED, also where Firefox keeps a part of them alone.
 */
export async function replaceCookies(
  storeId: string,
  gone: readonly Stored[],
  wanted: readonly NewCookie[],
): Promise<() => Promise<void>> {
  const before = await cookiesIn(storeId);
  const there = new Set(before.map((cookie) => wholeOf(described(cookie))));
  const missing = wanted.filter((cookie) => !there.has(wholeOf(asKept(cookie))));
  const staying = new Set(wanted.map((cookie) => keyOf(asKept(cookie))));
  const undo = (): Promise<void> => restore(storeId, before);
  try {
    const unwanted = gone.filter((cookie) => !staying.has(keyOf(described(cookie))));
    await Promise.all(unwanted.map((cookie) => removeCookie(storeId, cookie)));
    // All of them are known before any is taken back.
    const settled = await Promise.allSettled(missing.map((cookie) => setCookie(storeId, cookie)));
    const failed = settled.find((one) => one.status === "rejected");
    if (failed) throw failed.reason;
    const set = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    if (set.length > 0) checkKept(set, await cookiesIn(storeId));
  } catch (thrown) {
    await undo();
    throw thrown;
  }
  return undo;
}

/** Firefox lets old cookies of a site go for new ones, beyond so many. */
function checkKept(set: readonly Stored[], now: readonly Stored[]): void {
  const kept = new Set(now.map((cookie) => keyOf(described(cookie))));
  const lost = set.find((cookie) => !kept.has(keyOf(described(cookie))));
  if (!lost) return;
  const { name } = lost;
  const domain = hostOf(lost.domain);
  const count = set.filter((cookie) => !kept.has(keyOf(described(cookie)))).length;
  const what = `Firefox does not keep this many cookies of one site: ${count} of ${set.length} would be lost, such as ${name} of ${domain}`;
  throw new CommandError("COOKIE_REFUSED", what, { name, domain });
}

async function restore(storeId: string, before: readonly Stored[]): Promise<void> {
  const known = new Set(before.map((cookie) => keyOf(described(cookie))));
  const now = await cookiesIn(storeId);
  const added = now.filter((cookie) => !known.has(keyOf(described(cookie))));
  await Promise.all(added.map((cookie) => removeCookie(storeId, cookie)));
  const same = new Set(now.map((cookie) => wholeOf(described(cookie))));
  const changed = before.map(described).filter((cookie) => !same.has(wholeOf(cookie)));
  // One that has ended meanwhile stays away.
  await Promise.allSettled(changed.map((cookie) => setCookie(storeId, cookie)));
}

/** What no two cookies of a jar have in common. */
function keyOf({ name, domain, path, partition }: Cookie): string {
  return JSON.stringify([name, domain, path, partition]);
}

function wholeOf(cookie: Cookie): string {
  const { value, expires, httpOnly, secure, sameSite } = cookie;
  return JSON.stringify([keyOf(cookie), value, expires, httpOnly, secure, sameSite]);
}
