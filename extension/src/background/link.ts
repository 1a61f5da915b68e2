// The link to content scripts: one message where all is well; the engine, another try or a clear error where not.

import type { Commands } from "../generated/registry";
import { COMMANDS, LIMITS } from "../generated/registry";
import { CommandError, type Fault } from "../shared/errors";
import type {
  CallMessage,
  ContentName,
  ContentValue,
  NeedEngine,
  Reply,
  StageMessage,
  ToContent,
} from "../shared/messages";
import type { Call } from "./call";
import { loadFailed, type Navigation } from "./navigation";
import { isRestricted } from "./restricted";

const TOP_FRAME = 0;

/** A page that takes no script and is not on its way anywhere gets this long to show that it is. */
const GRACE_MS = 250;

/** A page that gives up waiting still has to say so in time. */
const ANSWER_MS = 40;

/** A page that takes the scripts but never answers is asked this often. */
const MAX_UNANSWERED = 5;

/** Why a page has crashed, by the error page that Firefox shows instead. */
const CRASHED = "tabcrashed";

/** Null where no document answered: none was there, or it went away with the call. Firefox does not tell which. */
type Sent<T> = T | null;

export class ContentLink {
  readonly #navigation: Navigation;
  /** How far the calls got, as their content scripts told. */
  readonly #stages = new Map<string, StageMessage["stage"] | "sent">();

  constructor(navigation: Navigation) {
    this.#navigation = navigation;
  }

  /** Notes how far a call got. */
  stage({ id, stage }: StageMessage): void {
    if (this.#stages.has(id)) this.#stages.set(id, stage);
  }

  /**
   * Carries a command out in the tab's page. `waitMs` is how long the page may take to become ready for it.
   * A page that is replaced before anything was done to it is no failure: the next one gets the call. Where `late` is
   * given, waiting for a page counts as well, and `late` is the error when that takes longer than `waitMs`.
   */
  async call<K extends ContentName>(
    name: K,
    params: Commands[K]["params"],
    waitMs: number,
    call: Call,
    late?: (spentMs: number) => CommandError,
  ): Promise<ContentValue<K>> {
    const started = performance.now();
    const patience = (): number => {
      if (!late) return call.left();
      const spentMs = performance.now() - started;
      if (spentMs > waitMs) throw late(spentMs);
      return Math.min(call.left(), waitMs - spentMs + 1);
    };
    await this.#whenThere(name, call, patience);
    const stopAborting = this.#abortWith(call);
    try {
      for (let unanswered = 0; ; unanswered += 1) {
        this.#stages.set(call.id, "sent");
        const spentMs = performance.now() - started;
        const budgetMs = Math.max(0, Math.min(waitMs - spentMs, call.left() - ANSWER_MS));
        const expiresAt = Date.now() + call.left();
        const message: CallMessage<K> = { clz: "call", id: call.id, name, params, budgetMs, spentMs, expiresAt };
        const reply = await this.#send(message, call);
        if (reply?.ok) return reply.value;
        // A call that still waited when its page was left says so.
        if (reply && reply.fault.code !== "NAVIGATED") throw CommandError.fromFault(reply.fault);
        if (reply) {
          unanswered = 0;
          await this.#navigation.settled(call.tabId, call, patience());
        } else {
          this.#refuseSecondTime(name, call);
          await this.#whenReachable(call, patience, unanswered);
        }
      }
    } finally {
      stopAborting();
      this.#stages.delete(call.id);
    }
  }

  async #send<K extends ContentName>(message: CallMessage<K>, call: Call): Promise<Sent<Reply<K>>> {
    const first = await this.#post<K>(message, call);
    if (!first || !("need" in first)) return first;
    if (!(await this.#inject("/engine.js", call))) return null;
    const second = await this.#post<K>(message, call);
    // A document without an engine after all is a new one.
    return !second || "need" in second ? null : second;
  }

  async #post<K extends ContentName>(message: CallMessage<K>, call: Call): Promise<Sent<Reply<K> | NeedEngine>> {
    try {
      const sending = browser.tabs.sendMessage(call.tabId, message, { frameId: TOP_FRAME });
      return ((await call.race(sending)) as Reply<K> | NeedEngine | undefined) ?? null;
    } catch {
      call.signal.throwIfAborted();
      return null;
    }
  }

  /** True where the script ran. Waits for a document that is on its way. */
  async #inject(file: string, call: Call): Promise<boolean> {
    const where = { matchAboutBlank: true, runAt: "document_start", frameId: TOP_FRAME } as const;
    try {
      // Each bundle ends with `true`. A tab without a page, as after a crash, resolves as well, but with nothing.
      const [ran] = (await call.race(browser.tabs.executeScript(call.tabId, { ...where, file }))) as unknown[];
      return ran === true;
    } catch {
      call.signal.throwIfAborted();
      return false;
    }
  }

