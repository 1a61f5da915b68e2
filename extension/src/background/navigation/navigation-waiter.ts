// Waits for one navigation of one tab: watched from before it begins until the page has loaded far enough.

import { LIMITS } from "../../generated/registry";
import { CommandError, ownWords } from "../../shared/errors";
import type { CommandContext } from "../command-context";
import { loadFailed, type Navigation, type NavigationEvent, type WaitUntil } from "./navigation";
import { ABORTED, errorPage, loadError } from "./net-errors";

/** What new tabs begin with, and may still be loading when they are sent elsewhere. */
const BLANK = "about:blank";

/** Where nobody can tell whether there is history: what there is begins to move at once. */
const HISTORY_MS = 500;

/**
 * An error page and its failure, in either order, come within this time. Until the page is there its events would
 * be taken for the next load's; the failure alone has Firefox's own name for it.
 */
const ERROR_PAGE_MS = 1_000;

/** What servers say of a load is nothing that Firefox does with it. */
const SERVERS = new Set<NavigationEvent["kind"]>(["answering", "answered", "redirected"]);

export interface NavigationRequest {
  tabId: number;
  waitUntil: WaitUntil;
  /** Starts the navigation. Not given where it began with the tab. */
  go?: () => Promise<unknown>;
  /** What was seen of it already. */
  early?: NavigationEvent[];
  /** The address, if it is known. */
  url?: string;
  /** Of back and forward, resolves when the page answers: true if there is such a page, false if nobody can tell. */
  history?: () => Promise<boolean>;
}

/**
 * The address of the page, when the tab has arrived there. Throws PAGE_LOAD_FAILED, NO_HISTORY, TIMEOUT, or what ends
 * the command.
 */
export async function waitForNavigation(
  navigation: Navigation,
  request: NavigationRequest,
  context: CommandContext,
): Promise<string> {
  const over = new AbortController();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const { tabId, waitUntil } = request;
  try {
    return await context.race(
      new Promise<string>((resolve, reject) => {
        const after = (ms: number, act: () => void): void => void timers.add(setTimeout(act, ms));
        const others = request.early ? 0 : navigation.inFlight(tabId);
        const going = request.early ? null : navigation.goingTo(tabId);
        const failure = request.early ? null : navigation.failureOf(tabId);
        // What is loaded again comes from where it failed.
        const failed = request.url === undefined ? null : (failure?.url ?? null);
        const watch = new NavigationWaiter(request, others, going, failed, {
          resolve,
          reject,
          after,
          isLoading: () => navigation.isLoading(tabId),
        });
        navigation.on(tabId, (event) => watch.feed(event), over.signal);
        for (const event of request.early ?? []) watch.feed(event);
        after(context.deadline.minus(LIMITS.errorMarginMs).remainingMs, () => reject(tooSlow(request, context)));
        if (request.go) {
          request.go().then(
            async () => {
              const isThere = (await request.history?.()) ?? true;
              if (!isThere) after(HISTORY_MS, () => watch.neverMoved());
            },
            (thrown: unknown) => reject(refused(request.url ?? "", thrown)),
          );
        }
        if (waitUntil === "none" && !request.history) resolve(request.url ?? "");
      }),
    );
  } finally {
    over.abort();
    for (const timer of timers) clearTimeout(timer);
  }
}

export function noHistory(): CommandError {
  return new CommandError("NO_HISTORY", ownWords`There is no page to go to`);
}

interface Outcome {
  resolve(url: string): void;
  reject(error: CommandError): void;
  after(ms: number, act: () => void): void;
  /** Whether Firefox loads anything in the tab now. */
  isLoading(): Promise<boolean>;
}

class NavigationWaiter {
  #moved = false;
  #committed = false;
  /** The address of the document that has come last. */
  #document: string | null = null;
  /** True once the document that has come is parsed. */
  #parsed = false;
  #inFlight = 0;
  #failure: CommandError | null = null;
  #isErrorShown = false;
  /** Counts what has begun, or come, of loads. */
  #loads = 0;
  /** Whether Firefox shows the tab as loading; null if it has not said so since a load began. */
  #busy: boolean | null = null;
  /** Where the page that was there has gone itself meanwhile, until that has failed or what was asked for begins. */
  #strayed: string | null = null;
  /** Where it was going itself when what was asked for began: its document may still come first. */
  #overtaken: string | null = null;
  /** The address of that document, if it has come: what was asked for has not, and may still. */
  #arrived: string | null = null;
  /** True once what was asked for has begun. */
  #begun = false;
  /** What was asked for, and where servers and routes have sent it on to. */
  readonly #addresses: string[];
  /** The address of a load that is over without a document, until it is known whether that was all. */
  #ended: string | null = null;

