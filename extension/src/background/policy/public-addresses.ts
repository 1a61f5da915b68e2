// Public addresses: those of the internet, as the registries of IANA have them (iana-ipv4-special-registry,
// iana-ipv6-special-registry). What is on this machine or in its networks is not, nor what is written in IPv6 for an IPv4
// address that is not.

import { hostName, isNumber } from "./domain-patterns";

/** An address, and how many of its first bits count. */
type Range = readonly [address: string, bits: number];

const NOT_PUBLIC_V4: readonly Range[] = [
  ["0.0.0.0", 8], // this host
  ["10.0.0.0", 8],
  ["100.64.0.0", 10], // behind the NAT of a provider
  ["127.0.0.0", 8],
  ["169.254.0.0", 16], // of a link; what clouds tell their machines is at 169.254.169.254
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3], // groups, what is reserved, broadcast
];

/** All else in IPv6 is no address of a single host of the internet. */
const GLOBAL_V6: Range = ["2000::", 3];

const NOT_PUBLIC_V6: readonly Range[] = [
  ["2001::", 23], // of protocols, Teredo among them
  ["2001:db8::", 32],
  ["3fff::", 20],
];

/** Those that hold an IPv4 address, which is where they lead, and the bit at which it begins. */
const HOLDS_V4: ReadonlyArray<readonly [Range, number]> = [
  [["::ffff:0:0", 96], 96], // mapped
  [["64:ff9b::", 96], 96], // NAT64
  [["2002::", 16], 16], // 6to4
];

/** True for the address of a host of the internet, as Firefox writes addresses; false for what cannot be read. */
export function isPublic(address: string): boolean {
  const text = address.replace(/^\[|\]$/g, "").replace(/%.*$/, "");
  const { hostname = "" } = URL.parse(`http://${text.includes(":") ? `[${text}]` : text}/`) ?? {};
  if (!isNumber(hostname)) return false;
  const bits = bitsOf(hostname);
  if (!hostname.startsWith("[")) return isPublicV4(bits);
  const held = HOLDS_V4.find(([range]) => isIn(bits, range));
  if (held) return isPublicV4(bits.slice(held[1], held[1] + 32));
  return isIn(bits, GLOBAL_V6) && !NOT_PUBLIC_V6.some((range) => isIn(bits, range));
}

/** False for a host that is known not to be public, before its name is looked up. */
export function mayBePublic(host: string): boolean {
  const name = hostName(host.toLowerCase());
  if (name === "" || /^(?:.+\.)?localhost$/.test(name)) return false;
  return !isNumber(name) || isPublic(name);
}

function isPublicV4(bits: string): boolean {
  return !NOT_PUBLIC_V4.some((range) => isIn(bits, range));
}

function isIn(bits: string, [address, count]: Range): boolean {
  const own = bitsOf(address.includes(":") ? `[${address}]` : address);
  return own.length === bits.length && own.slice(0, count) === bits.slice(0, count);
}

/** The bits of an address, as text. */
function bitsOf(hostname: string): string {
  const binary = (number: number, length: number): string => number.toString(2).padStart(length, "0");
  if (!hostname.startsWith("["))
    return hostname
      .split(".", 4)
      .map((part) => binary(Number(part), 8))
      .join("");
  // IPv4 at the end of an address is written in IPv6 by then.
  const [head = "", tail] = new URL(`http://${hostname}/`).hostname.slice(1, -1).split("::");
  const first = head.split(":").filter(Boolean);
  const last = (tail ?? "").split(":").filter(Boolean);
  const between = Array.from({ length: 8 - first.length - last.length }, () => "0");
  return [...first, ...between, ...last].map((part) => binary(parseInt(part, 16), 16)).join("");
}
