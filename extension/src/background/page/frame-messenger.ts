// The frame messenger: brings one message to one frame, with the scripts that the frame needs to answer it. It goes by the
// port of the frame's document, or as a message to the tab where there is none yet.

import type { Bundle, Need, Reply, ToContent } from "../../shared/messages";
import { LIMITS } from "../../generated/registry";
import { Deadline } from "../../shared/deadline";
import { unseenNow } from "../../shared/text/unseen";
import { pause, type CommandContext } from "../command-context";
import { Turns } from "../tabs/turns";
import type { TabSecrets } from "../secrets/tab-secrets";
import type { DocumentPorts } from "./document-ports";
import { TOP_FRAME } from "./frame-tree";
import { privileged } from "../privileged/api";

/** Null if no document answered: none was there, or it went away with the call. Firefox does not tell which. */
export type FrameReply<T> = T | null;

const FILES: Record<Bundle | "bootstrap", string> = {
  bootstrap: "/bootstrap.js",
  engine: "/engine.js",
  a11y: "/a11y.js",
  article: "/article.js",
  safe: "/safe.js",
  axe: "/axe.js",
  regularExpressions: "/regular-expressions.js",
};

/** Readings that look once, and so wait for all documents that are on their way. */
const ONCE = new Set(["get", "getAccessibilitySnapshot", "getContent"]);

export function looksOnce(name: string): boolean {
  return ONCE.has(name);
}

/** What frames show that have their text from the page around them. */
const WITHOUT_SITE = new Set(["about:blank", "about:srcdoc"]);

/** What a frame can be brought. */
type Bringable = Exclude<Need["need"], "document">;

/** The engine, and what it asks for in its turn. */
const MAX_NEEDS = 3;

/** A document that is to come is looked for so often. */
const AGAIN_MS = 50;

/** A document that began to load this long ago at most is waited for, where many are asked and nobody says how long. */
const COMING_MS = 1_000;

export class FrameMessenger {
  /** Scripts that are on their way into a frame. */
  readonly #injecting = new Map<string, Promise<boolean>>();
  /** Frames that get scripts, which takes long in a page with many of them. */
  readonly #bringing = new Turns(4, 1_000);
  /** Frames that are asked all at once. */
  readonly #asking = new Turns(32, 300);
  /** The frames that owe a command an answer which it cannot do without. */
  readonly #awaited = new WeakMap<CommandContext, number[]>();

  constructor(
    private readonly secrets: TabSecrets,
    private readonly ports: DocumentPorts,
    private readonly comingMs: (tabId: number, frameId: number) => number | null,
  ) {}

  /** Null where no document answers; for one frame of many that are asked, also where the command is over once it is its turn. */
  async send<T>(
    frameId: number,
    message: ToContent,
    context: CommandContext,
    isOneOfMany = false,
    comingMs = isOneOfMany ? COMING_MS : LIMITS.documentEndMs,
  ): Promise<FrameReply<Reply<T>>> {
    const endTurn = isOneOfMany ? await this.#asking.next(context.tabId) : null;
    try {
      if (isOneOfMany && context.isOver) return null;
      return await this.#answer<T>(frameId, message, context, isOneOfMany, comingMs);
    } finally {
      endTurn?.();
    }
  }

