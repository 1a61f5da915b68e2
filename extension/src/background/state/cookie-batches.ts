// Many cookies at once: all of them are in the jar afterwards, or the jar is as it was.

import { CommandError } from "../../shared/errors";
import { cookiesIn, described, hostOf, removeCookie, setCookie, type NewCookie } from "./cookies";

type Stored = browser.cookies.Cookie;

/** Takes `gone` out of a jar and sets `wanted`. Throws COOKIE_REFUSED, also where Firefox keeps a part of them alone. */
export async function replaceCookies(
  storeId: string,
  gone: readonly Stored[],
  wanted: readonly NewCookie[],
): Promise<() => Promise<void>> {
  const before = await cookiesIn(storeId);
  const undo = (): Promise<void> => restore(storeId, before);
  try {
    await Promise.all(gone.map((cookie) => removeCookie(storeId, cookie)));
    // All of them are known before any is taken back.
    const settled = await Promise.allSettled(wanted.map((cookie) => setCookie(storeId, cookie)));
    const failed = settled.find((one) => one.status === "rejected");
    if (failed) throw failed.reason;
    const set = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    checkKept(set, await cookiesIn(storeId));
  } catch (thrown) {
    await undo();
    throw thrown;
  }
  return undo;
}

/** Firefox lets old cookies of a site go for new ones, beyond so many. */
function checkKept(set: readonly Stored[], now: readonly Stored[]): void {
  const kept = new Set(now.map(keyOf));
  const lost = set.find((cookie) => !kept.has(keyOf(cookie)));
  if (!lost) return;
  const { name } = lost;
  const domain = hostOf(lost.domain);
  const count = set.filter((cookie) => !kept.has(keyOf(cookie))).length;
  const what = `Firefox does not keep so many cookies of one site: ${count} of ${set.length} would be lost, such as ${name} of ${domain}`;
  throw new CommandError("COOKIE_REFUSED", what, { name, domain });
}

async function restore(storeId: string, before: readonly Stored[]): Promise<void> {
  const known = new Set(before.map(keyOf));
  const now = await cookiesIn(storeId);
  await Promise.all(now.filter((one) => !known.has(keyOf(one))).map((cookie) => removeCookie(storeId, cookie)));
  const same = new Set(now.map(wholeOf));
  const changed = before.filter((cookie) => !same.has(wholeOf(cookie)));
  // One that has ended meanwhile stays away.
  await Promise.allSettled(changed.map((cookie) => setCookie(storeId, described(cookie))));
}

/** What no two cookies of a jar have in common. */
function keyOf(cookie: Stored): string {
  const { name, domain, path, partition } = described(cookie);
  return JSON.stringify([name, domain, path, partition]);
}

function wholeOf(cookie: Stored): string {
  return JSON.stringify(described(cookie));
}
