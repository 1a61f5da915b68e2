// The sites that a secret is for: hosts as in the policy, by https alone. Without it only where that is written down, and
// on this machine, where nobody listens in between.

import { matchesAny, parsePattern } from "../policy/domain-patterns";

const LOOPBACK = /^(?:localhost|(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** True if an origin, `https://host:port`, is of one of the domains. */
export function isForSite(origin: string, domains: readonly string[]): boolean {
  const url = URL.parse(origin);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) return false;
  return domains.some((domain) => {
    const plain = domain.startsWith("http://");
    const pattern = parsePattern(plain ? domain.slice("http://".length) : domain);
    if (!pattern || pattern.host === null || !matchesAny(origin, [pattern])) return false;
    return url.protocol === "https:" || plain || LOOPBACK.test(url.hostname.replace(/\.$/, ""));
  });
}
