// Redaction: what must not leave Firefox in addresses, headers, console lines and errors. All of it is decided here.
//
// Three things make a value a secret:
//   its name     `access_token=…`, `X-Api-Key: …`. Names that sites use for harmless things as well (`ticket=123`,
//                `state=open`, `refresh=1`) count only if the value looks made up by a machine.
//   its look     a JSON Web Token, a key with the prefix that its maker gave it for finding it (`ghp_…`, `AKIA…`),
//                `Bearer …`: whatever it is called, and wherever in a text it is.
//   its place    what follows `/reset/` or `/invite/` in a path, as in links that are sent by mail.
// Long values under other names stay: hashes, ids and versions of files are most of them, and agents need them.

import { hidden, unseenNow } from "../text/unseen";

export const MASK = "***";

/** Words that make a name secret wherever they are in it, and words that do so only as a word of their own. */
const WITHIN =
  /passw|passphrase|pwd|token|apikey|secret|credential|signature|session|jwt|csrf|xsrf|saml|assertion|bearer|hmac|wresult/;
const ALONE = new Set(
  "auth oauth key keys pass pin otp totp code sig sid authorization authentication cookie dpop ott".split(" "),
);
/** Words of names whose value is a secret where it looks like one. */
const MAYBE = new Set(
  "ticket refresh relaystate state nonce invite invitation magic reset verify verification grant hash sso ctx wctx proof".split(
    " ",
  ),
);
/** Words before a part of a path that is a secret where it looks like one. */
const BEFORE =
  /^(?:reset|invite|invitation|magic|verify|verification|confirm|activate|unsubscribe|token|secret|session|auth|password)/;

/** A signed or encrypted token (RFC 7519): its first part is JSON, `{"` in base64. */
const JWT = /\beyJ[\w-]{6,}\.[\w-]{4,}(?:\.[\w-]*){1,3}/g;
/** How one begins, and of what it is made. In a long word without spaces, JWT would be tried from each `-` on. */
const BEGIN = "eyJ";
const PART = /[\w.-]/;
const MAX_RUN = 2_000;
/** Of a longer data: address its type is shown, and no part of the data. */
const MAX_DATA = 200;
const DATA = /^data:[\w.+-]{1,40}\/[\w.+-]{1,80}(?=[;,])/i;
/** Keys that are known by their prefix, as scanners for leaked keys do it. */
const PREFIXED =
  /\b(?:gh[oprsu]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{20,}|xox[abeprs]-[\w-]{10,}|sk-[\w-]{20,}|[prs]k_(?:live|test)_\w{10,}|A[KS]IA[A-Z0-9]{16}|AIza[\w-]{30,}|ya29\.[\w-]{20,}|npm_\w{30,}|pypi-[\w-]{30,})/g;
