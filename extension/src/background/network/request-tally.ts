// The tally of a tab's requests: the outcome of each, in short and for much longer than all of it is kept.

/** One request. A redirect ends one and begins another. */
export interface TalliedRequest {
  id: string;
  url: string;
  method: string;
  type: string;
  /** True if it is Firefox that asks, and no page. */
  byFirefox: boolean;
  status: number | null;
  state: "pending" | "done" | "failed";
  error: string | null;
  /** By `Date.now()`. */
  begun: number;
  /** How long it took; null while it is pending. */
  ms: number | null;
}

const MAX_REQUESTS = 5_000;

/**
 * True for a connection made just in case, and for the icon that Firefox looks for where a page names none: an image at
 * the root of the site of a tab's own document. One that a page names elsewhere is the page's.
 */
export function isByFirefox(request: {
  type: string;
  url: string;
  frameId: number;
  documentUrl?: string | undefined;
}): boolean {
  const { type, url, frameId, documentUrl } = request;
  if (type === "speculative") return true;
  if (type !== "image" || frameId !== 0) return false;
  return URL.canParse(documentUrl ?? "") && url === new URL("/favicon.ico", documentUrl).href;
}

export class RequestTally {
  readonly requests: TalliedRequest[] = [];
  /** How many are not in it. */
  lost = 0;

  add(request: Pick<TalliedRequest, "id" | "url" | "method" | "type" | "byFirefox" | "begun">): TalliedRequest {
    const tallied: TalliedRequest = { ...request, status: null, state: "pending", error: null, ms: null };
    if (this.requests.length >= MAX_REQUESTS) {
      this.requests.shift();
      this.lost += 1;
    }
    this.requests.push(tallied);
    return tallied;
  }

  clear(): void {
    this.requests.length = 0;
    this.lost = 0;
  }
}
