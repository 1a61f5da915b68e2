// open, navigate, back, forward, reload.

import { LIMITS, type Commands, type ErrorCode } from "../../generated/registry";
import { CommandError, ownWords } from "../../shared/errors";
import { noHistory, waitForNavigation, type NavigationRequest } from "../navigation/navigation-waiter";
import type { CommandContext } from "../command-context";
import type { ToldDialogs } from "../input/dialog-teller";
import type { Handlers } from "../dispatcher";
import type { Services } from "../services";
import type { NavigationEvent } from "../navigation/navigation";
import { BLANK, openBlank } from "../navigation/blank-page";
import { kindsOfAddress } from "../../shared/text/to-confirm";
import { ABORTED } from "../navigation/net-errors";
import { checkConfirmed } from "../policy/confirmed";
import { HeldPage } from "../navigation/held-page";
import { pageInfo, type PageInfo } from "../tabs/page-info";
import { shortId } from "../tabs/tab-pool";
import { privileged } from "../privileged/api";
import { hasSessions, writeSessions, type State } from "../state/storage-state";
import { jarOf } from "../state/jars";
import type { OpenedTab, OpenOptions } from "../tabs/pool-windows";

type Open = Commands["createWindow"];

/** Where a tab is now, and what its pages asked on the way. */
type Arrived = PageInfo & ToldDialogs;

/** What leaves a new tab without a page that could be of use. */
const WORTHLESS = new Set<string>([
  "PAGE_LOAD_FAILED",
  "CANCELLED",
  "DOMAIN_BLOCKED",
  "FLOW_REFUSED",
  "RIGHT_DENIED",
] satisfies ErrorCode[]);

/** A download is on Firefox's list within this time after its address gave no page. */
const DOWNLOAD_MS = 500;

export function navigateHandlers(services: Services) {
  const commands = new NavigationCommands(services);
  return {
    createWindow: (params, context) => commands.open(params, context),
    navigate: (params, context) => commands.navigate(params, context),
    back: ({ waitUntil }, context) => commands.goThroughHistory(-1, waitUntil, context),
    forward: ({ waitUntil }, context) => commands.goThroughHistory(1, waitUntil, context),
    reload: (params, context) => commands.reload(params, context),
  } satisfies Partial<Handlers>;
}

class NavigationCommands {
  constructor(private readonly services: Services) {}

  async open(params: Open["params"], context: CommandContext): Promise<Open["result"]> {
    const { waitUntil, isolated, foreground } = params;
    const { href, protocol } = checkAddress(params.url);
    const byHelper = goneToByHelper(protocol);
    this.services.requestPolicy.check(context.agent, href);
    checkConfirmed(context, kindsOfAddress(href), `open ${href}`);
    const browserContext = await this.services.contexts.choose(context, {
      isolated,
      isPrivate: params.private,
      proxy: params.proxy,
    });
    const state = (params.storageState ?? null) as State | null;
    const jar = jarOf(browserContext);
    const begins = state !== null && hasSessions(state);
    // It is there before the page asks for anything: what a tab has by itself is written once there is the tab.
    const written = state && this.services.states.write(context.agent, jar, state, null);
    written?.catch(() => undefined);
    if (!begins) await written;
    context.signal.throwIfAborted();
    const slot = this.services.pool.reserve(context.agent);
    const expected = this.services.navigation.expect();
    const held = begins ? new HeldPage(jar.storeId) : null;
    const over = new AbortController();
    try {
      const tab = await this.#openTab(byHelper ? BLANK : href, { ...browserContext, foreground });
      held?.isOf(tab.tabId);
      // Who asked may be gone by now; nobody would ever close this tab.
      if (context.signal.aborted) await this.services.windows.close(tab.tabId);
      context.signal.throwIfAborted();
      if (!slot.fill(tab.tabId)) {
        await this.services.tabs.close(tab.tabId);
        throw new CommandError("CANCELLED", ownWords`The agent left while its tab was being opened`);
      }
      context.bindTab(tab.tabId);
      const teller = this.services.dialogs.tellerOf(tab.tabId, over.signal);
      this.services.contexts.show(tab, context);
      const early = expected.claim(tab.tabId);
      const { tabId } = tab;
      if (begins) await this.#keepOnlyWhatBegins(context, written, () => writeSessions(jar, tabId, state));
      held?.release();
      const start = byHelper ? { go: () => byHelper(tabId, href) } : { early };
      const request = { tabId, waitUntil, url: href, ...start };
      let arrived: string;
      let closedOldestTab: number | null = null;
      try {
        arrived = await this.#keepOnlyWhatLoads(context, () => this.#arrival(request, context));
      } finally {
        // Only a tab that stays is worth another one.
        closedOldestTab = slot.keep();
        if (closedOldestTab !== null) await this.services.tabs.close(closedOldestTab);
      }
      const page = waitUntil === "none" ? { tabId, url: arrived, title: "" } : await pageInfo(tabId, arrived);
      const { expired = [] } = (await written) ?? {};
      return {
        ...tab,
        ownerId: shortId(context.agent),
        tabCount: this.services.pool.count,
        maxTabs: LIMITS.maxTabs,
        isIsolated: browserContext.cookieStoreId !== undefined,
        closedOldestTab,
        waiting: this.services.pool.waiting,
        ...(expired.length > 0 && { expired }),
        ...page,
        ...teller.told(),
      };
    } finally {
      over.abort();
      held?.release();
      slot.release();
      expected.done();
    }
  }