  constructor(
    private readonly request: NavigationRequest,
    /** Loads that were under way before this one: it breaks them off, and that is not a failure of its own. */
    private others: number,
    goingTo: string | null,
    /** The address of the load before this one, if that has failed: its error page may be there only now. */
    private readonly failedBefore: string | null,
    private readonly outcome: Outcome,
  ) {
    this.#addresses = request.url === undefined ? [] : [request.url];
    // What a new tab begins with says nothing of when it ends.
    const strays = goingTo !== null && goingTo !== BLANK && request.url !== undefined;
    if (strays && !this.#isAsked(goingTo)) this.#strayed = goingTo;
  }

  feed(event: NavigationEvent): void {
    const { waitUntil, history } = this.request;
    if (event.kind === "redirected") this.#noteRedirect(event.from ?? "", event.url);
    if (SERVERS.has(event.kind) || this.#isOfFailureBefore(event)) return;
    if (this.#isAstray(event) || this.#isOfAnother(event)) return;
    if (this.#isOvertaken(event)) return;
    switch (event.kind) {
      case "started":
        this.#noteStart(event.url);
        this.#moved = true;
        this.#failure = null;
        this.#isErrorShown = false;
        this.#inFlight += 1;
        this.#committed = false;
        this.#loads += 1;
        this.#busy = null;
        this.#ended = null;
        if (waitUntil === "none") this.outcome.resolve(event.url);
        return;
      case "committed":
        if (this.#strayed !== null && this.#begun && !this.#isAsked(event.url)) {
          this.outcome.reject(interrupted(this.request.url ?? "", event.url));
          return;
        }
        this.#moved = true;
        this.#inFlight = 0;
        this.#committed = true;
        this.#loads += 1;
        this.#document = event.url;
        this.#overtaken = null;
        this.#arrived = null;
        this.#parsed = false;
        this.#ended = null;
        return;
      case "moved":
        // Within a document there is nothing to load. Pages also move themselves; the address shows that.
        if (this.#inFlight === 0 && !this.#committed && (history || sameAddress(event.url, this.request.url))) {
          this.outcome.resolve(event.url);
        }
        return;
      case "parsed": {
        const shown = errorPage(event.url);
        const { url } = this.request;
        // That of a load before this one, which has failed and is there only now.
        if (shown && !this.#moved && url !== undefined && !sameAddress(shown.url, url)) return;
        if (shown && this.#failure) this.outcome.reject(this.#failure);
        else if (shown) {
          const failure = loadFailed(url ?? shown.url, shown.error);
          this.#isErrorShown = true;
          this.outcome.after(ERROR_PAGE_MS, () => this.outcome.reject(failure));
        } else {
          this.#parsed = true;
          this.#resolveParsed();
        }
        return;
      }
      case "loaded":
        if (this.#isErrorShown) return;
        if (this.#committed && !this.#failure) this.outcome.resolve(event.url);
        else this.#endedWithoutDocument(event.url);
        return;
      case "failed":
        this.#failed(event.url, loadError(event.error));
        return;
      case "busy":
        this.#busy = true;
        return;
      case "idle":
        if (this.#busy !== null || this.#ended !== null) this.#busy = false;
        if (this.#ended !== null) this.#decide(this.#ended);
        return;
      case "refused":
        if (event.refusal) this.outcome.reject(event.refusal);
    }
  }

  #isOfFailureBefore({ kind, url }: NavigationEvent): boolean {
    if (this.failedBefore === null || (kind !== "committed" && kind !== "parsed")) return false;
    return (errorPage(url)?.url ?? url) === this.failedBefore && !this.#isAsked(this.failedBefore);
  }

  /** True for what earlier loads still have to say: all before this one starts, and then that they were broken off. */
  #isOfAnother({ kind, error, url }: NavigationEvent): boolean {
    if (kind === "busy" || kind === "idle") return !this.#moved;
    if (url === BLANK && this.request.url !== undefined && this.request.url !== BLANK && this.#document === null)
      return true;
    if (this.others === 0 || kind === "started" || kind === "moved" || kind === "refused") return false;
    if (this.#moved && !(kind === "failed" && loadError(error) === ABORTED)) return false;
    if (kind !== "parsed") this.others -= 1;
    return true;
  }

  /** A page may go elsewhere itself while it is sent on. Until what was asked for has a document, that is of no other. */
  #noteStart(url: string): void {
    if (this.#addresses.length === 0 || this.#document !== null) return;
    if (this.#isAsked(url)) {
      if (!this.#begun) this.#inFlight = 0;
      this.#begun = true;
      this.#overtaken = this.#strayed;
      this.#strayed = null;
    } else {
      this.#strayed = url;
      if (!this.#begun) this.others += 1;
    }
  }

  /** A server or a route sends it on: the load that begins there in another process was not begun by the page. */
  #noteRedirect(from: string, to: string): void {
    if (!this.#isAsked(from)) {
      if (this.#strayed === from) this.#strayed = to;
      if (this.#overtaken === from) this.#overtaken = to;
      return;
    }
    this.#addresses.push(to);
    if (this.#overtaken !== null && isLike(this.#overtaken, to)) this.#overtaken = null;
    if (this.#strayed === null || !isLike(this.#strayed, to)) return;
    this.#strayed = null;
    if (!this.#begun) this.others = Math.max(0, this.others - 1);
    this.#begun = true;
  }

  #isAsked(url: string): boolean {
    return this.#addresses.some((address) => isLike(url, address));
  }

  /** True for what comes of a page that went elsewhere before what was asked for has even begun. */
  #isAstray({ kind }: NavigationEvent): boolean {
    if (this.#strayed === null || this.#begun || kind === "started" || kind === "refused") return false;
    if (kind === "committed" || kind === "failed") this.others = Math.max(0, this.others - 1);
    return true;
  }

  /**
   * True for the document of a load that was under way when what was asked for began, where it comes all the same, its
   * own or that of its failure. What was asked for still has its turn, unless Firefox then shows that the tab has stopped
   * loading.
   */
  #isOvertaken({ kind, url, error }: NavigationEvent): boolean {
    const page = errorPage(url)?.url ?? url;
    const comes = kind === "committed" || (kind === "failed" && loadError(error) !== ABORTED);
    if ((comes || (kind === "parsed" && page !== url)) && !this.#isAsked(page)) {
      if (page === this.#overtaken) {
        this.#arrived = page;
        this.#overtaken = null;
        this.others = Math.max(0, this.others - 1);
        return true;
      }
      if (page === this.#arrived) return true;
    }
    if (this.#arrived === null || (kind !== "parsed" && kind !== "loaded") || this.#isAsked(url)) return false;
    if (kind === "loaded") this.#endedWithoutDocument(url);
    return true;
  }

  #failed(url: string, error: string): void {
    if (url === this.#strayed) this.#strayed = null;
    if (url === this.#overtaken) this.#overtaken = null;
    this.#inFlight = Math.max(0, this.#inFlight - 1);
    if (error === ABORTED) {
      if (this.#inFlight > 0) return;
      this.#resolveParsed();
      this.#endedWithoutDocument(url);
      return;
    }
    const failure = loadFailed(url, error);
    this.#failure = failure;
    if (this.#isErrorShown) this.outcome.reject(failure);
    this.outcome.after(ERROR_PAGE_MS, () => this.outcome.reject(failure));
  }

  neverMoved(): void {
    if (!this.#moved) this.outcome.reject(noHistory());
  }

  /** A load that is broken off leaves the document that there is. */
  #resolveParsed(): void {
    if (this.#document === null || !this.#parsed || this.#inFlight > 0) return;
    if (this.request.waitUntil === "domcontentloaded") this.outcome.resolve(this.#document);
  }

  /**
   * A load is over without a document. It may go on in another process, or another one may take its place; once Firefox
   * shows the tab as loading no more, this was all. A load that it has not shown yet goes on.
   */
  #endedWithoutDocument(url: string): void {
    if (!this.#moved) return;
    if (this.#busy === false) this.#decide(url);
    else this.#ended = url;
  }

  #decide(url: string): void {
    if (this.#document !== null) this.outcome.resolve(this.#document);
    else void this.#rejectUnlessLoading(url);
  }

  /** What Firefox has said of the tab may be of a load before this one, and be over: so it is asked. */
  async #rejectUnlessLoading(url: string): Promise<void> {
    const loads = this.#loads;
    const loading = await this.outcome.isLoading();
    if (loading || loads !== this.#loads) return;
    const asked = this.request.url ?? url;
    this.outcome.reject(this.#arrived === null ? loadFailed(url, ABORTED) : interrupted(asked, this.#arrived));
  }
}

function sameAddress(a: string, b: string | undefined): boolean {
  return b !== undefined && (a === b || a === URL.parse(b)?.href);
}

/** True for the same address, however it is written: Firefox may ask servers by another scheme. */
function isLike(a: string, b: string): boolean {
  const plain = (address: string): string => {
    const { host, pathname, search, protocol, href } = URL.parse(address) ?? new URL("about:invalid");
    return /^https?:$/.test(protocol) ? host + pathname + search : (href.split("#", 1)[0] ?? "");
  };
  return plain(a) === plain(b);
}

/** The error for a page that went elsewhere itself before what was asked for came. */
function interrupted(url: string, arrived: string): CommandError {
  const message = `The page itself went to ${arrived}, instead of ${url}`;
  const hint = ownWords`Go there again, or see what the page is: clz tabs`;
  return new CommandError("PAGE_LOAD_FAILED", message, { url, arrived, error: ABORTED }, hint);
}

function refused(url: string, thrown: unknown): CommandError {
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  if (/^about:/i.test(url)) {
    return new CommandError("RESTRICTED_PAGE", `Firefox lets no extension open ${url}`, { url, reason });
  }
  return new CommandError("URL_NOT_ALLOWED", `Firefox does not open ${url}: ${reason}`, { url, reason });
}

function tooSlow({ url, waitUntil, tabId }: NavigationRequest, context: CommandContext): CommandError {
  const ms = Math.round(context.elapsed());
  const message = `${url ?? "The page"} did not load within ${ms} ms, the limit of --timeout`;
  const details = { tabId, waitUntil, waitedMs: ms, limit: "timeout", ...(url !== undefined && { url }) };
  const hint = ownWords`See what is there: clz tabs. Give it longer with --timeout, or wait for less: --wait-until domcontentloaded`;
  return new CommandError("TIMEOUT", message, details, hint);
}
