// The headers of requests, changed before they are sent: by what holds for all requests of an agent's tabs, then by its
// routes, which have the last word. Firefox is listened to only while somebody changes any.

import type { Header } from "../../../shared/secrets/redact";

export type Sending = Parameters<Parameters<typeof browser.webRequest.onBeforeSendHeaders.addListener>[0]>[0];
type Verdict = browser.webRequest.BlockingResponse;

export interface HeaderChange {
  set: readonly Header[];
  remove: readonly string[];
}

/** What becomes of the headers of a request; null for nothing. */
type Changer = (details: Sending) => HeaderChange | null | Promise<HeaderChange | null>;

const ORDER = ["conditions", "routes"] as const;

export class SentHeaders {
  readonly #changers = new Map<(typeof ORDER)[number], Changer>();

  /** Null for one that changes nothing any more. */
  use(by: (typeof ORDER)[number], changer: Changer | null): void {
    const { onBeforeSendHeaders } = browser.webRequest;
    const before = this.#changers.size;
    if (changer) this.#changers.set(by, changer);
    else this.#changers.delete(by);
    const now = this.#changers.size;
    if (before === 0 && now > 0) {
      onBeforeSendHeaders.addListener(this.#onSending, { urls: ["<all_urls>"] }, ["blocking", "requestHeaders"]);
    } else if (now === 0) onBeforeSendHeaders.removeListener(this.#onSending);
  }

  readonly #onSending = (details: Sending): Verdict | Promise<Verdict> => {
    const changes = ORDER.map((by) => this.#changers.get(by)?.(details) ?? null);
    if (areKnown(changes)) return changed(details, changes);
    return Promise.all(changes.map((change) => Promise.resolve(change))).then((known) => changed(details, known));
  };
}

/** Mostly they are, and the request need not be held. */
function areKnown(changes: Array<ReturnType<Changer>>): changes is Array<HeaderChange | null> {
  return !changes.some((change) => change instanceof Promise);
}

function changed({ requestHeaders = [] }: Sending, changes: Array<HeaderChange | null>): Verdict {
  const headers = changes.reduce(withChange, requestHeaders);
  return headers === requestHeaders ? {} : { requestHeaders: headers };
}

/** Headers with what is set in the place of what had its name; the same array for no change. */
export function withChange<T extends { name: string }>(headers: T[], change: HeaderChange | null): Array<T | Header> {
  if (!change) return headers;
  const gone = new Set([...change.remove, ...change.set.map(({ name }) => name)].map((name) => name.toLowerCase()));
  return [...headers.filter(({ name }) => !gone.has(name.toLowerCase())), ...change.set];
}
