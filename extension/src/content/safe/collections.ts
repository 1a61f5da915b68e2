// Maps and sets of the page, and the lists of pairs that the DOM has: read by functions of our realm, which the page
// cannot have replaced. Where its scripts have put a function of their own into one, that is their code like any other.

import { entriesOf, valuesOf } from "../../shared/values/collections";
import { MAX_LIST, type Found } from "./page";
import type { Reach } from "./reach";
import { tagOf } from "./values";

/** Members that only look. */
const LOOKS =
  /^(?:entries|forEach|get|has|keys|size|values|difference|intersection|is(?:Disjoint|Sub|Super).*|sym.*|union)$/;
const PAIRS = /^(?:URLSearchParams|Headers)$/;
const LISTED = /^(?:entries|forEach|keys|values)$/;

/** The same as one of ours, with no more in it than may be read. Null for what is none, or iterates by code of the page. */
export function collectionOf({ origins, page }: Reach, value: object): Map<unknown, unknown> | Set<unknown> | null {
  const tag = tagOf(value);
  if (tag !== "Map" && tag !== "Set") return null;
  const open = XPCNativeWrapper.unwrap(value);
  if (!page.isNative(open, Symbol.iterator, tag === "Map" ? "entries" : "values")) return null;
  const from = (one: unknown): unknown => origins.fromPage(one);
  if (tag === "Set") return new Set(page.short(valuesOf(open, MAX_LIST + 1)).map(from));
  return new Map(page.short(entriesOf(open, MAX_LIST + 1)).map((pair) => [from(pair[0]), from(pair[1])]));
}

/** A member of a map or a set that only looks, or that the page has put there. Null for others. */
export function collectionMember(reach: Reach, value: object, key: PropertyKey): Found | null {
  if (!/^(?:Map|Set)$/.test(tagOf(value))) return null;
  const open = XPCNativeWrapper.unwrap(value);
  if (!reach.page.isNative(open, key)) return { value: reach.page.member(open, key)?.value };
  const copy = LOOKS.test(String(key)) ? collectionOf(reach, value) : null;
  return copy && { value: reach.read(copy, key) };
}

/** The pairs of a list of pairs that the DOM has; null for anything else. */
export function pairsOf({ origins }: Reach, value: object): unknown[][] | null {
  if (!PAIRS.test(tagOf(value))) return null;
  return [...(value as URLSearchParams)].map((pair) => pair.map((one) => origins.fromPage(one)));
}

/** What such a list shares with maps. Null for other members. */
export function pairsMember(reach: Reach, value: object, key: string): Found | null {
  const pairs = LISTED.test(key) ? pairsOf(reach, value) : null;
  if (pairs === null) return null;
  const at = key === "keys" ? 0 : 1;
  const list = key === "entries" ? pairs : pairs.map((pair) => pair[at]);
  const forEach = (each: unknown): void => {
    for (const [name, one] of pairs) reach.call(each, undefined, [one, name, value]);
  };
  return { value: reach.origins.calls(key === "forEach" ? forEach : () => list.values()) };
}