  /** Waits out what would make an answer worthless: a tab that has no page yet; for a read, also one that leaves it. */
  async #whenThere(name: ContentName, call: Call, patience: () => number): Promise<void> {
    if (this.#navigation.isOpening(call.tabId)) await this.#navigation.settled(call.tabId, call, patience());
    else if (!COMMANDS[name].changes && name !== "waitFor") {
      // A page that does not come leaves time to read the one that is there.
      await this.#navigation.settled(call.tabId, call, Math.min(LIMITS.autoWaitMs, call.left() / 2));
    }
  }

  /** What was begun in a page that is gone is not begun again in another. */
  #refuseSecondTime(name: ContentName, call: Call): void {
    if (!COMMANDS[name].changes || this.#stages.get(call.id) !== "acting") return;
    throw new CommandError("NAVIGATED", "The page went away while the command acted in it", { tabId: call.tabId });
  }

  /** No page answered: waits for one that is loading, brings the scripts into one that has none, or says why not. */
  async #whenReachable(call: Call, patience: () => number, unanswered: number): Promise<void> {
    const { tabId } = call;
    const tab = await call.race(browser.tabs.get(tabId));
    const url = tab.url ?? "";
    const failure = this.#navigation.failureOf(tabId);
    if (failure && !this.#navigation.isPending(tabId)) throw unavailable(url, failure.error);
    if (isRestricted(url)) {
      throw new CommandError("RESTRICTED_PAGE", `Firefox lets no extension into ${url}`, { url });
    }
    if (await this.#inject("/stub.js", call)) {
      if (unanswered < MAX_UNANSWERED) return;
      throw new CommandError("CONTENT_SCRIPT_UNAVAILABLE", `${url} takes the script of clz, but never answers`, {
        url,
      });
    }
    const loading = this.#navigation.isPending(tabId) || tab.status === "loading";
    const before = performance.now();
    await this.#navigation.next(
      tabId,
      ["committed", "parsed", "loaded", "failed"],
      call,
      loading ? patience() : GRACE_MS,
    );
    if (loading || performance.now() - before < GRACE_MS - 1) return;
    if (url === "about:blank") throw unavailable(url, CRASHED);
    throw new CommandError("NON_HTML_TAB", `${url} is shown by Firefox itself, not as a page`, { url });
  }

  #abortWith(call: Call): () => void {
    const over = new AbortController();
    const tell = (): void => {
      const reason: unknown = call.signal.reason;
      const fault: Fault | null = reason instanceof CommandError ? reason.toFault() : null;
      if (!fault) return;
      const message: ToContent = { clz: "abort", id: call.id, fault };
      // The page may be gone, which ends the call there as well.
      browser.tabs.sendMessage(call.tabId, message, { frameId: TOP_FRAME }).catch(() => undefined);
    };
    call.signal.addEventListener("abort", tell, { once: true, signal: over.signal });
    return () => over.abort();
  }
}

/** The error for a tab that shows an error page, or nothing after a crash. */
function unavailable(url: string, error: string): CommandError {
  if (error !== CRASHED) return loadFailed(url, error);
  return new CommandError("TAB_UNAVAILABLE", "The page has crashed", { url }, "Load it again: clz navigate URL");
}
