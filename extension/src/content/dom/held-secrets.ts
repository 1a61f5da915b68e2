// Held secrets: what the secret fields hold that this document reaches, its frames and those around it of its own site
// included.

import { findable, SecretValues } from "../../shared/secrets/secret-values";
import { named, secretsIn, type HeldSecret } from "../../shared/secrets/secret-fields";
import { allRoots, rootsOf, type Root } from "./roots";

/** A long look at a page asks for every text; what fields hold does not change within it. */
const KEEP_MS = 20;

let kept: { values: SecretValues; at: number } | null = null;
const watchers = new Set<Set<string>>();

/** What to find in texts that leave this document. */
export function secretValues(): SecretValues {
  const now = performance.now();
  if (kept && now - kept.at < KEEP_MS) return kept.values;
  const texts = findable(heldSecrets().filter(({ isKept }) => !isKept));
  const same =
    kept && texts.size === kept.values.texts.size && [...texts].every((text) => kept?.values.texts.has(text));
  kept = { values: same && kept ? kept.values : new SecretValues(texts), at: now };
  for (const watcher of watchers) for (const text of kept.values.texts) watcher.add(text);
  return kept.values;
}

/** Says that the page is about to run: what its fields hold is looked at again when it is asked for. */
export function pageRuns(): void {
  kept = kept && { ...kept, at: -Infinity };
}

/**
 * Every value that a secret field has from now on until the end: a page may empty its fields meanwhile. Not so where it
 * is only read, in one go: then one look is enough.
 */
export function watchSecrets(isRead: boolean): { end: () => SecretValues } {
  const seen = new Set<string>();
  watchers.add(seen);
  pageRuns();
  if (!isRead) secretValues();
  return {
    end: () => {
      if (!isRead) pageRuns();
      const values = secretValues();
      watchers.delete(seen);
      return seen.size === values.texts.size ? values : new SecretValues(seen);
    },
  };
}

export function heldSecrets(): HeldSecret[] {
  return secretsIn(reachableRoots());
}

/** Of this document, and of all that its scripts could reach: what one says, another may hold. */
export function reachableRoots(): Root[] {
  const roots: Root[] = [];
  const seen = new Set<Document>();
  const add = (found: Document | null): void => {
    if (!found || seen.has(found)) return;
    seen.add(found);
    const own = found === document ? allRoots() : rootsOf(found);
    roots.push(...own);
    for (const root of own)
      for (const frame of named(root, "iframe", "frame", "object")) add((frame as HTMLIFrameElement).contentDocument);
  };
  for (let at: Window | null = window; at; at = at.parent === at ? null : at.parent) add(documentOf(at));
  return roots;
}

/** Null for a window of another site. */
function documentOf(of: Window): Document | null {
  try {
    return of.document;
  } catch {
    return null;
  }
}
