// Why a page did not load: Firefox's numbers and error pages, as the names in its source.
// Numbers: https://searchfox.org/firefox-main/source/xpcom/base/ErrorList.py

import { ownWords, type OwnWords } from "../../shared/errors";

export const ABORTED = "NS_BINDING_ABORTED";

/** The answer is an error that has no page. */
export const EMPTY = "NS_ERROR_NET_ERROR_RESPONSE";

/** The error page that Firefox shows when the process of a page has ended. */
export const CRASHED = "tabcrashed";

/** The error, and the error page, of who has no network. */
export const OFFLINE: ReadonlySet<string> = new Set(["NS_ERROR_OFFLINE", "netOffline"]);

interface Meaning {
  /** Errors, and error pages. */
  errors: string[];
  says: string;
  hint: OwnWords;
}

/** What the commonest errors mean to somebody who tests a server. */
const MEANINGS: Meaning[] = [
  {
    errors: ["NS_ERROR_CONNECTION_REFUSED", "connectionFailure"],
    says: "no server listens there",
    hint: ownWords`Start the server, and wait until it answers: clz ready URL --start COMMAND`,
  },
  {
    errors: ["NS_ERROR_UNKNOWN_HOST", "dnsNotFound"],
    says: "there is no host of that name",
    hint: ownWords`Check the spelling of the host, and that this machine has a network.`,
  },
  {
    errors: ["NS_ERROR_PORT_ACCESS_NOT_ALLOWED", "deniedPortAccess"],
    says: "Firefox opens no pages at that port, which belongs to another protocol",
    hint: ownWords`Start the server at another port, such as 8000.`,
  },
];

export function meaningOf(error: string): Meaning | undefined {
  return MEANINGS.find(({ errors }) => errors.includes(error));
}

const NAMES: Record<number, string> = {
  0x804b0002: ABORTED,
  0x804b000a: "NS_ERROR_MALFORMED_URI",
  0x804b000d: "NS_ERROR_CONNECTION_REFUSED",
  0x804b000e: "NS_ERROR_NET_TIMEOUT",
  0x804b0010: "NS_ERROR_OFFLINE",
  0x804b0013: "NS_ERROR_PORT_ACCESS_NOT_ALLOWED",
  0x804b0014: "NS_ERROR_NET_RESET",
  0x804b001e: "NS_ERROR_UNKNOWN_HOST",
  0x804b001f: "NS_ERROR_REDIRECT_LOOP",
  0x804b002a: "NS_ERROR_UNKNOWN_PROXY_HOST",
  0x804b0023: EMPTY,
  0x804b0047: "NS_ERROR_NET_INTERRUPT",
  0x804b0048: "NS_ERROR_PROXY_CONNECTION_REFUSED",
  0x804b0049: "NS_ERROR_NET_PARTIAL_TRANSFER",
};

/** Failures of TLS and certificates: NS_ERROR_MODULE_SECURITY. */
const SECURITY_MODULE = 0x805a;
const INSECURE = "secure connection failed";

const ERROR_PAGES = /^about:(?:neterror|certerror|blocked|httpsonlyerror|tabcrashed)\b/;

/** The name of what webNavigation.onErrorOccurred says, which is `Error code NUMBER`. */
export function loadError(error: string): string {
  const number = Number(/\d+/.exec(error)?.[0] ?? Number.NaN);
  if (Number.isNaN(number)) return error || "unknown error";
  const name = NAMES[number];
  if (name) return name;
  const hex = `0x${number.toString(16)}`;
  return number >>> 16 === SECURITY_MODULE ? `${INSECURE} (${hex})` : `error ${hex}`;
}

/** The number in the name of an error of TLS or of a certificate; null for every other error. */
export function securityError(name: string): number | null {
  return name.startsWith(INSECURE) ? Number(/0x[0-9a-f]+/.exec(name)?.[0]) : null;
}

/** What an error page is about; null for every other page. */
export function errorPage(url: string): { url: string; error: string } | null {
  if (!ERROR_PAGES.test(url)) return null;
  const query = new URLSearchParams(url.slice(url.indexOf("?") + 1));
  return { url: query.get("u") ?? "", error: query.get("e") ?? "error page" };
}
