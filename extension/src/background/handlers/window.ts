// window list | close | resize, viewport.

import type { Commands } from "../../generated/registry";
import { CommandError, ours } from "../../shared/errors";
import type { Device } from "../../shared/privileged";
import { pause, within, type Call } from "../command-context";
import { deviceOf } from "../screenshot/devices";
import type { Handlers } from "../dispatcher";
import { shortId, type TabPool } from "../tabs/tab-pool";
import { privileged } from "../input/privileged-api";
import type { Tabs } from "../tabs/tabs";
import type { PoolWindows } from "../tabs/pool-windows";

type Names = "getWindows" | "closeWindow" | "resizeWindow" | "setViewport";
type Entry = Commands["getWindows"]["result"]["windows"][number];
type Viewport = Commands["setViewport"];
type Window = browser.windows.Window;

interface Size {
  width: number;
  height: number;
}

interface Seen extends Size {
  ratio: number;
}

/** A window or a page has this long to take its new size. */
const SETTLE_MS = 500;
const LOOK_MS = 20;
/** What a window adds to its page is known after the first of these. */
const RESIZES = 3;
const SEEN = "({ width: innerWidth, height: innerHeight, ratio: devicePixelRatio })";

export function windowHandlers(pool: TabPool, tabs: Tabs, windows: PoolWindows): Pick<Handlers, Names> {
  /** Sizes of windows before a viewport was set in them. */
  const before = new Map<number, Size>();
  browser.windows.onRemoved.addListener((windowId) => void before.delete(windowId));
  return { getWindows, closeWindow, resizeWindow, setViewport };

  async function getWindows(_params: object, call: Call): Promise<Commands["getWindows"]["result"]> {
    const all = await call.race(browser.windows.getAll({ populate: true }));
    const current = await currentWindow(call);
    return { windows: all.map((window) => entryOf(window, current, call)).filter((entry) => entry !== null) };
  }

  /** Null for a window that agents have nothing to do with. */
  function entryOf(window: Window, current: number | null, { agent }: Call): Entry | null {
    const windowId = window.id ?? -1;
    const inside = new Set(tabsOf(window));
    const own = pool.all().filter(({ tabId, shared }) => !shared && inside.has(tabId));
    const lent = pool.all().some(({ tabId, shared }) => shared && inside.has(tabId));
    if (own.length === 0 && !lent && !windows.isOwn(windowId)) return null;
    const others = new Map<string, number>();
    for (const { owner } of own) if (owner !== agent) others.set(shortId(owner), (others.get(shortId(owner)) ?? 0) + 1);
    const spare = [...inside].filter((tabId) => windows.isSpare(tabId)).length;
    return {
      windowId,
      ...sizeOf(window),
      state: window.state ?? "normal",
      focused: window.focused,
      private: window.incognito,
      shared: windows.isOwn(windowId),
      current: windowId === current,
      mine: own.filter(({ owner }) => owner === agent).length,
      others: [...others].map(([owner, count]) => ({ owner, tabs: count })),
      person: inside.size - own.length - spare,
    };
  }

  async function closeWindow(
    { windowId }: Commands["closeWindow"]["params"],
    call: Call,
  ): Promise<Commands["closeWindow"]["result"]> {
    const window = await find(windowId, call);
    const mine = ownTabs(window, call.agent);
    if (mine.length === 0) throw notYours(window);
    await Promise.all(mine.map((tabId) => tabs.close(tabId)));
    const after = await browser.windows.get(window.id ?? -1, { populate: true }).catch(() => null);
    const left = after ? tabsOf(after).filter((tabId) => !windows.isSpare(tabId)) : [];
    return {
      windowId: window.id ?? -1,
      closed: mine,
      windowClosed: after === null,
      left: left.length,
      current: pool.currentOf(call.agent),
      tabCount: pool.count,
    };
  }

  async function resizeWindow(
    params: Commands["resizeWindow"]["params"],
    call: Call,
  ): Promise<Commands["resizeWindow"]["result"]> {
    const requested = { width: params.width, height: params.height };
    const window = await find(params.windowId, call);
    const windowId = window.id ?? -1;
    if (ownTabs(window, call.agent).length === 0) throw notYours(window);
    if (!windows.isOwn(windowId)) throw personal("Window", windowId);
    const now = await resized(windowId, requested, call);
    const agents = new Set(
      pool
        .all()
        .filter(({ tabId }) => tabsOf(window).includes(tabId))
        .map(({ owner }) => owner),
    );
    agents.delete(call.agent);
    const reached = sizeOf(now).width === requested.width && sizeOf(now).height === requested.height;
    return { windowId, ...sizeOf(now), requested, reached, state: now.state ?? "normal", agents: agents.size };
  }

  async function setViewport(params: Viewport["params"], call: Call): Promise<Viewport["result"]> {
    const { tabId } = call;
    if (params.reset && (params.preset ?? params.width ?? params.height) !== undefined) {
      throw new CommandError(
        "INVALID_PARAMS",
        ours`Give either a size or --reset, not both`,
        {},
        ours`Type: clz viewport --reset`,
      );
    }
    if (pool.isShared(tabId)) throw personal("Tab", tabId);
    const { preset, device } = params.reset ? { preset: null, device: null } : deviceOf(params);
    const seen = privileged.available ? await inTab(tabId, device, call) : await inWindow(tabId, device, call);
    const { url = "" } = await call.race(browser.tabs.get(tabId));
    const reached = !device || (seen.width === device.width && seen.height === device.height);
    const told = privileged.available ? device : null;
    const note = noteOn(device, told, reached);
    return {
      tabId,
      url,
      preset,
      width: seen.width,
      height: seen.height,
      requested: device && { width: device.width, height: device.height },
      reached,
      scope: privileged.available ? "tab" : "window",
      ratio: seen.ratio,
      touch: told?.touch ?? false,
      userAgent: told?.userAgent ?? null,
      ...(note !== "" && { note }),
    };
  }

  /** The helper sizes the tab alone. */
  async function inTab(tabId: number, device: Device | null, call: Call): Promise<Seen> {
    const zoom = await call.race(browser.tabs.getZoom(tabId));
    const sized = device && {
      ...device,
      width: Math.round(device.width * zoom),
      height: Math.round(device.height * zoom),
    };
    await call.race(privileged.setViewport(tabId, sized));
    const wanted = device ?? (await given(tabId, call));
    return settled(
      () => seenIn(tabId, call),
      (seen) => fits(seen, wanted),
      call,
    );
  }

  /** Without it the window is sized, so that its page has the room. */
  async function inWindow(tabId: number, device: Device | null, call: Call): Promise<Seen> {
    const { windowId = -1 } = await call.race(browser.tabs.get(tabId));
    if (!windows.isOwn(windowId)) throw personal("Window", windowId);
    const earlier = before.get(windowId);
    if (!device) {
      await call.race(browser.tabs.update(tabId, { active: true }));
      if (earlier) await resized(windowId, earlier, call);
      before.delete(windowId);
      return seenIn(tabId, call);
    }
    // A page in the background keeps its size, whatever becomes of its window.
    await call.race(browser.tabs.update(tabId, { active: true }));
    if (!earlier) before.set(windowId, sizeOf(await call.race(browser.windows.get(windowId))));
    let seen = await seenIn(tabId, call);
    for (let tries = 0; tries < RESIZES && !fits(seen, device); tries += 1) {
      const zoom = await call.race(browser.tabs.getZoom(tabId));
      const window = sizeOf(await call.race(browser.windows.get(windowId)));
      const more = (side: "width" | "height"): number =>
        Math.max(1, Math.round(window[side] + (device[side] - seen[side]) * zoom));
      const wanted = { width: more("width"), height: more("height") };
      const taken = fits(sizeOf(await resized(windowId, wanted, call)), wanted);
      seen = await settled(
        () => seenIn(tabId, call),
        (now) => fits(now, device),
        call,
      );
      if (!taken) break;
    }
    return seen;
  }

  async function currentWindow({ agent }: Call): Promise<number | null> {
    const tabId = pool.currentOf(agent);
    if (tabId === null) return null;
    return (await browser.tabs.get(tabId).catch(() => null))?.windowId ?? null;
  }

  async function find(asked: number | undefined, call: Call): Promise<Window> {
    const windowId = asked ?? (await currentWindow(call));
    if (windowId === null) throw new CommandError("NO_TABS", ours`You have no tab, and so no window`);
    const window = await browser.windows.get(windowId, { populate: true }).catch(() => null);
    if (window && entryOf(window, null, call)) return window;
    throw new CommandError(
      "INVALID_PARAMS",
      ours`There is no window ${windowId}`,
      { windowId },
      ours`See: clz window list`,
    );
  }

  function ownTabs(window: Window, agent: string): number[] {
    const own = new Set(pool.ownedBy(agent));
    return tabsOf(window).filter((tabId) => own.has(tabId));
  }
}

