// Requests, tab by tab, of tabs that an agent owns. Listens to nothing while no agent has a tab. What they carry is the
// recorder's.

import type { Deadline } from "../../shared/deadline";
import { LIMITS, type Commands } from "../../generated/registry";
import { matchesRequest } from "../../shared/text/glob";
import { redactHeader, redactUrl, type Header } from "../../shared/secrets/redact";
import { within, type CommandContext } from "../command-context";
import { titleOf } from "../tabs/page-info";
import { methodFilter, statusFilter } from "./request-filter";
import { TYPES } from "./request-types";
import { isByFirefox, RequestTally, type TalliedRequest } from "./request-tally";
import { RingBuffer } from "../devtools/ring-buffer";
import { addBodies } from "./bodies/read-body";
import { headersAsSent } from "../navigation/plain-json";
import type { BodyRecorder } from "./bodies/body-recorder";
import type { NoisyTabs } from "./noisy-tabs";
import type { TabPool } from "../tabs/tab-pool";

type Params = Commands["getNetworkRequests"]["params"];
type Result = Commands["getNetworkRequests"]["result"];
type Entry = Result["requests"][number];

/** One request on its way. A redirect ends one entry and begins another under the same id. */
interface Open {
  entry: Entry;
  tallied: TalliedRequest;
  ring: RingBuffer<Entry>;
  tabId: number;
  begun: number;
  sent: number;
}

/** What only an archive holds of a request. */
export interface Details {
  httpVersion: string;
  /** From its beginning until it was sent. */
  blockedMs: number;
  requestHeadersBytes: number;
  responseHeadersBytes: number;
  cookie: string;
  /** Set-Cookie, a line each. */
  setCookie: string;
}

/** What Firefox tells at every stage of a request. */
interface RequestDetails {
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
  readonly #tabs = new Map<number, RingBuffer<Entry>>();
  readonly #tallies = new Map<number, RequestTally>();
  readonly #open = new Map<string, Open>();
  /** Those that a service worker may have answered, the last of them. */
  readonly #toWorker = new Map<string, Open>();
  readonly #details = new WeakMap<Entry, Details>();
  /** What is listened to: a tab each, or all of them. */
  readonly #listening = new Map<number | "all", () => void>();

