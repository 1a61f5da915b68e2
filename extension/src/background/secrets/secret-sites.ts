// The sites that a secret is for: hosts as in the policy, by https alone. Without it only where that is written down, and
// on this machine, where nobody listens in between.

import { advice, type Advice, CommandError } from "../../shared/errors";
import type { SecretText } from "../../generated/messages";
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

/** The error for a secret that is wanted at an origin which is not one of its own. */
export function notForSite({ name, domains }: SecretText["secrets"][number], origin: string): CommandError {
  const site = origin === "null" ? "a page without a site of its own, such as one in a sandbox" : origin;
  const message = `${name} is for ${domains.join(", ")}, and this is ${site}`;
  const hint = siteHint(name, origin, domains);
  return new CommandError("SECRET_NOT_FOR_SITE", message, { secret: name, domains, site: origin }, hint);
}

function siteHint(name: string, origin: string, domains: string[]): Advice {
  const url = URL.parse(origin);
  if (!url)
    return advice`Enter it in a page of its own: clz open https://${domains[0]?.replace(/^.*:\/\/|^\*\./g, "") ?? ""}`;
  const site = url.protocol === "http:" ? `http://${url.host}` : url.host;
  return advice`If the person means this site as well: clz secret set ${name} ${[...domains, site].map((one) => `--for ${one}`).join(" ")}`;
}