async function resized(windowId: number, size: Size, call: Call): Promise<Window> {
  const { state } = await call.race(browser.windows.get(windowId));
  // A window that fills the screen, or none of it, has no size of its own.
  if (state !== undefined && state !== "normal") await call.race(browser.windows.update(windowId, { state: "normal" }));
  await call.race(browser.windows.update(windowId, size));
  return settled(
    () => call.race(browser.windows.get(windowId)),
    (now) => fits(sizeOf(now), size),
    call,
  );
}

/** What `look` sees when it is as it should be, or has not become so in time. */
async function settled<T>(look: () => Promise<T>, done: (seen: T) => boolean, call: Call): Promise<T> {
  const end = performance.now() + SETTLE_MS;
  for (;;) {
    const seen = await look();
    if (done(seen) || performance.now() > end) return seen;
    await pause(LOOK_MS, call);
  }
}

/** How large the page takes itself for; a page that takes no script is as large as Firefox says. */
async function seenIn(tabId: number, call: Call): Promise<Seen> {
  const asked = browser.tabs.executeScript(tabId, { code: SEEN, matchAboutBlank: true, runAt: "document_start" });
  let seen: Seen | undefined;
  await within(
    SETTLE_MS,
    asked.then(
      ([first]) => void (seen = first as Seen | undefined),
      () => undefined,
    ),
    call,
  );
  return seen ?? { ...(await given(tabId, call)), ratio: await call.race(browser.tabs.getZoom(tabId)) };
}

