// The person recorder: what a person does in a tab of an agent, while somebody records it.
//
// Each frame has a recorder, which says what was done there. How the frame itself is named its parent says. Actions wait
// for that in a queue, so that they stay in their order.
//
// Of a tab that is closed they are kept for a while: who records it may be between two questions. What its secret fields
// held is kept with them, and masked in each answer.

import type { Commands } from "../../generated/registry";
import type { RecordedAction, ActionMessage, TypingMessage } from "../../shared/messages";
import type { CommandContext } from "../command-context";
import { RingBuffer } from "../devtools/ring-buffer";
import { privileged } from "../privileged/api";
import { agentScope } from "../scopes";
import type { TabSecrets } from "../secrets/tab-secrets";
import { noTab, type Loss } from "../tabs/tab-pool";
import { inFrames, TOP_FRAME } from "./frame-tree";
import type { OwnTitles } from "./own-titles";
import { onCommitted, onHistoryStateUpdated, onReferenceFragmentUpdated } from "../tab-events";

type Params = Commands["watchPerson"]["params"];
type Result = Commands["watchPerson"]["result"];
type Entry = RecordedAction & { seq: number };

interface Recorded {
  /** The agent that asks for it. */
  agent: string;
  actions: RingBuffer<Entry>;
  /** By frame id: how the element that holds the frame was named last. */
  holders: Map<number, string>;
  queue: Promise<void>;
  /** Settled once every page that has come has its recorder. */
  listening: Promise<unknown>;
  /** The tab's history since the recording began, and where in it the page is. */
  visits: string[];
  /** What the page that was left last said. */
  said: string;
  at: number;
  /** One for each page that may have something to say yet, with what is being typed there. */
  ports: Map<browser.runtime.Port, RecordedAction | null>;
  /** What the secret fields of its pages held when that was known last. */
  secrets: string[];
  /** When something was done in the page that may have sent it elsewhere, by `performance.now()`. */
  actedAt: number;
  /** Called once none of them is left. */
  onSilent: Array<() => void>;
  /** Ends it if nobody asks any more. */
  idle?: ReturnType<typeof setTimeout>;
  /** Once the tab is closed: settled when all is taken in that its pages said. */
  closed?: Promise<void>;
}

interface Sender {
  tab?: { id?: number | undefined; url?: string | undefined } | undefined;
  frameId?: number | undefined;
}

interface Navigated {
  tabId: number;
  frameId: number;
  url: string;
  transitionType: string;
  transitionQualifiers: string[];
}

const MAX_ACTIONS = 2_000;
const IDLE_MS = 60_000;
/** So long the pages of a closed tab are waited for: one that hangs says nothing more. */
const LAST_MS = 2_000;
/** Where a page goes within this time of a click was not the person's own hand in Firefox. */
const FOLLOWS_MS = 1_000;
const FILES = ["/a11y.js", "/recorder.js"];
const END = "globalThis.__clz?.recording?.end();";

/** How a page is left by a person's own hand, in Firefox rather than in the page. */
const BY_HAND = new Set(["typed", "auto_bookmark", "generated", "keyword"]);

export class PersonRecorder {
  // eslint-disable-next-line clz/scoped -- who records a tab may ask for the rest once it is closed
  readonly #tabs = new Map<number, Recorded>();

