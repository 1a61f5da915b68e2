// Globs over addresses: `*` stays within a path part, `**` goes across.

/**
 * True if the whole of `url` matches `glob`. Everything but the stars is literal, `?` too.
 *
 * Walks all partial matches side by side instead of making a regular expression: no glob can make it backtrack.
 */
export function matchesGlob(url: string, glob: string): boolean {
  const tokens = glob.match(/\*\*+|[^]/gu) ?? [];
  let states = skipStars(tokens, new Set([0]));
  for (const char of url) {
    const next = new Set<number>();
    for (const at of states) {
      const token = tokens[at];
      if (token === undefined) continue;
      if (token === "*" ? char !== "/" : token.startsWith("**")) next.add(at);
      else if (token === char) next.add(at + 1);
    }
    states = skipStars(tokens, next);
    if (states.size === 0) return false;
  }
  return states.has(tokens.length);
}

/** An address without its fragment, which no server sees. */
export function withoutFragment(url: string): string {
  return url.split("#", 1)[0] ?? url;
}

/** True if `glob` means the request for `url`: the fragment of neither counts. */
export function matchesRequest(url: string, glob: string): boolean {
  return matchesGlob(withoutFragment(url), withoutFragment(glob));
}

/**
 * The same for a glob that many addresses are held against: what does not hold its plain text in order is ruled out
 * by that alone.
 */
export function globMatcher(glob: string): (url: string) => boolean {
  const pieces = glob.split(/\*+/);
  const first = pieces[0] ?? "";
  const last = pieces.at(-1) ?? "";
  if (pieces.length === 1) return (url) => url === glob;
  const middle = pieces.slice(1, -1);
  const isExact = !/(?<!\*)\*(?!\*)/.test(glob);
  return (url) => {
    if (url.length < first.length + last.length || !url.startsWith(first) || !url.endsWith(last)) return false;
    let at = first.length;
    for (const piece of middle) {
      const found = url.indexOf(piece, at);
      if (found < 0) return false;
      at = found + piece.length;
    }
    return at <= url.length - last.length && (isExact || matchesGlob(url, glob));
  };
}

/** A star also matches nothing. */
function skipStars(tokens: string[], states: Set<number>): Set<number> {
  for (const at of states) if (tokens[at]?.startsWith("*")) states.add(at + 1);
  return states;
}