/** How large a tab's page is by what Firefox gives it. */
async function given(tabId: number, call: Call): Promise<Size> {
  const [{ width = 0, height = 0 }, zoom] = await call.race(
    Promise.all([browser.tabs.get(tabId), browser.tabs.getZoom(tabId)]),
  );
  return { width: Math.round(width / zoom), height: Math.round(height / zoom) };
}

function fits(seen: Size, wanted: Size): boolean {
  return seen.width === wanted.width && seen.height === wanted.height;
}

function sizeOf({ width = 0, height = 0 }: Window): Size {
  return { width, height };
}

function tabsOf({ tabs = [] }: Window): number[] {
  return tabs.map(({ id }) => id ?? -1);
}

function noteOn(device: Device | null, told: Device | null, reached: boolean): string {
  const notes = [];
  if (!reached) notes.push("The window takes no such size; Firefox keeps windows at least 450 to 500 pixels wide.");
  if (told?.userAgent)
    notes.push("This page was loaded as Firefox; to have it take the browser for the device: clz reload.");
  if (device && !told)
    notes.push("The whole window was resized, and shows this tab; device pixels, touch and user agent stay Firefox's.");
  return notes.join(" ");
}

function notYours({ id }: Window): CommandError {
  return new CommandError("OWNERSHIP", `No tab in window ${id} is yours`, { windowId: id }, ours`See: clz window list`);
}

function personal(what: "Tab" | "Window", id: number): CommandError {
  return new CommandError(
    "OWNERSHIP",
    ours`${what} ${id} is the person's own`,
    {},
    ours`Open a tab in clz's window: clz open URL`,
  );
}
