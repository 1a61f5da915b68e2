// Navigation: what the top frame of each pool tab is doing, and waiting for it to arrive.
//
// All of it comes from events. Firefox reports them in these orders (S started, C committed, P parsed, L loaded,
// F failed): a load S C P L; into another process S S F(aborted) C P L, or S F S C P L and S C S F P L, because each
// process reports its own part when it gets to it; from the back-forward cache S C L; an address that gives no page
// S F(aborted), or S L for a download; a failure S F C P, whose P names the error page; a port that Firefox refuses C P
// of the error page.
//
// Whether a load that was broken off goes on elsewhere is shown by the tab, which Firefox shows as busy from its start to
// its end, whichever processes it goes through. A load that leaves its first process at once is shown as busy only in
// the next one.

import type { Deadline } from "../../shared/deadline";
import { CommandError, ownWords } from "../../shared/errors";
import { withoutFragment } from "../../shared/text/glob";
import { within, type CommandContext } from "../command-context";
import { ABORTED, CRASHED, EMPTY, OFFLINE, errorPage, loadError, meaningOf } from "./net-errors";
import { TabListeners } from "../tabs/tab-listeners";
import { TabMap } from "../scopes";
import {
  onCommitted,
  onDOMContentLoaded,
  onHistoryStateUpdated,
  onReferenceFragmentUpdated,
  onUpdated,
} from "../tab-events";

export type WaitUntil = "load" | "domcontentloaded" | "none";

type Kind =
  | "started"
  | "redirected"
  | "answering"
  | "answered"
  | "committed"
  | "parsed"
  | "loaded"
  | "failed"
  | "moved"
  | "refused"
  | "busy"
  | "idle";

export interface NavigationEvent {
  kind: Kind;
  url: string;
  error: string;
  /** Of a redirect: the address that it sends on. */
  from?: string;
  /** Of an answer: its HTTP status. */
  status?: number;
  /** Why the policy does not let it go there. */
  refusal?: CommandError;
}

/** Of a frame in a tab's page. */
export interface FrameEvent {
  frameId: number;
  kind: Kind;
}

interface TabState {
  /** Navigations under way that no document has come of yet. */
  inFlight: number;
  /** Where the last of them goes. */
  going: string;
  /** Since when frames of its page are on their way to a document, by `performance.now()`. */
  coming: Map<number, number>;
  /** True until the first document is there. */
  fresh: boolean;
  /** What the error page says that the tab shows. */
  failure: { url: string; error: string } | null;
  /** What a server has answered that no document has come of yet. */
  answered: { url: string; status: number } | null;
  /** What a server began to answer last, and when, by `performance.now()`: of that Firefox tells before it has a process for it. */
  begun: { url: string; at: number } | null;
  /** Address of the document without its fragment, as those of all answers here, and its HTTP status. */
  url: string;
  status: number | null;
  /** True once it was asked for its status itself. */
  wasAsked: boolean;
}

/** Within this time a document says its status, or the server's answer is reported that came with it. */
const STATUS_MS = 1_000;
const STATUS = {
  code: 'performance.getEntriesByType("navigation")[0].responseStatus',
  runAt: "document_start",
} as const;

export class Navigation {
  readonly #tabs = new TabMap<TabState>();
  readonly #listeners = new TabListeners<NavigationEvent>();
  readonly #frameListeners = new TabListeners<FrameEvent>();
  /** Events of tabs that are being opened: they begin before Firefox says the tab's id. */
  // eslint-disable-next-line clz/scoped -- of tabs that are no agent's yet, until they are open
  readonly #early = new Map<number, NavigationEvent[]>();
  #expected = 0;

  /** `onDocument` is called with each document that comes into a watched tab. */
  constructor(private readonly onDocument: (tabId: number) => void) {}

  listen(): void {
    const web = browser.webNavigation;
    const on =
      (kind: Kind) => (details: { tabId: number; frameId: number; url: string; error?: string | undefined }) => {
        if (details.frameId !== 0) {
          this.feedFrame(details.tabId, { frameId: details.frameId, kind });
          return;
        }
        this.feed(details.tabId, { kind, url: details.url, error: details.error ?? "" });
      };
    web.onBeforeNavigate.addListener(on("started"));
    onCommitted.addListener(on("committed"));
    onDOMContentLoaded.addListener(on("parsed"));
    web.onCompleted.addListener(on("loaded"));
    web.onErrorOccurred.addListener(on("failed"));
    onReferenceFragmentUpdated.addListener(on("moved"));
    onHistoryStateUpdated.addListener(on("moved"));
    onUpdated.addListener((tabId, { status }) => {
      if (status === undefined) return;
      this.feed(tabId, { kind: status === "loading" ? "busy" : "idle", url: "", error: "" });
    });
    browser.webRequest.onBeforeRedirect.addListener(
      ({ tabId, url, redirectUrl }) => this.feed(tabId, { kind: "redirected", url: redirectUrl, from: url, error: "" }),
      { urls: ["<all_urls>"], types: ["main_frame"] },
    );
    browser.webRequest.onHeadersReceived.addListener(
      ({ tabId, url }) => this.feed(tabId, { kind: "answering", url, error: "" }),
      { urls: ["<all_urls>"], types: ["main_frame"] },
    );
    // Not told of an answer that a service worker gives, nor of one that asks for a log-in which is then given.
    browser.webRequest.onResponseStarted.addListener(
      ({ tabId, url, statusCode }) => {
        this.feed(tabId, { kind: "answered", url: withoutFragment(url), error: "", status: statusCode });
      },
      { urls: ["<all_urls>"], types: ["main_frame"] },
    );
  }

