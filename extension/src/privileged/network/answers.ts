// Answers, copied on their way to a page as Firefox's own developer tools copy them: a tee hands each piece to the page
// and writes it into a pipe as well, with no script between. What the pipes hold is reported once a second, and when
// somebody asks. A pipe is as large as what is wanted of its answer: a tee that finds it full lets go of it.

import { LIMITS } from "../../generated/registry";
import type { AnswerPiece, AnswersToCopy, MockedResponse } from "../../shared/privileged";
import { hasBody, isTextType, parseContentType } from "../../shared/text/content-type";
import { globMatcher, withoutFragment } from "../../shared/text/glob";
import { system, type ChannelWrapper } from "../system";
import { AnswerCopy, headerOf, type Channel } from "./answer-copy";

/** Long enough for most pages to have loaded. */
const TELL_MS = 1_000;
const LOOK_EVERY = 32;
/** As long as Firefox waits with events of webRequest until it is idle: BATCH_TIMEOUT_MS of ConduitsParent.sys.mjs. */
const IDLE_MS = 250;
const MERGED = "http-on-examine-merged-response";
const BY_WORKER = "service-worker-synthesized-response";
/** When an answer's headers are there: of its server, of the cache, of both, or of a service worker. */
const TOPICS = ["http-on-examine-response", "http-on-examine-cached-response", MERGED, BY_WORKER];

/** Resolves when what was reported was taken. */
type Tell = (pieces: AnswerPiece[]) => Promise<unknown>;

interface CopiedTab extends AnswersToCopy {
  tabId: number;
  matches(url: string): boolean;
}

interface TimerModule {
  setTimeout(act: () => void, ms: number): number;
  clearTimeout(id: number): void;
}

export class Answers {
  readonly #tabs = new Map<number, CopiedTab>();
  /** Those of which there is more to tell, the oldest first. */
  readonly #copies = new Set<AnswerCopy>();
  /** A request that is sent once more, as with a password, keeps the tee that it has. */
  readonly #copied = new WeakSet<ChannelWrapper>();
  /** Of answers of which nothing is copied, why. */
  #untold: AnswerPiece[] = [];
  #tell: Tell | null = null;
  #telling: Promise<unknown> | null = null;
  #timer = 0;

  constructor(private readonly tabIdOf: (browser: GeckoBrowser) => number) {}

  /** Tells `tell` of what has come. What it gives ends it. */
  on(tell: Tell): () => void {
    this.#tell = tell;
    return () => this.stop();
  }

