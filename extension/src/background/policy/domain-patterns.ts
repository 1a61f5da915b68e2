// Domain patterns of the allowlist, compared with the hosts of addresses.
//
//   example.com      that host and every host below it, by whole labels: not evilexample.com
//   *.example.com    every host below it, at any depth, but not example.com itself
//   192.0.2.1 [::1]  that address and no other, however it is written
//   host:8080        any of them on one port only; without a port on all
//   *                every host
//
// Names are compared in the form that the URL standard gives them: lower case, punycode, one way to write a number.

import { table } from "../../shared/table";

export interface Pattern {
  /** Null for every host. */
  host: string | null;
  belowOnly: boolean;
  port: string | null;
}

const PORTS = table<string>({ "http:": "80", "https:": "443", "ws:": "80", "wss:": "443", "ftp:": "21" });

/** Addresses that reach no server of their own. */
const INNER = new Set(["about:", "data:", "blob:", "javascript:", "moz-extension:", "resource:", "chrome:"]);

/** The pattern that a text means; null if it means none. */
export function parsePattern(text: string): Pattern | null {
  const trimmed = text.trim();
  if (trimmed === "*") return { host: null, belowOnly: false, port: null };
  const belowOnly = trimmed.startsWith("*.");
  const rest = belowOnly ? trimmed.slice(2) : trimmed;
  // Whatever else an address can hold has no place here; an IPv6 address may be written without its brackets.
  if (rest === "" || /[*/\\@?#%\s]|[^:]:$/.test(rest)) return null;
  const bracketed = /^[^[]*:[^\]]*:/.test(rest) ? `[${rest}]` : rest;
  const port = /:(\d{1,5})$/.exec(bracketed.replace(/^\[[^\]]*\]/, "v6"))?.[1] ?? null;
  const host = hostName(URL.parse(`http://${bracketed}/`)?.hostname ?? "");
  if (host === "" || host.split(".").includes("")) return null;
  if (belowOnly && isNumber(host)) return null;
  return { host, belowOnly, port: port === null ? null : String(Number(port)) };
}

/** True for addresses that no server sees, and that every policy lets through. */
export function isInner(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed !== null && INNER.has(parsed.protocol);
}

/** True if one of the patterns lets this address through. */
export function matchesAny(url: string, patterns: readonly Pattern[]): boolean {
  const parsed = URL.parse(url);
  if (!parsed) return false;
  const host = hostName(parsed.hostname);
  if (host === "") return false;
  const port = parsed.port || portOf(parsed.protocol);
  return patterns.some((pattern) => matchesHost(host, pattern) && (pattern.port === null || pattern.port === port));
}

/** The port of addresses that name none. */
export function portOf(protocol = ""): string {
  return PORTS[protocol] ?? "";
}

/** True if one of the patterns lets some port of this host through. */
export function matchesHostOf(host: string, patterns: readonly Pattern[]): boolean {
  const name = hostName(host.toLowerCase());
  return name !== "" && patterns.some((pattern) => matchesHost(name, pattern));
}

/** True if everything that `narrow` lets through is let through by one of `wide` as well. */
export function isCovered(narrow: Pattern, wide: readonly Pattern[]): boolean {
  return wide.some((pattern) => {
    if (pattern.port !== null && pattern.port !== narrow.port) return false;
    if (pattern.host === null) return true;
    if (narrow.host === null) return false;
    return matchesHost(narrow.host, pattern) || (narrow.belowOnly && pattern.belowOnly && narrow.host === pattern.host);
  });
}

function matchesHost(host: string, { host: wanted, belowOnly }: Pattern): boolean {
  if (wanted === null) return true;
  if (host === wanted) return !belowOnly;
  return !isNumber(wanted) && host.endsWith(`.${wanted}`);
}

/** A name may end with the dot of the root. */
export function hostName(hostname: string): string {
  return hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;
}

/** True for IPv4 and IPv6, as the URL standard writes them. */
export function isNumber(host: string): boolean {
  return host.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(host);
}
