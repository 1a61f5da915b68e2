// Hints: headers that make Firefox look up a name or connect to a server before anything is asked for. No listener
// sees that, so the answers of agents' pages lose them if there is a policy. In clz's own Firefox preferences
// see to it as well, and to the same hints in markup.

type Headers = browser.webRequest.HttpHeaders;

const SPECULATIVE = /(?:^|\s)(?:preconnect|dns-prefetch|prefetch|prerender)(?:\s|$)/i;

/** The headers without links that are hints, and with the word that names in links are not looked up ahead. */
export function withoutHints(headers: Headers): Headers {
  const kept = headers.flatMap((header) => {
    const name = header.name.toLowerCase();
    if (name === "x-dns-prefetch-control") return [];
    if (name !== "link" || header.value === undefined) return [header];
    const value = links(header.value)
      .filter((link) => !isHint(link))
      .join(", ");
    return value === "" ? [] : [{ ...header, value }];
  });
  return [...kept, { name: "X-DNS-Prefetch-Control", value: "off" }];
}

/** `<a>; rel=b, <c>; rel=d` in parts: commas in addresses and in quotes divide nothing. */
function links(value: string): string[] {
  return value.match(/(?:<[^>]*>|"(?:[^"\\]|\\.)*"|[^,])+/g)?.map((link) => link.trim()) ?? [];
}

/** What a parameter says twice counts twice: Firefox and this file need not agree on which one holds. */
function isHint(link: string): boolean {
  const relations = link.matchAll(/;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;]*))/gi);
  return [...relations].some(([, quoted, bare]) => SPECULATIVE.test(quoted ?? bare ?? ""));
}
