// Pages that Firefox keeps every extension out of.

/** The preference extensions.webextensions.restrictedDomains, as Firefox ships it. */
const DOMAINS = new Set([
  "accounts-static.cdn.mozilla.net",
  "accounts.firefox.com",
  "addons.cdn.mozilla.net",
  "addons.mozilla.org",
  "api.accounts.firefox.com",
  "content.cdn.mozilla.net",
  "discovery.addons.mozilla.org",
  "install.mozilla.org",
  "oauth.accounts.firefox.com",
  "profile.accounts.firefox.com",
  "support.mozilla.org",
  "sync.services.mozilla.com",
]);
const OPEN_SCHEMES = new Set(["http:", "https:", "file:", "data:", "blob:", "ftp:"]);

export function isRestricted(url: string): boolean {
  const parsed = URL.parse(url);
  if (!parsed) return false;
  if (parsed.href === "about:blank" || parsed.href === "about:srcdoc") return false;
  return !OPEN_SCHEMES.has(parsed.protocol) || DOMAINS.has(parsed.hostname);
}