  /** `mark` shows the person whether what is done in a tab is recorded; `allows` says which pages an agent may know of. */
  constructor(
    private readonly mark: (tabId: number, recording: boolean) => void,
    private readonly allows: (agent: string, url: string) => boolean,
    private readonly tabSecrets: TabSecrets,
    private readonly titles: OwnTitles,
  ) {
    agentScope.onEnd((agent) => {
      for (const [tabId, recorded] of this.#tabs) if (recorded.agent === agent) this.#forget(tabId);
    });
    onCommitted.addListener((navigated) => {
      const recorded = this.#tabs.get(navigated.tabId);
      if (!recorded) return;
      this.#navigated(navigated);
      const { tabId, frameId } = navigated;
      const listening = this.#listen(tabId, frameId, true);
      recorded.listening = Promise.allSettled([recorded.listening, listening]).then(() =>
        this.#holderOf(tabId, frameId, recorded),
      );
    });
    onHistoryStateUpdated.addListener((navigated) => this.#navigated(navigated));
    onReferenceFragmentUpdated.addListener((navigated) => this.#navigated(navigated));
  }

  /** The port of a frame's recorder, which ends after what its page says. */
  attach(port: browser.runtime.Port): void {
    const recorded = this.#tabs.get(port.sender?.tab?.id ?? -1);
    if (!recorded) return;
    recorded.ports.set(port, null);
    const typing = (message: object): void => {
      const { action, secrets } = message as TypingMessage;
      this.#hold(recorded, port.sender ?? {}, secrets);
      recorded.ports.set(port, action);
    };
    port.onMessage.addListener(typing);
    // Firefox keeps a port for as long as somebody listens to it, also once its page is gone.
    const over = (): void => {
      port.onMessage.removeListener(typing);
      port.onDisconnect.removeListener(over);
      this.#typedLast(recorded, port);
      recorded.ports.delete(port);
      if (recorded.ports.size === 0) for (const act of recorded.onSilent.splice(0)) act();
    };
    port.onDisconnect.addListener(over);
  }

  /** Takes in what was done in a page. */
  take(sender: Sender, { action, secrets }: ActionMessage): void {
    const { tab, frameId = TOP_FRAME } = sender;
    const tabId = tab?.id ?? -1;
    const recorded = this.#tabs.get(tabId);
    if (!recorded) return;
    this.#hold(recorded, sender, secrets);
    if (action.command === "fill")
      for (const port of recorded.ports.keys()) if (port.sender?.frameId === frameId) recorded.ports.set(port, null);
    if (action.command !== "fill" && action.command !== "expect") recorded.actedAt = performance.now();
    this.#add(tabId, recorded, frameId, frameId === TOP_FRAME ? action : { ...action, url: tab?.url ?? action.url });
  }

  /** Takes in what a page said that is left. */
  left(tabId: number, said: string): void {
    const recorded = this.#tabs.get(tabId);
    if (recorded) recorded.said = said;
  }

  /** An agent cannot reach a tab any more: what was done in one that the person took back is theirs. */
  tabLost(tabId: number, loss: Loss): void {
    const recorded = this.#tabs.get(tabId);
    if (!recorded) return;
    if (loss === "taken") return this.#forget(tabId);
    this.mark(tabId, false);
    recorded.closed = this.#allTold(recorded);
    this.#forgetUnasked(tabId, recorded, 0);
  }

  /** Who records asks all the time, until it is killed. */
  #forgetUnasked(tabId: number, recorded: Recorded, waitMs: number): void {
    clearTimeout(recorded.idle);
    recorded.idle = setTimeout(() => this.#forget(tabId), waitMs + IDLE_MS);
  }

  #forget(tabId: number): void {
    const recorded = this.#tabs.get(tabId);
    if (!recorded) return;
    clearTimeout(recorded.idle);
    this.#tabs.delete(tabId);
    if (recorded.closed) return;
    this.mark(tabId, false);
    browser.tabs.executeScript(tabId, { code: END, allFrames: true, matchAboutBlank: true }).catch(() => undefined);
  }

  async watch(params: Params, context: CommandContext): Promise<Result> {
    if (!context.hasTab) return this.#rest(params, context);
    const { since, waitMs, end } = params;
    const { tabId } = context;
    let recorded = this.#tabs.get(tabId);
    if (!recorded) {
      const { url = "" } = await context.race(browser.tabs.get(tabId));
      const actions = new RingBuffer<Entry>(MAX_ACTIONS);
      recorded = {
        agent: context.agent,
        actions,
        holders: new Map(),
        queue: Promise.resolve(),
        listening: Promise.resolve(),
        visits: [url],
        said: "",
        at: 0,
        ports: new Map(),
        secrets: [],
        onSilent: [],
        actedAt: -Infinity,
      };
      this.#tabs.set(tabId, recorded);
      const started = recorded;
      await context.race(inFrames(tabId, (frameId) => this.#listen(tabId, frameId)));
      // A frame's name is what its parent's recorder calls it.
      await context.race(inFrames(tabId, (frameId) => this.#holderOf(tabId, frameId, started)));
      this.mark(tabId, true);
    }
    this.#forgetUnasked(tabId, recorded, waitMs);
    const { actions } = recorded;
    let closed = false;
    const gone = new Promise<void>((resolve) => {
      context.onTabClosed(() => {
        closed = true;
        resolve();
      });
    });
    if (end) await context.race(Promise.race([gone, this.#end(tabId)]));
    const query = { since: since ?? 0, limit: MAX_ACTIONS, clear: false, matches: () => true };
    const next = actions.select({ ...query, waitMs: end ? 0 : waitMs }, context);
    next.catch(() => undefined);
    let answer = await Promise.race([next, gone]);
    if (!answer || closed) {
      await context.race(recorded.closed ?? Promise.resolve());
      answer = await actions.select({ ...query, waitMs: 0 }, context);
    }
    if (end) {
      clearTimeout(recorded.idle);
      this.#tabs.delete(tabId);
      this.mark(tabId, false);
    } else if (!closed) recorded.secrets = this.tabSecrets.heldIn(tabId);
    return this.#told(recorded, tabId, answer, context);
  }

  /** What was done in a tab that is closed since. Throws TAB_CLOSED. */
  async #rest({ tabId = -1, since, end }: Params, context: CommandContext): Promise<Result> {
    const recorded = this.#tabs.get(tabId);
    if (!recorded?.closed || recorded.agent !== context.agent) throw noTab(tabId);
    await context.race(recorded.closed);
    const query = { since: since ?? 0, limit: MAX_ACTIONS, clear: false, waitMs: 0, matches: () => true };
    const answer = await recorded.actions.select(query, context);
    if (end) this.#forget(tabId);
    return this.#told(recorded, tabId, answer, context);
  }

  #told(
    { agent, secrets, closed, visits, at }: Recorded,
    tabId: number,
    { entries, cursor }: { entries: Entry[]; cursor: number },
    context: CommandContext,
  ): Result {
    for (const text of secrets) context.pageSecrets.add(text);
    const actions = entries.filter(({ url }) => this.allows(agent, url));
    const title = this.titles.of(tabId, visits[at] ?? "");
    return { actions, cursor, closed: closed !== undefined, ...(title !== null && { title }), tabId };
  }

  #hold(recorded: Recorded, { tab, frameId = TOP_FRAME }: Sender, secrets: readonly string[]): void {
    const tabId = tab?.id ?? -1;
    if (!recorded.closed) this.tabSecrets.hold(tabId, frameId, secrets);
    recorded.secrets = recorded.closed ? [...recorded.secrets, ...secrets] : this.tabSecrets.heldIn(tabId);
  }

  /** What is being typed in a page that is gone was its last action. */
  #typedLast(recorded: Recorded, port: browser.runtime.Port): void {
    const action = recorded.ports.get(port);
    const { tab, frameId = TOP_FRAME } = port.sender ?? {};
    if (!action) return;
    recorded.ports.set(port, null);
    const url = frameId === TOP_FRAME ? action.url : (recorded.visits[recorded.at] ?? action.url);
    this.#add(tab?.id ?? -1, recorded, frameId, { ...action, url });
  }

  /** Resolves once the pages of a tab are gone or their recorders are ended, and what they said last is taken in. */
  async #allTold(recorded: Recorded): Promise<void> {
    if (recorded.ports.size > 0) {
      await new Promise<void>((resolve) => {
        recorded.onSilent.push(resolve);
        setTimeout(resolve, LAST_MS);
      });
    }
    for (const port of recorded.ports.keys()) this.#typedLast(recorded, port);
    await recorded.queue;
  }

  #add(tabId: number, recorded: Recorded, frameId: number, action: RecordedAction): void {
    recorded.queue = recorded.queue.then(async () => {
      const { locator } = action;
      const frame = locator ? await this.#holderOf(tabId, frameId, recorded) : null;
      recorded.actions.add(frame === null || !locator ? action : { ...action, locator: { ...locator, frame } });
    });
  }

  /** Notes where the page went, and the step that took it there if it was taken in Firefox itself. */
  #navigated({ tabId, frameId, url, transitionType, transitionQualifiers }: Navigated): void {
    const recorded = this.#tabs.get(tabId);
    if (!recorded || frameId !== TOP_FRAME) return;
    const { visits, at } = recorded;
    const left = visits[at] ?? url;
    const byHand = performance.now() - recorded.actedAt > FOLLOWS_MS;
    let step = BY_HAND.has(transitionType) || transitionQualifiers.includes("from_address_bar") ? "navigate" : null;
    if (transitionQualifiers.includes("forward_back")) {
      const to = [at - 1, at + 1].find((place) => visits[place] === url);
      recorded.at = to ?? at;
      step = !byHand ? null : to === undefined ? "navigate" : to < at ? "back" : "forward";
    } else if (transitionType === "reload") {
      step = byHand ? "reload" : null;
    } else if (visits[at] !== url) {
      visits.splice(at + 1, visits.length, url);
      recorded.at += 1;
    }
    if (!step) return;
    recorded.actedAt = -Infinity;
    this.#add(tabId, recorded, TOP_FRAME, { command: step, params: step === "navigate" ? { url } : {}, url, left });
  }

  /** How its parent calls a frame, or called it before both were gone. */
  async #holderOf(tabId: number, frameId: number, { holders }: Recorded): Promise<string | null> {
    if (frameId === TOP_FRAME) return null;
    const known = holders.get(frameId) ?? null;
    try {
      const frame = await browser.webNavigation.getFrame({ tabId, frameId });
      if (!frame) return known;
      const code = `globalThis.__clz?.recording?.holderOf(${frameId});`;
      const where = { frameId: frame.parentFrameId, matchAboutBlank: true };
      const [holder] = (await browser.tabs.executeScript(tabId, { ...where, code })) as Array<string | null>;
      if (holder) holders.set(frameId, holder);
      return holder ?? known;
    } catch {
      return known;
    }
  }

  async #listen(tabId: number, frameId: number, arrived = false): Promise<void> {
    const where = { frameId, runAt: "document_start", matchAboutBlank: true } as const;
    for (const file of FILES) await browser.tabs.executeScript(tabId, { ...where, file });
    if (arrived && frameId === TOP_FRAME) {
      const said = JSON.stringify(this.#tabs.get(tabId)?.said ?? "");
      await browser.tabs.executeScript(tabId, { ...where, code: `globalThis.__clz?.recording?.arrived(${said});` });
    }
    if (privileged.available) {
      await privileged.provideTrustedInput(tabId, frameId, `record ${tabId}`, []);
      const code = "globalThis.__clz?.recording?.keepAltPresses();";
      await browser.tabs.executeScript(tabId, { ...where, code });
    }
  }

  /** Ends every recorder, and takes in what it has left to say. */
  async #end(tabId: number): Promise<void> {
    const recorded = this.#tabs.get(tabId);
    if (!recorded) return;
    await recorded.listening;
    await inFrames(tabId, async (frameId) => {
      let left = await this.#ended(tabId, frameId);
      // Of a page that came a moment ago nobody may have heard yet.
      if (!left && frameId === TOP_FRAME) {
        await this.#listen(tabId, frameId, true);
        left = await this.#ended(tabId, frameId);
      }
      const { url } = await browser.tabs.get(tabId);
      for (const message of left ?? []) this.take({ tab: { id: tabId, url }, frameId }, message);
    });
    await this.#allTold(recorded);
  }

  /** What a frame's recorder has left to say, which ends here; null if it has none. */
  async #ended(tabId: number, frameId: number): Promise<ActionMessage[] | null> {
    const where = { frameId, matchAboutBlank: true };
    const [left] = (await browser.tabs.executeScript(tabId, { ...where, code: END })) as Array<
      ActionMessage[] | undefined
    >;
    return left ?? null;
  }
}
