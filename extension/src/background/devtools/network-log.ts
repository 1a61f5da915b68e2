// Requests, tab by tab, of tabs that an agent owns. Listens to nothing while no agent has a tab. Bodies are not kept.

import { LIMITS, type Commands } from "../../generated/registry";
import { CommandError, ours } from "../../shared/errors";
import { matchesGlob } from "../../shared/text/glob";
import { redactHeader, redactUrl, type Header } from "../../shared/secrets/redact";
import { within, type Call } from "../command-context";
import { titleOf } from "../tabs/page-info";
import { RingBuffer } from "./ring-buffer";
import type { NoisyTabs } from "./noisy-tabs";
import type { TabPool } from "../tabs/tab-pool";

type Params = Commands["getNetworkRequests"]["params"];
type Result = Commands["getNetworkRequests"]["result"];
type Entry = Result["requests"][number];
type Type = NonNullable<Params["type"]>;

/** One request on its way. A redirect ends one entry and begins another under the same id. */
interface Open {
  entry: Entry;
  ring: RingBuffer<Entry>;
  tabId: number;
  begun: number;
  sent: number;
}

/** What Firefox tells at every step of a request. */
interface Step {
  requestId: string;
  tabId: number;
  url: string;
  timeStamp: number;
  ip?: string | null | undefined;
  fromCache?: boolean | undefined;
  statusCode?: number | undefined;
  statusLine?: string | undefined;
  requestSize?: number | undefined;
  responseSize?: number | undefined;
  requestHeaders?: browser.webRequest.HttpHeaders | undefined;
  responseHeaders?: browser.webRequest.HttpHeaders | undefined;
}

const TYPES: Record<string, Type> = {
  main_frame: "document",
  sub_frame: "frame",
  script: "script",
  stylesheet: "style",
  image: "image",
  imageset: "image",
  font: "font",
  media: "media",
  xmlhttprequest: "xhr",
  websocket: "websocket",
  beacon: "beacon",
  ping: "beacon",
};

/** A page has shown by then what came of an answer. */
const SHOWN_MS = 1_000;
/** What may stay open for as long as the page does. */
const LASTING = new Set(["websocket", "beacon", "media"]);
/** What a picture waits for; what takes longer than LONG_MS is a stream or a long poll, which no picture waits for. */
const CRITICAL = new Set(["document", "script", "style", "xhr"]);
const LONG_MS = 3_000;
const LOOK_MS = 100;

/** A page that opens requests and never ends them must not fill our memory. */
const MAX_OPEN = 2_000;

export class NetworkLog {
  readonly #pool: TabPool;
  readonly #tabs = new Map<number, RingBuffer<Entry>>();
  readonly #open = new Map<string, Open>();
  readonly #noisyTabs: NoisyTabs;
  /** What is listened to: a tab each, or all of them. */
  readonly #listening = new Map<number | "all", () => void>();