  /** A tab without the state that it was to begin with is none that anybody wants. */
  async #keepOnlyWhatBegins(
    context: CommandContext,
    written: Promise<unknown> | null,
    begin: () => Promise<void>,
  ): Promise<void> {
    const { tabId } = context;
    try {
      await written;
      await begin();
    } catch (thrown) {
      context.unbindTab();
      await this.services.tabs.close(tabId);
      throw thrown;
    }
  }

  async #openTab(url: string, options: OpenOptions): Promise<OpenedTab> {
    try {
      return await this.services.windows.open(url, options);
    } catch (thrown) {
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      if (!/Illegal URL/.test(reason)) throw thrown;
      throw new CommandError("RESTRICTED_PAGE", `Firefox lets no extension open ${url}`, { url, reason });
    }
  }

  /** An address that gives no page leaves no tab behind; a slow one does, it may be of use as it is. */
  async #keepOnlyWhatLoads(context: CommandContext, load: () => Promise<string>): Promise<string> {
    const { tabId } = context;
    try {
      return await load();
    } catch (thrown) {
      if (thrown instanceof CommandError && WORTHLESS.has(thrown.code)) {
        context.unbindTab();
        await this.services.tabs.close(tabId);
      }
      throw thrown;
    }
  }

  /** Throws PAGE_LOAD_FAILED for what gives no page; of a file that is saved instead, it says where. */
  async #arrival(request: NavigationRequest, context: CommandContext): Promise<string> {
    const since = new Date();
    const addresses = new Set(request.early?.map(({ url }) => url));
    const over = new AbortController();
    let later: NavigationEvent[] = [];
    const note = (event: NavigationEvent): void => {
      addresses.add(event.url);
      later.push(event);
    };
    this.services.navigation.on(request.tabId, note, over.signal);
    try {
      return await waitForNavigation(this.services.navigation, request, context);
    } catch (thrown) {
      if (!(thrown instanceof CommandError) || thrown.details["error"] !== ABORTED) throw thrown;
      later = [];
      const url = request.url ?? String(thrown.details["url"]);
      const asked = new Set([...addresses, url]);
      asked.delete(BLANK);
      const deadline = context.deadline.atMost(DOWNLOAD_MS);
      const file = await this.services.downloads.of([...asked], since, deadline, context);
      if (!file || file.state === "interrupted" || (await this.services.downloads.refusalOf(file)) !== null) {
        // Between two processes Firefox may show no load for a moment.
        const goesOn = later.find(({ kind, url }) => (kind === "started" || kind === "committed") && asked.has(url));
        if (!goesOn) throw thrown;
        const { tabId, waitUntil } = request;
        return await waitForNavigation(
          this.services.navigation,
          { tabId, waitUntil, url: goesOn.url, early: later },
          context,
        );
      }
      const message = `${url} is a file, not a page: it is saved as ${file.filename}`;
      const hint = ownWords`The file is there once it is complete. To choose where a linked file is saved: clz download`;
      throw new CommandError("PAGE_LOAD_FAILED", message, { ...thrown.details, download: file.filename }, hint);
    } finally {
      over.abort();
    }
  }

  /** A navigation of the command's own tab that `go` starts. */
  async navigateTo(request: Omit<NavigationRequest, "tabId">, context: CommandContext): Promise<Arrived> {
    const { tabId } = context;
    const over = new AbortController();
    this.services.navigation.on(tabId, ({ kind }) => kind === "committed" && (context.leaving = null), over.signal);
    try {
      // Pages ask before they are left, and while they load.
      const teller = this.services.dialogs.tellerOf(tabId, over.signal);
      const arrived = await this.#arrival({ tabId, ...request }, context);
      const isBegun = request.waitUntil === "none" && !request.history;
      const page = isBegun ? { tabId, url: arrived, title: "" } : await pageInfo(tabId, arrived);
      return { ...page, ...teller.told() };
    } finally {
      over.abort();
    }
  }

  async goThroughHistory(
    steps: -1 | 1,
    waitUntil: NavigationRequest["waitUntil"],
    context: CommandContext,
  ): Promise<Arrived> {
    const { tabId } = context;
    context.leaving = { again: null };
    const has = await context.race(privileged.hasHistory(tabId, steps));
    if (has === false) throw noHistory();
    const history = async (): Promise<boolean> => {
      await this.services.hangs.answer(tabId);
      return has === true;
    };
    const go = (): Promise<void> => (steps < 0 ? browser.tabs.goBack(tabId) : browser.tabs.goForward(tabId));
    return this.navigateTo({ waitUntil, history, go }, context);
  }

  async navigate({ url, waitUntil }: Commands["navigate"]["params"], context: CommandContext): Promise<Arrived> {
    const { href, hash, protocol } = checkAddress(url);
    this.services.requestPolicy.check(context.agent, href);
    checkConfirmed(context, kindsOfAddress(href), `open ${href}`);
    const { tabId } = context;
    const tab = await context.race(browser.tabs.get(tabId));
    // Firefox says nothing about going to the place in a page where the tab is already.
    const there = hash !== "" && tab.url === href && !this.services.navigation.failureOf(tabId);
    if (there) return pageInfo(tabId, href);
    const go = (): Promise<unknown> => {
      const byHelper = goneToByHelper(protocol);
      if (byHelper) return byHelper(tabId, href);
      return href === BLANK ? openBlank(tabId) : browser.tabs.update(tabId, { url: href });
    };
    context.leaving = { again: () => void go().catch(() => undefined) };
    return this.navigateTo({ waitUntil, url: href, go }, context);
  }

  reload({ waitUntil, bypassCache }: Commands["reload"]["params"], context: CommandContext): Promise<Arrived> {
    const over = new AbortController();
    const refused = new Promise<never>((_, reject) => {
      this.services.dialogs.on(
        context.tabId,
        ({ type, accepted }) => type === "confirm" && accepted === false && reject(notSent()),
        over.signal,
      );
      // What is asked from there on, the page asks that is loaded again.
      this.services.navigation.on(context.tabId, ({ kind }) => kind === "committed" && over.abort(), over.signal);
    });
    const go = async (): Promise<unknown> => {
      const { url = "" } = await browser.tabs.get(context.tabId);
      const { protocol } = new URL(url);
      const byHelper = goneToByHelper(protocol);
      // A page whose process had to be ended cannot be loaded again.
      const again = (): Promise<unknown> =>
        byHelper ? byHelper(context.tabId, url) : browser.tabs.update(context.tabId, { url });
      context.leaving = { again: () => void again().catch(() => undefined) };
      // Firefox lets no extension load such a page again either.
      if (protocol === "data:") return privileged.openData(context.tabId, url);
      return browser.tabs.reload(context.tabId, { bypassCache });
    };
    const reloaded = this.navigateTo({ waitUntil, go }, context);
    return Promise.race([reloaded, refused]).finally(() => over.abort());
  }
}

