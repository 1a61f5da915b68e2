// The commands that read a page: they wait for the end of its document, and say so where that does not come.

import type { Commands, ContentName } from "../generated/registry";

/** They declare what they say then. */
type Read = { [K in ContentName]: "unfinished" extends keyof Commands[K]["result"] ? K : never }[ContentName];

const READS = new Set<string>([
  "evaluate",
  "expect",
  "get",
  "getAccessibilitySnapshot",
  "getContent",
  "getElementInfo",
  "getPageState",
  "getVitals",
  "screenshot",
] satisfies Read[]);

/** A wait for what is to go is a read too: what has not come yet is not gone. */
export function reads(name: ContentName, params: object): boolean {
  const { gone, hidden } = params as Partial<Commands["waitFor"]["params"]>;
  return READS.has(name) || (name === "waitFor" && (gone === true || hidden === true));
}
