// open, navigate, back, forward, reload.

import { LIMITS, type Commands, type ErrorCode } from "../../generated/registry";
import { CommandError, ours } from "../../shared/errors";
import { waitForNavigation, type NavigationRequest } from "../navigation/navigation-waiter";
import type { Call } from "../command-context";
import type { Dialogs } from "../input/dialogs";
import type { Handlers } from "../dispatcher";
import type { Navigation } from "../navigation/navigation";
import { pageInfo, type PageInfo } from "../tabs/page-info";
import type { RequestPolicy } from "../policy/request-policy";
import { shortId, type TabPool } from "../tabs/tab-pool";
import { privileged } from "../input/privileged-api";
import type { BrowserContexts } from "../tabs/browser-contexts";
import type { Tabs } from "../tabs/tabs";
import type { OpenedTab, OpenOptions, PoolWindows } from "../tabs/pool-windows";

const BLANK = "about:blank";

type Open = Commands["createWindow"];

/** What leaves a new tab without a page that could be of use. */
const WORTHLESS = new Set<string>(["PAGE_LOAD_FAILED", "CANCELLED", "DOMAIN_BLOCKED"] satisfies ErrorCode[]);

export function navigateHandlers(
  pool: TabPool,
  tabs: Tabs,
  windows: PoolWindows,
  contexts: BrowserContexts,
  requestPolicy: RequestPolicy,
  navigation: Navigation,
  dialogs: Dialogs,
): Pick<Handlers, "createWindow" | "navigate" | "back" | "forward" | "reload"> {
  async function createWindow(params: Open["params"], call: Call): Promise<Open["result"]> {
    const { waitUntil, isolated, foreground } = params;
    const { href, protocol } = checkAddress(params.url);
    const isFile = protocol === "file:";
    requestPolicy.check(call.agent, href);
    const context = await contexts.choose(call.agent, { isolated, isPrivate: params.private });
    call.signal.throwIfAborted();
    const slot = pool.reserve(call.agent);
    const expected = navigation.expect();
    try {
      const tab = await openTab(isFile ? BLANK : href, { ...context, foreground });
      // Who asked may be gone by now; nobody would ever close this tab.
      if (call.signal.aborted) await windows.close(tab.tabId);
      call.signal.throwIfAborted();
      if (!slot.fill(tab.tabId)) {
        await tabs.close(tab.tabId);
        throw new CommandError("CANCELLED", ours`The agent left while its tab was being opened`);
      }
      call.bindTab(tab.tabId);
      contexts.show(tab, call);
      const early = expected.claim(tab.tabId);
      const { tabId } = tab;
      const start = isFile ? { go: () => privileged.openFile(tabId, href), fromBlank: true } : { early };
      const request = { tabId, waitUntil, url: href, ...start };
      let arrived: string;
      let closedOldestTab: number | null = null;
      try {
        arrived = await keepOnlyWhatLoads(call, () => waitForNavigation(navigation, request, call));
      } finally {
        // Only a tab that stays is worth another one.
        closedOldestTab = slot.keep();
        if (closedOldestTab !== null) await tabs.close(closedOldestTab);
      }
      const page = waitUntil === "none" ? { tabId, url: arrived, title: "" } : await pageInfo(tabId, arrived);
      return {
        ...tab,
        ownerId: shortId(call.agent),
        tabCount: pool.count,
        maxTabs: LIMITS.maxTabs,
        isIsolated: context.cookieStoreId !== undefined,
        closedOldestTab,
        waiting: pool.waiting,
        ...page,
      };
    } finally {
      slot.release();
      expected.done();
    }
  }

  async function openTab(url: string, options: OpenOptions): Promise<OpenedTab> {
    try {
      return await windows.open(url, options);
    } catch (thrown) {
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      if (!/Illegal URL/.test(reason)) throw thrown;
      throw new CommandError("RESTRICTED_PAGE", `Firefox lets no extension open ${url}`, { url, reason });
    }
  }

  /** An address that gives no page leaves no tab behind; a slow one does, it may be of use as it is. */
  async function keepOnlyWhatLoads(call: Call, load: () => Promise<string>): Promise<string> {
    const { tabId } = call;
    try {
      return await load();
    } catch (thrown) {
      if (thrown instanceof CommandError && WORTHLESS.has(thrown.code)) {
        call.unbindTab();
        await tabs.close(tabId);
      }
      throw thrown;
    }
  }

  /** A navigation of the call's own tab that `go` starts. */
  async function navigateTo(request: Omit<NavigationRequest, "tabId">, call: Call): Promise<PageInfo> {
    const { tabId } = call;
    const arrived = await waitForNavigation(navigation, { tabId, ...request }, call);
    return request.waitUntil === "none" && !request.history
      ? { tabId, url: arrived, title: "" }
      : pageInfo(tabId, arrived);
  }

  return {
    createWindow,
    navigate: async ({ url, waitUntil }, call) => {
      const { href, hash, protocol } = checkAddress(url);
      requestPolicy.check(call.agent, href);
      const { tabId } = call;
      const tab = await call.race(browser.tabs.get(tabId));
      // Firefox says nothing about going to the place in a page where the tab is already.
      const there = hash !== "" && tab.url === href && !navigation.failureOf(tabId);
      if (there) return pageInfo(tabId, href);
      const isFile = protocol === "file:";
      const go = (): Promise<unknown> =>
        isFile ? privileged.openFile(tabId, href) : browser.tabs.update(tabId, { url: href });
      return navigateTo({ waitUntil, url: href, go }, call);
    },
    back: ({ waitUntil }, call) =>
      navigateTo({ waitUntil, history: true, go: () => browser.tabs.goBack(call.tabId) }, call),
    forward: ({ waitUntil }, call) => {
      return navigateTo({ waitUntil, history: true, go: () => browser.tabs.goForward(call.tabId) }, call);
    },
    reload: async ({ waitUntil, bypassCache }, call) => {
      const over = new AbortController();
      const refused = new Promise<never>((_, reject) => {
        dialogs.on(
          call.tabId,
          ({ type, accepted }) => type === "confirm" && accepted === false && reject(notSent()),
          over.signal,
        );
      });
      const reloaded = navigateTo({ waitUntil, go: () => browser.tabs.reload(call.tabId, { bypassCache }) }, call);
      return Promise.race([reloaded, refused]).finally(() => over.abort());
    },
  };
}

/** Firefox asks before it loads a page again that a form was sent for. */
function notSent(): CommandError {
  const message = ours`This page came of a form, which Firefox would send again; by your policy it is not`;
  return new CommandError("NO_EFFECT", message, {}, ours`Send it again: clz dialog policy accept, then clz reload`);
}

/** The host has checked the scheme; what only Firefox itself may open is told apart here. */
function checkAddress(url: string): URL {
  const parsed = URL.parse(url);
  if (!parsed) throw new CommandError("INVALID_PARAMS", `This is not an address: ${url}`, { url });
  if (parsed.protocol === "file:" && !privileged.available) {
    const hint = ours`Serve the folder, for example with: python3 -m http.server --bind 127.0.0.1`;
    throw new CommandError("URL_NOT_ALLOWED", ours`This build of the extension cannot open file pages`, { url }, hint);
  }
  if (["http:", "https:", "about:", "file:"].includes(parsed.protocol)) return parsed;
  throw new CommandError("URL_NOT_ALLOWED", `Addresses with ${parsed.protocol} are not opened`, { url });
}