/** Firefox asks before it loads a page again that a form was sent for. */
function notSent(): CommandError {
  const message = ownWords`This page is the answer to a form, and your dialog policy does not let Firefox send it again`;
  return new CommandError("NO_EFFECT", message, {}, ownWords`Send it again: clz dialog policy accept, then clz reload`);
}

/** The host has checked the scheme; what only Firefox itself may open is found out here. */
function checkAddress(url: string): URL {
  const parsed = new URL(url);
  if (parsed.protocol === "file:" && !privileged.available) {
    const hint = ownWords`Serve the folder, for example with: python3 -m http.server --bind 127.0.0.1`;
    throw new CommandError(
      "URL_NOT_ALLOWED",
      ownWords`This build of the extension cannot open file pages`,
      { url },
      hint,
    );
  }
  if (parsed.protocol === "data:" && !privileged.available) {
    const hint = ownWords`Serve the page, or fetch a Firefox that can: clz browser install`;
    throw new CommandError(
      "URL_NOT_ALLOWED",
      ownWords`This build of the extension cannot open data: pages`,
      { url },
      hint,
    );
  }
  if (["http:", "https:", "about:", "file:", "data:"].includes(parsed.protocol)) return parsed;
  throw new CommandError("URL_NOT_ALLOWED", `clz does not open addresses with ${parsed.protocol}`, { url });
}

/** Null for an address that an extension may go to by itself. */
function goneToByHelper(protocol: string): ((tabId: number, url: string) => Promise<void>) | null {
  if (protocol === "file:") return (tabId, url) => privileged.openFile(tabId, url);
  return protocol === "data:" ? (tabId, url) => privileged.openData(tabId, url) : null;
}