  constructor(
    private readonly pool: TabPool,
    private readonly noisyTabs: NoisyTabs,
    private readonly recorder: BodyRecorder,
  ) {
    pool.onChange(() => this.#poolChanged());
    noisyTabs.onChange(() => this.#listenAgain());
  }

  /**
   * The addresses of the tab's requests that began after `since` and are not done. Those that stay open are left out.
   */
  underWay(tabId: number, since: number): string[] {
    const ring = this.#tabs.get(tabId);
    return [...this.#open.values()]
      .filter(({ entry, ring: own, begun }) => own === ring && begun >= since && !LASTING.has(entry.type))
      .map(({ entry }) => entry.url);
  }

  /** The outcome of every request of the tab, since it was opened or cleared. */
  tally(tabId: number): RequestTally {
    const tally = this.#tallies.get(tabId) ?? new RequestTally();
    this.#tallies.set(tabId, tally);
    return tally;
  }

  /** Resolves when a request of the tab begins or ends. */
  next(tabId: number): Promise<void> {
    return this.#ring(tabId).next();
  }

  /** True while a page cannot do without what is under way: not for streams and long polls. */
  isWaiting(tabId: number): boolean {
    const ring = this.#ring(tabId);
    const now = Date.now();
    return [...this.#open.values()].some(
      (open) => open.ring === ring && !LASTING.has(open.entry.type) && now - open.begun < LONG_MS,
    );
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

  /** Keeps as many requests of a tab as an application makes. */
  keepMore(tabId: number): void {
    this.#ring(tabId).max = LIMITS.recordedEntries;
  }

  /** The last request of a tab that has this id: of a redirect, where it led. */
  find(tabId: number, id: string): Entry | undefined {
    return this.#ring(tabId).all.findLast((entry) => entry.id === id);
  }

  /** All requests of a tab that are kept, with what an archive holds of them. */
  all(tabId: number): { entries: Array<Entry & Details>; dropped: number; pausedMs: number } {
    const { all, dropped } = this.#ring(tabId);
    const entries = all.map((entry) => ({ ...entry, ...(this.#details.get(entry) ?? NO_DETAILS) }));
    return { entries, dropped, pausedMs: this.noisyTabs.pausedMs(tabId) };
  }

  async read(params: Params, context: CommandContext): Promise<Result> {
    const listed = await this.listed(params, context);
    const tab = await context.race(browser.tabs.get(context.tabId));
    return { ...listed, url: redactUrl(tab.url ?? ""), title: titleOf(tab) };
  }

  /** The same without the page: who knows it has no need to ask Firefox. */
  async listed(params: Params, context: CommandContext): Promise<Omit<Result, "url" | "title">> {
    const { type, status, method, slowerThan, url, includeHeaders, limit, since, clear, waitMs } = params;
    const hasStatus = statusFilter(status);
    const hasMethod = methodFilter(method);
    const matches = (entry: Entry): boolean =>
      (type === undefined || entry.type === type) &&
      hasStatus(entry) &&
      hasMethod(entry) &&
      (slowerThan === undefined || (entry.durationMs ?? Date.now() - Date.parse(entry.startedAt)) > slowerThan) &&
      (url === undefined || matchesRequest(entry.url, url));
    const { tabId } = context;
    const query = { limit, clear, waitMs, matches, ...(since !== undefined && { since }) };
    const { entries, ...counts } = await this.#ring(tabId).select(query, context);
    await addBodies(entries, this.recorder, params.bodies, context);
    if (clear) {
      this.tally(tabId).clear();
      this.recorder.clear(tabId);
    }
    if (!includeHeaders) {
      for (const entry of entries) {
        delete entry.requestHeaders;
        delete entry.responseHeaders;
      }
    }
    return { requests: entries, ...counts, pausedMs: this.noisyTabs.pausedMs(tabId), tabId };
  }

  /** Waits until the page has what it cannot do without, or for the deadline. False if it is still being fetched then. */
  async idle(tabId: number, deadline: Deadline, context: CommandContext): Promise<boolean> {
    const ring = this.#ring(tabId);
    for (;;) {
      const now = Date.now();
      const waits = [...this.#open.values()].some(
        (open) => open.ring === ring && CRITICAL.has(open.entry.type) && now - open.begun < LONG_MS,
      );
      if (!waits) return true;
      if (deadline.passed) return false;
      await within(deadline.atMost(LOOK_MS), ring.next(), context);
    }
  }

  #poolChanged(): void {
    const { isOpening } = this.pool;
    for (const tabId of this.#tabs.keys()) {
      if (isOpening || this.pool.has(tabId)) continue;
      this.#tabs.delete(tabId);
      this.#tallies.delete(tabId);
    }
    this.#listenAgain();
  }

  /**
   * Listens to every tab: what one does while it is being opened is heard before its number is known. But while a tab
   * is noisy only to those that are not: Firefox would tell us of each request that is not wanted, and do nothing else.
   */
  #listenAgain(): void {
    const wanted = new Set<number | "all">();
    if (this.pool.count > 0 && (!this.noisyTabs.any || this.pool.isOpening)) wanted.add("all");
    else for (const { tabId } of this.pool.all()) if (!this.noisyTabs.is(tabId)) wanted.add(tabId);
    for (const which of wanted) if (!this.#listening.has(which)) this.#listening.set(which, this.#listen(which));
    for (const [which, stop] of this.#listening)
      if (!wanted.has(which)) {
        stop();
        this.#listening.delete(which);
      }
    // Their end will not be reported: nobody is to wait for it.
    for (const [id, { tabId }] of this.#open) if (wanted.size === 0 || this.noisyTabs.is(tabId)) this.#open.delete(id);
  }

  /** What it gives ends it. */
  #listen(which: number | "all"): () => void {
    const web = browser.webRequest;
    const filter = { urls: ["<all_urls>"], ...(which !== "all" && { tabId: which }) };
    // A listener is one with its filter: another filter needs another function.
    const own =
      <S>(take: (details: S) => void) =>
      (details: S): void =>
        take(details);
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
    details: RequestDetails & {
      method: string;
      type: string;
      frameId: number;
      documentUrl?: string | undefined;
      originUrl?: string | undefined;
    },
  ): void => {
    const { requestId, tabId, timeStamp } = details;
    // What a tab does while it is being opened is kept until its agent is known, and forgotten where it is
    // nobody's.
    if (tabId < 0 || !(this.pool.has(tabId) || this.pool.isOpening)) return;
    // Between one way of listening and another the same may be reported twice.
    if (this.#open.has(requestId) || this.#goesOn(requestId)) return;
    if (!this.noisyTabs.note(tabId) || this.#open.size >= MAX_OPEN) {
      this.#ring(tabId).drop(1);
      this.tally(tabId).lost += 1;
      return;
    }
    const ring = this.#ring(tabId);
    const entry = ring.add({
      id: requestId,
      url: redactUrl(details.url),
      method: details.method,
      type: TYPES[details.type] ?? "other",
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
      frame: redactUrl(details.documentUrl ?? details.originUrl ?? ""),
    });
    const { url, method, type } = entry;
    const tallied = this.tally(tabId).add({
      id: requestId,
      url,
      method,
      type,
      byFirefox: isByFirefox(details),
      begun: timeStamp,
    });
    this.#open.set(requestId, { entry, tallied, ring, tabId, begun: timeStamp, sent: timeStamp });
  };

  /** True for a request that a service worker has let pass: it is the same one. */
  #goesOn(requestId: string): boolean {
    const open = this.#toWorker.get(requestId);
    if (!open) return false;
    this.#toWorker.delete(requestId);
    this.#open.set(requestId, open);
    open.entry.state = open.tallied.state = "pending";
    open.entry.durationMs = null;
    open.ring.changed(open.entry);
    return true;
  }

  readonly #sent = (details: RequestDetails): void => {
    const open = this.#open.get(details.requestId);
    if (!open) return;
    open.sent = details.timeStamp;
    const { requestHeaders = [] } = details;
    open.entry.requestHeaders = headers(requestHeaders);
    Object.assign(this.#detailsOf(open.entry), {
      blockedMs: rounded(open.sent - open.begun),
      requestHeadersBytes: bytesOf(requestHeaders),
      cookie: valueOf(requestHeaders, "cookie"),
    });
  };

  readonly #answered = (details: RequestDetails): void => {
    const open = this.#open.get(details.requestId);
    if (!open) return;
    this.#answer(open, { ...details, responseHeaders: headersAsSent(details) });
    open.ring.changed(open.entry); // its body may never end
  };

  #answer({ entry, sent }: Open, details: RequestDetails): void {
    entry.status = details.statusCode || null;
    entry.statusText = (details.statusLine ?? "").replace(/^\S+\s+\d+\s*/, "");
    entry.fromCache = details.fromCache === true;
    entry.ip = details.ip ?? null;
    entry.waitMs = rounded(details.timeStamp - sent);
    entry.responseHeaders = headers(details.responseHeaders);
    const { responseHeaders = [], statusLine = "" } = details;
    entry.mimeType = valueOf(responseHeaders, "content-type").split(";")[0]?.trim() ?? "";
    Object.assign(this.#detailsOf(entry), {
      httpVersion: /^HTTP\/\S+/.exec(statusLine)?.[0] ?? "",
      responseHeadersBytes: bytesOf(responseHeaders),
      setCookie: valueOf(responseHeaders, "set-cookie"),
    });
  }

  #detailsOf(entry: Entry): Details {
    const details = this.#details.get(entry) ?? { ...NO_DETAILS };
    this.#details.set(entry, details);
    return details;
  }

  readonly #redirected = (details: RequestDetails & { redirectUrl: string }): void => {
    const open = this.#open.get(details.requestId);
    if (!open) return;
    // On its way to a service worker a request is redirected to itself. It is reported again only if that has no answer.
    if (details.redirectUrl === details.url && !details.statusCode) {
      this.#toWorker.set(details.requestId, open);
      const [oldest] = this.#toWorker.keys();
      if (this.#toWorker.size > LIMITS.networkEntries && oldest !== undefined) this.#toWorker.delete(oldest);
      this.#end(open, details, "done");
      return;
    }
    this.#answer(open, details);
    open.entry.redirectTo = redactUrl(details.redirectUrl);
    this.#end(open, details, "done");
  };

  readonly #completed = (details: RequestDetails): void => {
    const open = this.#open.get(details.requestId);
    if (open) this.#end(open, details, "done");
  };

  readonly #failed = (details: RequestDetails & { error: string }): void => {
    const open = this.#open.get(details.requestId);
    if (!open) return;
    open.entry.error = details.error;
    this.#end(open, details, "failed");
  };