/** The scheme stays, so that it can be seen which one was used. */
const SCHEMES =
  /\b(bearer|basic|dpop|negotiate|ntlm|hawk|apikey|token|aws4-hmac-sha256)(\s+)(?!realm=|\*)[\w+/=.~:-]{6,}[^\r\n"']*/gi;
const BEARER = /\b(bearer|basic|dpop)(\s+)(?!realm=|\*)(?=[\w+/=.~-]*\d)[\w+/=.~-]{12,}/gi;
const PAIR = /([?#&;]|^)([^=&;#?]+)=([^&;#]*)((?:[&;][^=&;#]*(?=[&;#]|$))*)/g;
const ADDRESS = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>`\\]+/gi;
/** `"access_token": "…"` and `password=…`, as programs write down what they have; a name is looked at once, however long. */
const NAMED =
  /(["']?)(?<![\w$.-])([\w$.-]{3,})\1(\s*[:=]\s*)(?:"([^"\n]{4,})"|'([^'\n]{4,})'|([^\s"',;&{}[\]()]{4,}))/g;

/** True for the name of a parameter or header whose value is a secret, or, given the value, may be one. */
export function isSecret(name: string, value = ""): boolean {
  const words = wordsOf(name);
  const all = [...words, words.join("")];
  if (WITHIN.test(words.join("")) || all.some((word) => ALONE.has(word))) return true;
  return all.some((word) => MAYBE.has(word)) && looksMade(value);
}

function wordsOf(name: string): string[] {
  const spaced = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return spaced.split(/[^a-z0-9]+/).filter(Boolean);
}

/** True for what no person writes: long, in one piece, with letters and digits mixed. */
function looksMade(value: string): boolean {
  const bare = decoded(value);
  if (bare.length < 16 || /[\s/?&]/.test(bare)) return false;
  return /\d/.test(bare) && /[a-z]/i.test(bare) && !/^\d{4}-\d\d-\d\d/.test(bare);
}

/** The address without its password, and with the secrets in path, query and fragment masked. Also one that is relative. */
export function redactUrl(address: string): string {
  if (/^data:/i.test(address)) return address.length > MAX_DATA ? `${DATA.exec(address)?.[0] ?? "data:"}…` : address;
  const [bare = "", search = "", hash = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(address)?.slice(1) ?? [address];
  const place = bare.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, `$1${MASK}@`);
  return redactLooks(redactPath(place) + redactPairs(search) + redactPairs(hash));
}

/** The same, with what was masked going along unseen. */
export function redactedUrl(address: string): string {
  return withMasked(address, redactUrl(address));
}

/** The text with what looks like a secret masked, and the secrets of the addresses in it. */
export function redactText(text: string): string {
  const addresses = text.replace(ADDRESS, (address) => redactUrl(address));
  return redactLooks(addresses).replace(BEARER, `$1$2${MASK}`);
}

/** The line of a console, where programs write down what they have under its name. */
export function redactLine(text: string): string {
  return redactText(text).replace(NAMED, (whole, quote: string, name: string, between: string, ...values: string[]) => {
    if (!WITHIN.test(wordsOf(name).join("")) || whole.includes(MASK)) return whole;
    const mark = values[0] !== undefined ? '"' : values[1] !== undefined ? "'" : "";
    return `${quote}${name}${quote}${between}${mark}${MASK}${mark}`;
  });
}

/**
 * A text that was redacted, with what was masked in it going along unseen: a value may go on where a mask ends, as
 * behind the `&` in `password=***&2`, and the rest of it must not be shown.
 */
export function withMasked(text: string, redacted: string): string {
  if (redacted === text || unseenNow() === null) return redacted;
  const kept = redacted.split(MASK);
  let out = "";
  let at = 0;
  for (const [number, piece] of kept.entries()) {
    const isLast = number === kept.length - 1;
    const found = number === 0 ? 0 : isLast ? text.length - piece.length : text.indexOf(piece, at);
    // What else was changed cannot be separated from it.
    if (found < at || !text.startsWith(piece, found)) return redacted;
    if (number > 0) out += MASK + hidden(text.slice(at, found));
    out += piece;
    at = found + piece.length;
  }
  return out;
}

/** `name=value&…` as a form sends it, masked like the query of an address. */
export function redactForm(text: string): string {
  return redactLooks(redactPairs(text));
}

/**
 * True for the name of a member of JSON whose value is a secret. There, keys and codes are mostly those of lists and
 * errors: such a name counts only if the value is long, or may be a code that somebody was sent.
 */
export function isSecretMember(name: string, value: string): boolean {
  const words = wordsOf(name);
  const others = words.filter((word) => !/^(?:keys?|code)$/.test(word));
  if (others.length === words.length) return isSecret(name, value);
  if (WITHIN.test(words.join("")) || others.some((word) => ALONE.has(word))) return true;
  if (!/\d/.test(value) || /^\d{1,3}$/.test(value)) return false;
  return value.length >= 16 || (words.at(-1) === "code" && others.every((word) => BEFORE.test(word)));
}

/** The text with what looks like a secret masked, and its addresses left alone: in a program they are templates. */
export function redactCode(text: string): string {
  return redactLooks(text).replace(BEARER, `$1$2${MASK}`);
}

/** A title that Firefox made from the address of a page without one. */
export function redactTitle(title: string): string {
  return /\s/.test(title) ? redactText(title) : redactUrl(title);
}

function redactLooks(text: string): string {
  return redactRuns(text).replace(PREFIXED, MASK);
}

/** Looks at the words that may hold a token. An expression for them would need more stack than there is for a long one. */
function redactRuns(text: string): string {
  let out = "";
  let at = 0;
  for (let found = text.indexOf(BEGIN); found >= 0; found = text.indexOf(BEGIN, at)) {
    let from = found;
    let to = found + BEGIN.length;
    while (from > at && PART.test(text.charAt(from - 1))) from -= 1;
    while (to < text.length && PART.test(text.charAt(to))) to += 1;
    out += text.slice(at, from) + redactTokens(text.slice(from, to));
    at = to;
  }
  return out + text.slice(at);
}

/** Of a run that is very long, all goes that comes after the beginning of a token. */
function redactTokens(run: string): string {
  return run.length > MAX_RUN ? run.slice(0, run.search(/\beyJ|$/)) + MASK : run.replace(JWT, MASK);
}

function redactPath(place: string): string {
  const parts = place.split("/");
  const isMade = (at: number): boolean => BEFORE.test(parts[at - 1]?.toLowerCase() ?? "") && looksMade(parts[at] ?? "");
  return parts.map((part, at) => (isMade(at) ? MASK : part)).join("/");
}

/**
 * `?a=1&token=***`: only the values change. An address in a value loses its own secrets. What follows without a name of
 * its own belongs to a secret: who wrote it has left an & in it as it is.
 */
function redactPairs(part: string): string {
  return part.replace(PAIR, (whole, before: string, name: string, value: string, rest: string) => {
    if (value !== "" && isSecret(decoded(name), value)) return `${before}${name}=${MASK}`;
    const inner = decoded(value);
    if (!/^[a-z][a-z0-9+.-]*:\/\/|^\/[^?]*\?/i.test(inner)) return whole;
    const masked = redactUrl(inner);
    return masked === inner ? whole : `${before}${name}=${encodeURIComponent(masked).replaceAll("***", MASK)}${rest}`;
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

export interface Header {
  name: string;
  value: string;
}

const ADDRESSES = /^(?:location|referer|content-location|origin|refresh)$/i;

/** Headers are secret by name or by look; addresses in them lose their secrets too. */
export function redactHeader({ name, value }: Header): Header {
  if (/^(?:(?:www|proxy)-authenticate|access-control-allow-credentials)$/i.test(name)) return { name, value };
  if (isSecret(name, value)) return { name, value: MASK };
  if (/^refresh$/i.test(name)) return { name, value: value.replace(/(?<=url\s*=\s*).*/i, redactUrl) };
  const masked = ADDRESSES.test(name) ? redactUrl(value) : redactText(value);
  return { name, value: masked.replace(SCHEMES, `$1$2${MASK}`) };
}
