// open, navigate, back, forward, reload.

import { LIMITS, type Commands } from "../../generated/registry";
import { CommandError } from "../../shared/errors";
import { arrive } from "../arrival";
import type { Call } from "../call";
import type { Handlers } from "../dispatcher";
import type { Navigation } from "../navigation";
import { shortId, type TabPool } from "../tabs";
import type { OpenedTab, PoolWindow } from "../window";

type Open = Commands["createWindow"];
type Page = Commands["navigate"]["result"];

export function navigateHandlers(
  pool: TabPool,
  window: PoolWindow,
  navigation: Navigation,
): Pick<Handlers, "createWindow" | "navigate" | "back" | "forward" | "reload"> {
  async function createWindow({ url, waitUntil }: Open["params"], call: Call): Promise<Open["result"]> {
    checkAddress(url);
    const place = pool.reserve(call.agent);
    const expected = navigation.expect();
    try {
      if (place.evicted !== null) await window.close(place.evicted);
      const tab = await openTab(url);
      // Who asked may be gone by now; nobody would ever close this tab.
      if (call.signal.aborted) await window.close(tab.tabId);
      call.signal.throwIfAborted();
      place.fill(tab.tabId);
      call.bindTab(tab.tabId);
      const early = expected.claim(tab.tabId);
      await keepOnlyWhatLoads(tab.tabId, () => arrive(navigation, { ...tab, waitUntil, url, early }, call));
      const page = await pageOf(tab.tabId, waitUntil === "none" ? url : null);
      return {
        ...tab,
        ownerId: shortId(call.agent),
        tabCount: pool.count,
        maxTabs: LIMITS.maxTabs,
        closedOldestTab: place.evicted,
        ...page,
      };
    } finally {
      place.release();
      expected.done();
    }
  }

  async function openTab(url: string): Promise<OpenedTab> {
    try {
      return await window.open(url);
    } catch (thrown) {
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      if (!/Illegal URL/.test(reason)) throw thrown;
      throw new CommandError("RESTRICTED_PAGE", `Firefox lets no extension open ${url}`, { url, reason });
    }
  }

  /** An address that gives no page leaves no tab behind; a slow one does, it may be of use as it is. */
  async function keepOnlyWhatLoads(tabId: number, load: () => Promise<void>): Promise<void> {
    try {
      await load();
    } catch (thrown) {
      if (thrown instanceof CommandError && (thrown.code === "PAGE_LOAD_FAILED" || thrown.code === "CANCELLED")) {
        pool.remove(tabId);
        await window.close(tabId);
      }
      throw thrown;
    }
  }

  return {
    createWindow,
    navigate: async ({ url, waitUntil }, call) => {
      checkAddress(url);
      const { tabId } = call;
      await arrive(navigation, { tabId, waitUntil, url, go: () => browser.tabs.update(tabId, { url }) }, call);
      return pageOf(tabId, waitUntil === "none" ? url : null);
    },
    back: async ({ waitUntil }, call) => {
      const { tabId } = call;
      await arrive(navigation, { tabId, waitUntil, history: true, go: () => browser.tabs.goBack(tabId) }, call);
      return pageOf(tabId, null);
    },
    forward: async ({ waitUntil }, call) => {
      const { tabId } = call;
      await arrive(navigation, { tabId, waitUntil, history: true, go: () => browser.tabs.goForward(tabId) }, call);
      return pageOf(tabId, null);
    },
    reload: async ({ waitUntil, bypassCache }, call) => {
      const { tabId } = call;
      await arrive(navigation, { tabId, waitUntil, go: () => browser.tabs.reload(tabId, { bypassCache }) }, call);
      return pageOf(tabId, null);
    },
  };
}

/** The host has checked the scheme; what only Firefox itself may open is told apart here. */
function checkAddress(url: string): void {
  const parsed = URL.parse(url);
  if (!parsed) throw new CommandError("INVALID_PARAMS", `This is no address: ${url}`, { url });
  if (parsed.protocol === "file:") {
    const hint = "Serve the folder, for example with: python3 -m http.server --bind 127.0.0.1";
    throw new CommandError("URL_NOT_ALLOWED", "This build of the extension cannot open file pages", { url }, hint);
  }
  if (["http:", "https:", "about:"].includes(parsed.protocol)) return;
  throw new CommandError("URL_NOT_ALLOWED", `Addresses with ${parsed.protocol} are not opened`, { url });
}

/** `asked` stands in for the address of a page that is not there yet. */
async function pageOf(tabId: number, asked: string | null): Promise<Page> {
  const tab = await browser.tabs.get(tabId);
  return { tabId, url: asked ?? tab.url ?? "", title: asked === null ? (tab.title ?? "") : "" };
}
