// Redaction: what must not leave in addresses and headers.

const MASK = "***";

/** Words that make a name secret wherever they stand in it, and words that do so only as a word of their own. */
const WITHIN = /passw|passphrase|pwd|token|apikey|secret|credential|signature|session|jwt|csrf|xsrf/;
const ALONE = new Set(["auth", "oauth", "key", "keys", "pass", "pin", "otp", "code", "sig", "sid", "authorization", "cookie"]);

/** True for the name of a parameter or header whose value is a secret. */
export function isSecret(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  return WITHIN.test(words.join("")) || words.some((word) => ALONE.has(word));
}

/** The address with its password and the values of its secret parameters masked, in query and fragment. */
export function redactUrl(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  if (url.protocol === "data:") return address.length > 200 ? `${address.slice(0, 200)}…` : address;
  const masked = [url.search, url.hash].map(redactPairs);
  const [search = "", hash = ""] = masked;
  const bare = address.slice(0, address.length - tailLength(address));
  const user = url.password || url.username ? bare.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, `$1${MASK}@`) : bare;
  return user + search + hash;
}

/** How much of an address query and fragment are, as it is written. */
function tailLength(address: string): number {
  const at = address.search(/[?#]/);
  return at < 0 ? 0 : address.length - at;
}

/** `?a=1&token=***`: only the values change. */
function redactPairs(part: string): string {
  return part.replace(/([?#&;]|^)([^=&;#?]+)=([^&;#]*)/g, (whole, before: string, name: string) => {
    return isSecret(decoded(name)) ? `${before}${name}=${MASK}` : whole;
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export interface Header {
  name: string;
  value: string;
}

/** Addresses in headers lose their secrets too. */
export function redactHeader({ name, value }: Header): Header {
  if (isSecret(name)) return { name, value: MASK };
  return { name, value: /^(?:location|referer|content-location|origin)$/i.test(name) ? redactUrl(value) : value };
}
