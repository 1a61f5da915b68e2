// The link to content scripts: one message where all is well; the engine, another try or a clear error where not.

import type { Commands } from "../generated/registry";
import { COMMANDS, LIMITS } from "../generated/registry";
import { CommandError, type Fault } from "../shared/errors";
import type { CallMessage, ContentName, ContentValue, NeedEngine, Reply, StageMessage, ToContent } from "../shared/messages";
import type { Call } from "./call";
import { loadFailed, type Navigation } from "./navigation";
import { isRestricted } from "./restricted";

const ENGINE = { file: "/engine.js", matchAboutBlank: true, runAt: "document_start" } as const;
const TOP_FRAME = 0;

/** A page that takes no script and is not on its way anywhere gets this long to show that it is. */
const GRACE_MS = 250;

/** A page that gives up waiting still has to say so in time. */
const ANSWER_MS = 40;

/** What came of one message: an answer, no one there, or a document that went away with the call. */
type Sent<K extends ContentName> = { kind: "reply"; reply: Reply<K> } | { kind: "nobody" } | { kind: "lost" };

export class ContentLink {
  readonly #navigation: Navigation;
  /** How far the calls got that had to wait. */
  readonly #stages = new Map<string, StageMessage["stage"]>();

  constructor(navigation: Navigation) {
    this.#navigation = navigation;
  }

  /** Notes how far a call got, as its content script tells. */
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
    this.#stages.set(call.id, "acting");
    const stopAborting = this.#abortWith(call);
    try {
      for (;;) {
        const spentMs = performance.now() - started;
        const budgetMs = Math.max(0, Math.min(waitMs - spentMs, call.left() - ANSWER_MS));
        const expiresAt = Date.now() + call.left();
        const message: CallMessage<K> = { clz: "call", id: call.id, name, params, budgetMs, spentMs, expiresAt };
        const sent = await this.#send(message, call);
        if (sent.kind === "reply") {
          if (sent.reply.ok) return sent.reply.value;
          // Only a call that was still waiting is told that its page is left.
          if (sent.reply.fault.code !== "NAVIGATED") throw CommandError.fromFault(sent.reply.fault);
          this.#stages.set(call.id, "waiting");
        }
        if (sent.kind === "nobody") await this.#whenReachable(call, patience);
        else await this.#whenReplaced(name, call, patience);
        this.#stages.set(call.id, "acting");
      }
    } finally {
      stopAborting();
      this.#stages.delete(call.id);
    }
  }

  async #send<K extends ContentName>(message: CallMessage<K>, call: Call): Promise<Sent<K>> {
    const first = await this.#post(message, call);
    if (first.kind !== "reply" || !("need" in first.reply)) return first as Sent<K>;
    try {
      await call.race(browser.tabs.executeScript(call.tabId, { ...ENGINE, frameId: TOP_FRAME }));
    } catch (thrown) {
      call.signal.throwIfAborted();
      return { kind: "nobody" };
    }
    const second = await this.#post(message, call);
    // A document without an engine after all is a new one.
    return second.kind === "reply" && "need" in second.reply ? { kind: "nobody" } : (second as Sent<K>);
  }

  async #post(
    message: ToContent,
    call: Call,
  ): Promise<{ kind: "reply"; reply: Reply | NeedEngine } | { kind: "nobody" } | { kind: "lost" }> {
    try {
      const sending = browser.tabs.sendMessage(call.tabId, message, { frameId: TOP_FRAME });
      const reply = (await call.race(sending)) as Reply | NeedEngine | undefined;
      return reply ? { kind: "reply", reply } : { kind: "nobody" };
    } catch (thrown) {
      call.signal.throwIfAborted();
      return /Receiving end does not exist/.test(String(thrown)) ? { kind: "nobody" } : { kind: "lost" };
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

  /** Nobody listens: waits for a page that is loading, brings the scripts into one that has none, or says why not. */
  async #whenReachable(call: Call, patience: () => number): Promise<void> {
    const { tabId } = call;
    const tab = await call.race(browser.tabs.get(tabId)).catch((thrown: unknown) => {
      call.signal.throwIfAborted();
      throw new CommandError("TAB_CLOSED", `Tab ${tabId} was closed`, { tabId, reason: String(thrown) });
    });
    const url = tab.url ?? "";
    const failure = this.#navigation.failureOf(tabId);
    if (failure && !this.#navigation.isPending(tabId)) throw loadFailed(url, failure.error);
    if (isRestricted(url)) {
      throw new CommandError("RESTRICTED_PAGE", `Firefox lets no extension into ${url}`, { url });
    }
    if (await this.#injects(call)) return;
    const loading = this.#navigation.isPending(tabId) || tab.status === "loading";
    const kinds = ["committed", "parsed", "loaded", "failed"] as const;
    const before = performance.now();
    await this.#navigation.next(tabId, [...kinds], call, loading ? patience() : GRACE_MS);
    if (!loading && performance.now() - before >= GRACE_MS - 1) {
      throw new CommandError("NON_HTML_TAB", `${url} is shown by Firefox itself, not as a page`, { url });
    }
  }

  async #injects(call: Call): Promise<boolean> {
    try {
      const where = { matchAboutBlank: true, runAt: "document_start", frameId: TOP_FRAME } as const;
      await call.race(browser.tabs.executeScript(call.tabId, { ...where, file: "/stub.js" }));
      return true;
    } catch {
      call.signal.throwIfAborted();
      return false;
    }
  }

  /** The page went away with the call in it. It may be made again unless something was, or may have been, done. */
  async #whenReplaced(name: ContentName, call: Call, patience: () => number): Promise<void> {
    const untouched = !COMMANDS[name].changes || this.#stages.get(call.id) === "waiting";
    if (!untouched) {
      const { tabId } = call;
      throw new CommandError("NAVIGATED", "The page was replaced while the command acted in it", { tabId });
    }
    await this.#navigation.settled(call.tabId, call, patience());
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