  constructor(pool: TabPool, noisyTabs: NoisyTabs) {
    this.#pool = pool;
    this.#noisyTabs = noisyTabs;
    pool.onChange(() => this.#poolChanged());
    noisyTabs.onChange(() => this.#listenAgain());
  }

  /** The addresses of the tab's requests that began after `since` and are not done. Those that stay open are left out. */
  underWay(tabId: number, since: number): string[] {
    const ring = this.#tabs.get(tabId);
    return [...this.#open.values()]
      .filter(({ entry, ring: own, begun }) => own === ring && begun >= since && !LASTING.has(entry.type))
      .map(({ entry }) => entry.url);
  }

  /** True while an answer is waited for, and for the moment that a page needs to show one that has come. */
  isBusy(tabId: number): boolean {
    if (this.underWay(tabId, 0).length > 0) return true;
    const since = Date.now() - SHOWN_MS;
    return [...(this.#tabs.get(tabId)?.all ?? [])].some(
      ({ startedAt, durationMs, type }) =>
        durationMs !== null && !LASTING.has(type) && Date.parse(startedAt) + durationMs > since,
    );
  }

  async read(params: Params, call: Call): Promise<Result> {
    const { type, status, url, includeHeaders, limit, since, clear, waitMs } = params;
    const hasStatus = statusFilter(status);
    const matches = (entry: Entry): boolean =>
      (type === undefined || entry.type === type) &&
      hasStatus(entry) &&
      (url === undefined || matchesGlob(entry.url, url));
    const { tabId } = call;
    const query = { limit, clear, waitMs, matches, ...(since !== undefined && { since }) };
    const { entries, ...counts } = await this.#ring(tabId).select(query, call);
    if (!includeHeaders) {
      for (const entry of entries) {
        delete entry.requestHeaders;
        delete entry.responseHeaders;
      }
    }
    const tab = await call.race(browser.tabs.get(tabId));
    return {
      requests: entries,
      ...counts,
      pausedMs: this.#noisyTabs.pausedMs(tabId),
      tabId,
      url: redactUrl(tab.url ?? ""),
      title: titleOf(tab),
    };
  }

  /** Waits until the page has what it cannot do without, at most `ms`. False if it is still being fetched then. */
  async idle(tabId: number, ms: number, call: Call): Promise<boolean> {
    const end = performance.now() + ms;
    const ring = this.#ring(tabId);
    for (;;) {
      const now = Date.now();
      const waits = [...this.#open.values()].some(
        (open) => open.ring === ring && CRITICAL.has(open.entry.type) && now - open.begun < LONG_MS,
      );
      if (!waits) return true;
      const left = end - performance.now();
      if (left <= 0) return false;
      await within(Math.min(left, LOOK_MS), ring.next(), call);
    }
  }

  #poolChanged(): void {
    const { isOpening } = this.#pool;
    for (const tabId of this.#tabs.keys()) if (!isOpening && !this.#pool.has(tabId)) this.#tabs.delete(tabId);
    this.#listenAgain();
  }

  /**
   * Listens to every tab: what one does while it is being opened is heard before its number is known. But while a tab is
   * noisy only to those that are not: Firefox would tell us of each request that is not wanted, and do nothing else.
   */
  #listenAgain(): void {
    const wanted = new Set<number | "all">();
    if (this.#pool.count > 0 && (!this.#noisyTabs.any || this.#pool.isOpening)) wanted.add("all");
    else for (const { tabId } of this.#pool.all()) if (!this.#noisyTabs.is(tabId)) wanted.add(tabId);
    for (const which of wanted) if (!this.#listening.has(which)) this.#listening.set(which, this.#listen(which));
    for (const [which, stop] of this.#listening)
      if (!wanted.has(which)) {
        stop();
        this.#listening.delete(which);
      }
    // Their end will not be told: nobody is to wait for it.
    for (const [id, { tabId }] of this.#open) if (wanted.size === 0 || this.#noisyTabs.is(tabId)) this.#open.delete(id);
  }

  /** What it gives ends it. */
  #listen(which: number | "all"): () => void {
    const web = browser.webRequest;
    const filter = { urls: ["<all_urls>"], ...(which !== "all" && { tabId: which }) };
    // A listener is one with its filter: another filter needs another function.
    const own =
      <S>(take: (step: S) => void) =>
      (step: S): void =>
        take(step);
    const begun = own(this.#begun);
    const sent = own(this.#sent);
    const answered = own(this.#answered);
    const redirected = own(this.#redirected);
    const completed = own(this.#completed);
    const failed = own(this.#failed);
    web.onBeforeRequest.addListener(begun, filter);
    web.onSendHeaders.addListener(sent, filter, ["requestHeaders"]);
    web.onResponseStarted.addListener(answered, filter, ["responseHeaders"]);
    web.onBeforeRedirect.addListener(redirected, filter, ["responseHeaders"]);
    web.onCompleted.addListener(completed, filter);
    web.onErrorOccurred.addListener(failed, filter);
    return () => {
      web.onBeforeRequest.removeListener(begun);
      web.onSendHeaders.removeListener(sent);
      web.onResponseStarted.removeListener(answered);
      web.onBeforeRedirect.removeListener(redirected);
      web.onCompleted.removeListener(completed);
      web.onErrorOccurred.removeListener(failed);
    };
  }

  readonly #begun = (
    step: Step & { method: string; type: string; documentUrl?: string | undefined; originUrl?: string | undefined },
  ): void => {
    const { requestId, tabId, timeStamp } = step;
    // What a tab does while it is being opened is kept until it is known whose it is, and forgotten where it is nobody's.
    if (tabId < 0 || !(this.#pool.has(tabId) || this.#pool.isOpening)) return;
    // Between one way of listening and another the same may be told twice.
    if (this.#open.has(requestId)) return;
    if (!this.#noisyTabs.note(tabId) || this.#open.size >= MAX_OPEN) {
      this.#ring(tabId).drop(1);
      return;
    }
    const ring = this.#ring(tabId);
    const entry = ring.add({
      id: requestId,
      url: redactUrl(step.url),
      method: step.method,
      type: TYPES[step.type] ?? "other",
      status: null,
      statusText: "",
      state: "pending",
      error: null,
      fromCache: false,
      ip: null,
      startedAt: new Date(timeStamp).toISOString(),
      durationMs: null,
      waitMs: null,
      responseBytes: null,
      requestBytes: null,
      mimeType: "",
      redirectTo: null,
      frame: redactUrl(step.documentUrl ?? step.originUrl ?? ""),
    });
    this.#open.set(requestId, { entry, ring, tabId, begun: timeStamp, sent: timeStamp });
  };

  readonly #sent = (step: Step): void => {
    const open = this.#open.get(step.requestId);
    if (!open) return;
    open.sent = step.timeStamp;
    open.entry.requestHeaders = headers(step.requestHeaders);
  };

  readonly #answered = (step: Step): void => {
    const open = this.#open.get(step.requestId);
    if (open) this.#answer(open, step);
  };

  #answer({ entry, sent }: Open, step: Step): void {
    entry.status = step.statusCode || null;
    entry.statusText = (step.statusLine ?? "").replace(/^\S+\s+\d+\s*/, "");
    entry.fromCache = step.fromCache === true;
    entry.ip = step.ip ?? null;
    entry.waitMs = rounded(step.timeStamp - sent);
    entry.responseHeaders = headers(step.responseHeaders);
    const type = step.responseHeaders?.find(({ name }) => name.toLowerCase() === "content-type")?.value;
    entry.mimeType = type?.split(";")[0]?.trim() ?? "";
  }

  readonly #redirected = (step: Step & { redirectUrl: string }): void => {
    const open = this.#open.get(step.requestId);
    if (!open) return;
    this.#answer(open, step);
    open.entry.redirectTo = redactUrl(step.redirectUrl);
    this.#end(open, step, "done");
  };

  readonly #completed = (step: Step): void => {
    const open = this.#open.get(step.requestId);
    if (open) this.#end(open, step, "done");
  };

  readonly #failed = (step: Step & { error: string }): void => {
    const open = this.#open.get(step.requestId);
    if (!open) return;
    open.entry.error = step.error;
    this.#end(open, step, "failed");
  };

  #end(open: Open, step: Step, state: Entry["state"]): void {
    const { entry, ring, begun } = open;
    this.#open.delete(step.requestId);
    entry.state = state;
    entry.durationMs = rounded(step.timeStamp - begun);
    // Firefox counts 0 for what it did not measure; then the header has to do.
    entry.responseBytes = step.responseSize || contentLength(entry.responseHeaders);
    entry.requestBytes = step.requestSize || null;
    ring.changed(entry);
  }

  #ring(tabId: number): RingBuffer<Entry> {
    const ring = this.#tabs.get(tabId) ?? new RingBuffer<Entry>(LIMITS.networkEntries);
    this.#tabs.set(tabId, ring);
    return ring;
  }
}

function headers(given: browser.webRequest.HttpHeaders | undefined): Header[] {
  return (given ?? []).map(({ name, value }) => redactHeader({ name, value: value ?? "" }));
}

function contentLength(given: Header[] | undefined): number | null {
  const value = given?.find(({ name }) => name.toLowerCase() === "content-length")?.value;
  return value === undefined || value === "" ? null : Number(value);
}

function rounded(ms: number): number {
  return Math.round(Math.max(0, ms) * 10) / 10;
}

/** `404`, `4xx`, `failed` or `pending`. */
function statusFilter(status: string | undefined): (entry: Entry) => boolean {
  if (status === undefined) return () => true;
  if (status === "failed" || status === "pending") return ({ state }) => state === status;
  const [, first] = /^([1-5])xx$/i.exec(status) ?? [];
  if (first) return (entry) => entry.status !== null && String(entry.status).startsWith(first);
  if (/^\d{3}$/.test(status)) return (entry) => entry.status === Number(status);
  throw new CommandError(
    "INVALID_PARAMS",
    `This is not a status: ${status}`,
    { status },
    ours`Use 404, 4xx, failed or pending.`,
  );
}
