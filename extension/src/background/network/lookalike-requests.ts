// What was asked for instead: for errors that no request was as it had to be.

import { advice, type Advice, ownWords, type OwnWords } from "../../shared/errors";
import { matchesRequest } from "../../shared/text/glob";
import { nearest } from "../../shared/text/nearest";
import type { TalliedRequest } from "./request-tally";

const LOOKALIKES = 3;

/** A request in a line: method, address and what came of it. */
export function requestLine({ method, url, status, error, state }: TalliedRequest): string {
  return `${method} ${url} ${error ?? status ?? state}`;
}

/** The last of those with the address, or else those whose address is most like the glob, each in a line. */
export function lookalikes(
  requests: readonly TalliedRequest[],
  named: readonly TalliedRequest[],
  glob: string,
): string[] {
  return (named.length > 0 ? named.slice(-LOOKALIKES) : nearestOf(requests, glob)).map(requestLine);
}

/** What to try where `named` of all requests have an address like the glob, but are not as they had to be. */
export function globHint(
  requests: readonly TalliedRequest[],
  named: readonly TalliedRequest[],
  glob: string,
): OwnWords | Advice {
  if (named.length > 0) return ownWords`The address was requested, but with another method or status: see above.`;
  const wider = `**${glob.replace(/^\*+|\*+$/g, "")}**`;
  const isPart = glob !== "" && requests.some(({ url }) => matchesRequest(url, wider));
  if (isPart) return advice`A glob must match the whole address. Did you mean: ${wider}?`;
  return ownWords`See them all: clz network`;
}

function nearestOf(requests: readonly TalliedRequest[], glob: string): TalliedRequest[] {
  const urls = nearest([...new Set(requests.map(({ url }) => url))], glob.replaceAll("*", ""), LOOKALIKES);
  return urls.flatMap((url) => requests.find((request) => request.url === url) ?? []);
}