  #end(open: Open, details: RequestDetails, state: Entry["state"]): void {
    const { entry, tallied, ring, begun } = open;
    this.#open.delete(details.requestId);
    entry.state = state;
    entry.durationMs = rounded(details.timeStamp - begun);
    Object.assign(tallied, { state, status: entry.status, error: entry.error, ms: entry.durationMs });
    // Firefox counts 0 for what it did not measure; then the header has to do.
    entry.responseBytes = details.responseSize || contentLength(entry.responseHeaders);
    entry.requestBytes = details.requestSize || null;
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

const NO_DETAILS: Details = {
  ...{ httpVersion: "", cookie: "", setCookie: "" },
  ...{ blockedMs: 0, requestHeadersBytes: -1, responseHeadersBytes: -1 },
};

/** Of headers as HTTP/1.1 writes them, with the line before them left out. */
function bytesOf(given: browser.webRequest.HttpHeaders): number {
  return given.reduce((bytes, { name, value = "" }) => bytes + name.length + value.length + 4, 2);
}

function valueOf(given: browser.webRequest.HttpHeaders, wanted: string): string {
  return given.find(({ name }) => name.toLowerCase() === wanted)?.value ?? "";
}

function contentLength(given: Header[] | undefined): number | null {
  const value = given?.find(({ name }) => name.toLowerCase() === "content-length")?.value;
  return value === undefined || value === "" ? null : Number(value);
}

function rounded(ms: number): number {
  return Math.round(Math.max(0, ms) * 10) / 10;
}