  /** Keeps the events of tabs that are not in the pool yet, until `done`. */
  expect(): { claim(tabId: number): NavigationEvent[]; done(): void } {
    this.#expected += 1;
    return {
      claim: (tabId) => {
        const early = this.#early.get(tabId) ?? [];
        this.watch(tabId);
        for (const event of early) this.#note(tabId, event);
        return early;
      },
      done: () => {
        this.#expected -= 1;
        if (this.#expected === 0) this.#early.clear();
      },
    };
  }

  watch(tabId: number): void {
    if (this.#tabs.has(tabId)) return;
    const unknown = { failure: null, url: "", wasAsked: false, answered: null, begun: null, status: null };
    this.#tabs.set(tabId, { inFlight: 0, going: "", coming: new Map(), fresh: true, ...unknown });
  }

  /** How many loads are under way that no document has come of yet. */
  inFlight(tabId: number): number {
    return this.#tabs.get(tabId)?.inFlight ?? 0;
  }

  /** Where the tab is on its way to; null if it is on its way to nothing. */
  goingTo(tabId: number): string | null {
    const state = this.#tabs.get(tabId);
    return state && state.inFlight > 0 ? state.going : null;
  }

  /** True while the tab is on its way to another document. */
  isPending(tabId: number): boolean {
    return this.inFlight(tabId) > 0;
  }

  /** True while the tab has never shown a document and is on its way to its first one. */
  isOpening(tabId: number): boolean {
    return this.isPending(tabId) && this.#tabs.get(tabId)?.fresh === true;
  }

  /** Whether Firefox loads anything in a tab now, as it says itself. */
  async isLoading(tabId: number): Promise<boolean> {
    const tab = await browser.tabs.get(tabId).catch(() => null);
    return tab?.status === "loading";
  }

  /** HTTP status of the page that the tab shows, or shows at `address`; null if none is known. */
  statusOf(tabId: number, address: string): number | null {
    const state = this.#tabs.get(tabId);
    if (!state || (state.inFlight > 0 && state.url !== withoutFragment(address))) return null;
    return state.status;
  }

  /**
   * Asks the document for its status, once, where no answer was reported with it: it came from a service worker or from
   * the back-forward cache, or its answer is reported later. One that takes no script has only that.
   */
  async statusTold(tabId: number, context: CommandContext): Promise<void> {
    const state = this.#tabs.get(tabId);
    if (!state || state.status !== null || state.wasAsked || !/^https?:/.test(state.url)) return;
    state.wasAsked = true;
    const deadline = context.deadline.atMost(STATUS_MS);
    const asked = browser.tabs.executeScript(tabId, STATUS).then(
      ([status]) => {
        if (state.wasAsked) state.status ??= Number(status) || null;
      },
      () => this.next(tabId, ["answered"], context, deadline),
    );
    await within(deadline, asked, context);
  }

  /** What a server has begun to answer that no document has come of yet; null if there is nothing. */
  unshown(tabId: number): { url: string; at: number } | null {
    const state = this.#tabs.get(tabId);
    return state && state.inFlight > 0 ? state.begun : null;
  }

  failureOf(tabId: number): TabState["failure"] {
    return this.#tabs.get(tabId)?.failure ?? null;
  }

  /** Tells that a load was not let out. Firefox says of it later only that it was broken off. */
  refuse(tabId: number, url: string, refusal: CommandError): void {
    this.feed(tabId, { kind: "refused", url, error: refusal.code, refusal });
  }

  feed(tabId: number, event: NavigationEvent): void {
    if (!this.#tabs.has(tabId)) {
      if (this.#expected > 0) this.#early.set(tabId, [...(this.#early.get(tabId) ?? []), event]);
      return;
    }
    this.#note(tabId, event);
    this.#listeners.tell(tabId, event);
  }

  #note(tabId: number, { kind, url, error, status, from }: NavigationEvent): void {
    const state = this.#tabs.get(tabId);
    if (!state) return;
    if (kind === "answering") state.begun = { url, at: performance.now() };
    if (kind === "answered") {
      state.answered = { url, status: status ?? 0 };
      // Requests and documents are reported by different events: the document may be known first.
      if (state.inFlight === 0 && state.url === url) noteStatus(state, url);
    }
    const shown = kind === "parsed" ? errorPage(url) : null;
    if (kind === "started") {
      state.inFlight += 1;
      state.going = url;
      state.begun = null;
    }
    if (kind === "redirected" && from === state.going) state.going = url;
    if (kind === "failed") state.inFlight = Math.max(0, state.inFlight - 1);
    else if (kind === "committed" || kind === "loaded") state.inFlight = 0;
    if (kind === "committed") {
      state.fresh = false;
      state.coming.clear();
      noteStatus(state, url);
      this.onDocument(tabId);
    }
    if (kind === "failed" && loadError(error) !== ABORTED) state.failure = { url, error: loadError(error) };
    else if (shown) state.failure ??= shown;
    else if (kind === "started") state.failure = null;
    // An error page that was there only after this load had begun.
    else if (kind === "committed" && state.failure?.url !== (errorPage(url)?.url ?? url)) state.failure = null;
  }

  /** Calls `listener` for each event of the tab until `signal` is aborted. */
  on(tabId: number, listener: (event: NavigationEvent) => void, signal: AbortSignal): void {
    this.#listeners.on(tabId, listener, signal);
  }

  /** Calls `listener` for each event of the frames in the tab's page until `signal` is aborted. */
  onFrame(tabId: number, listener: (event: FrameEvent) => void, signal: AbortSignal): void {
    this.#frameListeners.on(tabId, listener, signal);
  }

  /** For how many milliseconds a frame of the tab's page has been on its way to a document; null if it is on none. */
  comingMs(tabId: number, frameId: number): number | null {
    const since = this.#tabs.get(tabId)?.coming.get(frameId);
    return since === undefined ? null : performance.now() - since;
  }

  feedFrame(tabId: number, event: FrameEvent): void {
    const coming = this.#tabs.get(tabId)?.coming;
    if (event.kind === "started") coming?.set(event.frameId, performance.now());
    else if (event.kind !== "committed" && event.kind !== "moved") coming?.delete(event.frameId);
    this.#frameListeners.tell(tabId, event);
  }

  /** Resolves at the tab's next event of one of these kinds, or at the deadline. */
  async next(tabId: number, kinds: Kind[], context: CommandContext, deadline: Deadline): Promise<void> {
    const over = new AbortController();
    try {
      const event = new Promise<void>((resolve) => {
        this.on(tabId, ({ kind }) => kinds.includes(kind) && resolve(), over.signal);
      });
      await within(deadline, event, context);
    } finally {
      over.abort();
    }
  }

  /** Waits until the tab is on no way to another document, or for the deadline. */
  async settled(tabId: number, context: CommandContext, deadline: Deadline): Promise<void> {
    while (this.isPending(tabId) && !deadline.passed) {
      await this.next(tabId, ["committed", "failed", "loaded"], context, deadline);
    }
  }
}

/** The status of a document that has come, if its answer was reported before it. */
function noteStatus(state: TabState, address: string): void {
  const { answered } = state;
  state.url = withoutFragment(address);
  state.wasAsked = false;
  state.status = answered?.url === state.url ? answered.status : null;
  if (state.status !== null) state.answered = null; // a tab that is opened is blank first, and may have its answer by then
}

/** The error for a page that did not come. */
export function loadFailed(url: string, error: string): CommandError {
  if (error === ABORTED) {
    const message = `${url} gave no page: a download, an empty answer, or the load was stopped`;
    const details = { url, error };
    return new CommandError(
      "PAGE_LOAD_FAILED",
      message,
      details,
      ownWords`Check the address; the tab shows what it did.`,
    );
  }
  if (error === EMPTY) {
    const message = `The server answered ${url} with an error, and without a page`;
    return new CommandError("PAGE_LOAD_FAILED", message, { url, error }, ownWords`See its status: clz network`);
  }
  if (error === CRASHED) {
    const message = ownWords`The process of this page has ended, and the page with it`;
    return new CommandError("TAB_UNAVAILABLE", message, { url, error }, ownWords`Load it again: clz reload`);
  }
  const meaning = meaningOf(error);
  const message = `${url} could not be loaded: ${meaning ? `${meaning.says} (${error})` : error}`;
  const hint = OFFLINE.has(error)
    ? ownWords`If you have set your tabs offline: clz network offline off`
    : meaning?.hint;
  return new CommandError("PAGE_LOAD_FAILED", message, { url, error }, hint);
}