  stop(): void {
    this.#tell = null;
    timers().clearTimeout(this.#timer);
    for (const tabId of [...this.#tabs.keys()]) this.copy(tabId, null);
    for (const copy of this.#copies) copy.drop();
    this.#copies.clear();
  }

  /** Copies answers of a tab that come from now on; null ends it. */
  copy(tabId: number, which: AnswersToCopy | null): void {
    const { size } = this.#tabs;
    const matches = globMatcher(withoutFragment(which?.match ?? "**"));
    if (which) this.#tabs.set(tabId, { ...which, tabId, matches });
    else this.#tabs.delete(tabId);
    if (size > 0 === this.#tabs.size > 0) return;
    for (const topic of TOPICS) {
      if (size === 0) Services.obs.addObserver(this.#examine, topic);
      else Services.obs.removeObserver(this.#examine, topic);
    }
  }

  /** Reports what has come; resolves when it was taken, after the requests that Firefox reports when it is idle. */
  async flush(): Promise<void> {
    await new Promise((resolve) => ChromeUtils.idleDispatch(resolve, { timeout: IDLE_MS }));
    await this.#tellAll();
  }

  async #tellAll(): Promise<void> {
    while (this.#telling) await this.#telling;
    const pieces = this.#untold.splice(0);
    for (const copy of this.#copies) {
      const piece = copy.take();
      if (piece) pieces.push(piece);
      if (copy.isOver) this.#copies.delete(copy);
    }
    if (pieces.length === 0 || !this.#tell) return;
    const over = (): void => {
      this.#telling = null;
    };
    this.#telling = this.#tell(pieces).then(over, over);
    this.#plan();
    await this.#telling;
  }

  /** Tells in a moment. What is quiet is not looked at: its pipe holds what still comes. */
  #plan(): void {
    if (this.#timer !== 0) return;
    this.#timer = timers().setTimeout(() => {
      this.#timer = 0;
      if (this.#telling) this.#hold();
      else void this.#tellAll();
    }, TELL_MS);
  }

  /** Nobody takes what is reported: no more is held than would be recorded. */
  #hold(): void {
    let bytes = 0;
    for (const copy of [...this.#copies].reverse()) {
      bytes += copy.waiting;
      if (bytes > LIMITS.bodiesBytes) copy.drop();
    }
    this.#plan();
  }

  /** Takes in an answer that no server gives. */
  provided({ id, method, finalURL: url, browserElement }: ChannelWrapper, response: MockedResponse): void {
    const wanted = this.#wanted(browserElement, url);
    if (!wanted) return;
    const { status, headers } = response;
    const type = headers.find(({ name }) => name.toLowerCase() === "content-type")?.value;
    const nothing = reasonForNothing(method, status, type, wanted.allTypes);
    const bytes = nothing ? new Uint8Array() : Uint8Array.fromBase64(response.body);
    const data = nothing ? [] : [bytes.slice(0, wanted.maxBytes + 1).buffer];
    const piece = { data, state: nothing ?? ("whole" as const) };
    this.#untold.push({ tabId: wanted.tabId, id: String(id), method, url, ...piece });
    this.#plan();
  }

  readonly #examine = (subject: Channel, topic: string): void => {
    const request = system.ChannelWrapper.get(subject);
    // The server has said that nothing has changed: what the page gets is what Firefox has kept.
    if (topic === MERGED) this.#untold = this.#untold.filter(({ id }) => id !== String(request.id));
    const channel = subject.QueryInterface(Ci["nsIHttpChannel"]);
    // What is on its way to a service worker has no address of its own there.
    const url = request.finalURL || channel.URI.spec;
    const wanted = this.#wanted(request.browserElement, url);
    if (!wanted || this.#copied.has(request)) return;
    const { responseStatus, requestMethod: method } = channel;
    // The tee would go along to where it leads.
    if (responseStatus >= 300 && responseStatus < 400 && headerOf(channel, "Location") !== "") return;
    const { tabId, maxBytes, allTypes } = wanted;
    const key = { tabId, id: String(request.id), method, url };
    const nothing = reasonForNothing(method, responseStatus, headerOf(channel, "Content-Type"), allTypes);
    if (nothing) {
      this.#untold.push({ ...key, data: [], state: nothing });
    } else {
      this.#copied.add(request);
      this.#copies.add(new AnswerCopy(key, maxBytes, channel, topic === BY_WORKER, () => this.#plan()));
    }
    if (this.#isFull()) void this.#tellAll();
    else this.#plan();
  };

  /** True if more waits than is kept of a tab. Pipes are asked now and then, as each of them has to be. */
  #isFull(): boolean {
    if (this.#telling || this.#copies.size % LOOK_EVERY !== 0) return false;
    let bytes = 0;
    for (const copy of this.#copies) bytes += copy.waiting;
    return bytes > LIMITS.bodiesBytes;
  }

  #wanted(browser: GeckoBrowser | null, url: string): CopiedTab | null {
    const wanted = browser && this.#tabs.get(this.tabIdOf(browser));
    return wanted?.matches(withoutFragment(url)) ? wanted : null;
  }
}

/** Why an answer is not copied, if it is not. */
function reasonForNothing(
  method: string,
  status: number,
  type: string | undefined,
  allTypes: boolean,
): "empty" | "skipped" | null {
  if (!hasBody(method, status)) return "empty";
  return allTypes || isTextType(parseContentType(type).mimeType) ? null : "skipped";
}

function timers(): TimerModule {
  return ChromeUtils.importESModule<TimerModule>("resource://gre/modules/Timer.sys.mjs");
}