  async #answer<T>(
    frameId: number,
    message: ToContent,
    context: CommandContext,
    isOneOfMany: boolean,
    comingMs: number,
  ): Promise<FrameReply<Reply<T>>> {
    let last: Bringable | null = null;
    let endTurn: (() => void) | null = null;
    let wasToCome = false;
    const since = this.comingMs(context.tabId, frameId) ?? 0;
    const patience = Deadline.after(comingMs - since);
    try {
      for (let needs = 0; ; needs += 1) {
        let reply = await this.#post<T>(frameId, message, context, isOneOfMany, patience);
        // Into a frame that a page without a site has written Firefox brings no script by itself.
        if (!reply && frameId !== TOP_FRAME && (await this.#bringWithoutSite(frameId, context)))
          reply = await this.#post<T>(frameId, message, context, isOneOfMany, patience);
        if (reply && "ok" in reply) this.secrets.note(frameId, reply.secrets ?? [], context);
        // One that was on its way may have come between.
        const isBetween = !reply && wasToCome && !patience.passed;
        if (reply && !("need" in reply)) return reply;
        if (!reply && !isBetween) return null;
        if (!reply || reply.need === "document") {
          await pause(AGAIN_MS, context);
          wasToCome = true;
          needs = -1;
          continue;
        }
        // A document that asks for the same again is a new one.
        if (needs === MAX_NEEDS || reply.need === last) return null;
        last = reply.need;
        if (frameId !== TOP_FRAME) endTurn ??= await this.#bringing.next(context.tabId);
        if (context.isOver || !(await this.#bring(last, frameId, message, context))) return null;
      }
    } finally {
      endTurn?.();
    }
  }

  /** The frames whose answers a command waits for, whatever others say. */
  awaited(context: CommandContext): number[] {
    return [...new Set(this.#awaited.get(context))];
  }

  /**
   * Tells a frame something without waiting for anything. What ends a call goes both ways: it must neither come before
   * that nor after what is asked next, and the port is quicker.
   */
  tell(tabId: number, frameId: number, message: ToContent): void {
    const asked = this.ports.ask(tabId, frameId, message);
    // The page may be gone, which ends the call there as well.
    asked?.catch(() => undefined);
    if (asked && message.clz !== "abort") return;
    browser.tabs.sendMessage(tabId, message, { frameId }).catch(() => undefined);
  }

  /**
   * Brings the engine into a tab's page before a first command asks for it: that command finds a page that is watched.
   */
  prepare(tabId: number): void {
    const where = { matchAboutBlank: true, runAt: "document_start", frameId: TOP_FRAME } as const;
    // A page that takes no script, or is gone again, is reported by the command that wants something in it.
    browser.tabs.executeScript(tabId, { ...where, file: FILES.engine }).catch(() => undefined);
  }

  /** True if the script ran. Waits for a document that is on its way. */
  async inject(bundle: Bundle | "bootstrap", frameId: number, context: CommandContext): Promise<boolean> {
    const key = `${context.tabId}/${frameId}/${bundle}`;
    // A caller that asks again meanwhile gets the same one: else the frames of a slow page would get it repeatedly.
    let injecting = this.#injecting.get(key);
    if (!injecting) {
      injecting = injected(context.tabId, frameId, FILES[bundle]).finally(() => this.#injecting.delete(key));
      this.#injecting.set(key, injecting);
    }
    return context.race(injecting);
  }

  /** True if the frame is one without a site, and the bootstrap came into it now. */
  async #bringWithoutSite(frameId: number, context: CommandContext): Promise<boolean> {
    const { tabId } = context;
    const frame = await context.race(browser.webNavigation.getFrame({ tabId, frameId })).catch(() => null);
    if (!frame || !WITHOUT_SITE.has(frame.url)) return false;
    return this.inject("bootstrap", frameId, context);
  }

  /** True if the frame has what it needs now. The engine comes with the trusted input that an action will need next. */
  async #bring(need: Bringable, frameId: number, message: ToContent, context: CommandContext): Promise<boolean> {
    if (need === "trustedInput") return this.#provideTrustedInput(frameId, message, context);
    if (need !== "engine" || message.clz === "abort" || !message.helper) return this.inject(need, frameId, context);
    const both = [this.inject(need, frameId, context), this.#provideTrustedInput(frameId, message, context)];
    return (await Promise.all(both)).every(Boolean);
  }

  /** True if the frame has trusted input now. */
  #provideTrustedInput(frameId: number, message: ToContent, context: CommandContext): Promise<boolean> {
    const paths = message.clz === "call" ? message.paths : undefined;
    return context.race(privileged.provideTrustedInput(context.tabId, frameId, context.id, paths ?? []));
  }

  async #post<T>(
    frameId: number,
    message: ToContent,
    context: CommandContext,
    isOneOfMany: boolean,
    patience: Deadline,
  ): Promise<FrameReply<Reply<T> | Need>> {
    const awaited = this.#awaited.get(context) ?? [];
    this.#awaited.set(context, awaited);
    if (!isOneOfMany) awaited.push(frameId);
    try {
      const isComing = this.comingMs(context.tabId, frameId) !== null;
      const coming = patience.passed ? false : isComing || undefined;
      const whole = { ...message, unseen: unseenNow(), sentAt: Date.now(), ...(coming !== undefined && { coming }) };
      const sending =
        this.ports.ask(context.tabId, frameId, whole) ?? browser.tabs.sendMessage(context.tabId, whole, { frameId });
      return ((await context.race(sending)) as Reply<T> | Need | undefined) ?? null;
    } catch {
      context.signal.throwIfAborted();
      return null;
    } finally {
      if (!isOneOfMany) awaited.splice(awaited.indexOf(frameId), 1);
    }
  }
}

async function injected(tabId: number, frameId: number, file: string): Promise<boolean> {
  const injection = { target: { tabId, frameIds: [frameId] }, files: [file], injectImmediately: true };
  try {
    // Each bundle ends with `true`. A tab without a page, as after a crash, resolves as well, but with nothing.
    const [ran] = await browser.scripting.executeScript(injection);
    return ran?.result === true;
  } catch {
    // It is gone, or one into which Firefox lets the helper alone.
    return privileged.runScript(tabId, frameId, file).catch(() => false);
  }
}
