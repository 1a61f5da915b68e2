// window list | close | resize, viewport.

import { Deadline } from "../../shared/deadline";
import type { Commands } from "../../generated/registry";
import { CommandError, needsManaged, ownWords } from "../../shared/errors";
import type { Device } from "../../shared/privileged";
import { pause, within, type CommandContext } from "../command-context";
import { deviceOf } from "../screenshot/devices";
import type { Handlers } from "../dispatcher";
import type { Services } from "../services";
import { shortId } from "../tabs/tab-pool";
import { privileged } from "../privileged/api";

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

export function windowHandlers(services: Services) {
  const commands = new WindowCommands(services);
  return {
    getWindows: (_params, context) => commands.list(context),
    closeWindow: (params, context) => commands.close(params, context),
    resizeWindow: (params, context) => commands.resize(params, context),
    setViewport: (params, context) => commands.setViewport(params, context),
  } satisfies Partial<Handlers>;
}

class WindowCommands {
  /** Sizes of windows before a viewport was set in them. */
  readonly #before = new Map<number, Size>();

  constructor(private readonly services: Services) {
    browser.windows.onRemoved.addListener((windowId) => void this.#before.delete(windowId));
  }

  async list(context: CommandContext): Promise<Commands["getWindows"]["result"]> {
    const all = await context.race(browser.windows.getAll({ populate: true }));
    const current = await this.#currentWindow(context);
    return { windows: all.map((window) => this.#entryOf(window, current, context)).filter((entry) => entry !== null) };
  }

  /** Null for a window that agents have nothing to do with. */
  #entryOf(window: Window, current: number | null, { agent }: CommandContext): Entry | null {
    const windowId = window.id ?? -1;
    const inside = new Set(tabsOf(window));
    const own = this.services.pool.all().filter(({ tabId, shared }) => !shared && inside.has(tabId));
    const lent = this.services.pool.all().some(({ tabId, shared }) => shared && inside.has(tabId));
    if (own.length === 0 && !lent && !this.services.windows.isOwn(windowId)) return null;
    const others = new Map<string, number>();
    for (const { owner } of own) if (owner !== agent) others.set(shortId(owner), (others.get(shortId(owner)) ?? 0) + 1);
    const spare = [...inside].filter((tabId) => this.services.windows.isSpare(tabId)).length;
    return {
      windowId,
      ...sizeOf(window),
      state: window.state ?? "normal",
      focused: window.focused,
      private: window.incognito,
      shared: this.services.windows.isOwn(windowId),
      current: windowId === current,
      mine: own.filter(({ owner }) => owner === agent).length,
      others: [...others].map(([owner, count]) => ({ owner, tabs: count })),
      person: inside.size - own.length - spare,
    };
  }

  async close(
    { windowId }: Commands["closeWindow"]["params"],
    context: CommandContext,
  ): Promise<Commands["closeWindow"]["result"]> {
    const window = await this.#find(windowId, context);
    const mine = this.#ownTabs(window, context.agent);
    if (mine.length === 0) throw notYours(window);
    await Promise.all(mine.map((tabId) => this.services.tabs.close(tabId)));
    const after = await browser.windows.get(window.id ?? -1, { populate: true }).catch(() => null);
    const left = after ? tabsOf(after).filter((tabId) => !this.services.windows.isSpare(tabId)) : [];
    return {
      windowId: window.id ?? -1,
      closed: mine,
      windowClosed: after === null,
      left: left.length,
      current: this.services.pool.currentOf(context.agent),
      tabCount: this.services.pool.count,
    };
  }

  async resize(
    params: Commands["resizeWindow"]["params"],
    context: CommandContext,
  ): Promise<Commands["resizeWindow"]["result"]> {
    const requested = { width: params.width, height: params.height };
    const window = await this.#find(params.windowId, context);
    const windowId = window.id ?? -1;
    if (this.#ownTabs(window, context.agent).length === 0) throw notYours(window);
    if (!this.services.windows.isOwn(windowId)) throw personal("Window", windowId);
    const now = await resized(windowId, requested, context);
    const agents = new Set(
      this.services.pool
        .all()
        .filter(({ tabId }) => tabsOf(window).includes(tabId))
        .map(({ owner }) => owner),
    );
    agents.delete(context.agent);
    const reached = sizeOf(now).width === requested.width && sizeOf(now).height === requested.height;
    return { windowId, ...sizeOf(now), requested, reached, state: now.state ?? "normal", agents: agents.size };
  }

  async setViewport(params: Viewport["params"], context: CommandContext): Promise<Viewport["result"]> {
    const { tabId } = context;
    if (params.reset && (params.preset ?? params.width ?? params.height) !== undefined) {
      const hint = ownWords`Type: clz viewport --reset`;
      throw new CommandError("INVALID_PARAMS", ownWords`Give either a size or --reset, not both`, {}, hint);
    }
    if (this.services.pool.isShared(tabId)) throw personal("Tab", tabId);
    if (params.alone && !privileged.available) {
      const message = ownWords`In this Firefox a page has the size of its window, which tests share`;
      throw needsManaged(message, ownWords`Run them in a window of one size: clz window resize 1366 768`);
    }
    const { preset, device } = params.reset ? { preset: null, device: null } : deviceOf(params);
    const seen = privileged.available
      ? await this.#inTab(tabId, device, context)
      : await this.#inWindow(tabId, device, context);
    const { url = "" } = await context.race(browser.tabs.get(tabId));
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
  async #inTab(tabId: number, device: Device | null, context: CommandContext): Promise<Seen> {
    const zoom = await context.race(browser.tabs.getZoom(tabId));
    const sized = device && {
      ...device,
      width: Math.round(device.width * zoom),
      height: Math.round(device.height * zoom),
    };
    await context.race(privileged.setViewport(tabId, sized));
    const wanted = device ?? (await given(tabId, context));
    return settled(
      () => seenIn(tabId, context),
      (seen) => fits(seen, wanted),
      context,
    );
  }

  /** Without it the window is sized, so that its page has the room. */
  async #inWindow(tabId: number, device: Device | null, context: CommandContext): Promise<Seen> {
    const { windowId = -1 } = await context.race(browser.tabs.get(tabId));
    if (!this.services.windows.isOwn(windowId)) throw personal("Window", windowId);
    const earlier = this.#before.get(windowId);
    if (!device) {
      await context.race(browser.tabs.update(tabId, { active: true }));
      if (earlier) await resized(windowId, earlier, context);
      this.#before.delete(windowId);
      return seenIn(tabId, context);
    }
    // A page in the background keeps its size, whatever becomes of its window.
    await context.race(browser.tabs.update(tabId, { active: true }));
    if (!earlier) this.#before.set(windowId, sizeOf(await context.race(browser.windows.get(windowId))));
    let seen = await seenIn(tabId, context);
    for (let tries = 0; tries < RESIZES && !fits(seen, device); tries += 1) {
      const zoom = await context.race(browser.tabs.getZoom(tabId));
      const window = sizeOf(await context.race(browser.windows.get(windowId)));
      const more = (side: "width" | "height"): number =>
        Math.max(1, Math.round(window[side] + (device[side] - seen[side]) * zoom));
      const wanted = { width: more("width"), height: more("height") };
      const taken = fits(sizeOf(await resized(windowId, wanted, context)), wanted);
      seen = await settled(
        () => seenIn(tabId, context),
        (now) => fits(now, device),
        context,
      );
      if (!taken) break;
    }
    return seen;
  }

  async #currentWindow({ agent }: CommandContext): Promise<number | null> {
    const tabId = this.services.pool.currentOf(agent);
    if (tabId === null) return null;
    return (await browser.tabs.get(tabId).catch(() => null))?.windowId ?? null;
  }

  async #find(asked: number | undefined, context: CommandContext): Promise<Window> {
    const windowId = asked ?? (await this.#currentWindow(context));
    if (windowId === null) throw new CommandError("NO_TABS", ownWords`You have no tab, and so no window`);
    const window = await browser.windows.get(windowId, { populate: true }).catch(() => null);
    if (window && this.#entryOf(window, null, context)) return window;
    const hint = ownWords`See: clz window list`;
    throw new CommandError("INVALID_PARAMS", ownWords`There is no window ${windowId}`, { windowId }, hint);
  }

  #ownTabs(window: Window, agent: string): number[] {
    const own = new Set(this.services.pool.ownedBy(agent));
    return tabsOf(window).filter((tabId) => own.has(tabId));
  }
}

async function resized(windowId: number, size: Size, context: CommandContext): Promise<Window> {
  const { state } = await context.race(browser.windows.get(windowId));
  // A window that fills the screen, or none of it, has no size of its own.
  if (state !== undefined && state !== "normal")
    await context.race(browser.windows.update(windowId, { state: "normal" }));
  await context.race(browser.windows.update(windowId, size));
  return settled(
    () => context.race(browser.windows.get(windowId)),
    (now) => fits(sizeOf(now), size),
    context,
  );
}

/** What `look` sees when it is as it should be, or has not become so in time. */
async function settled<T>(look: () => Promise<T>, done: (seen: T) => boolean, context: CommandContext): Promise<T> {
  const deadline = Deadline.after(SETTLE_MS);
  for (;;) {
    const seen = await look();
    if (done(seen) || deadline.passed) return seen;
    await pause(LOOK_MS, context);
  }
}

/** How large the page takes itself for; a page that takes no script is as large as Firefox says. */
async function seenIn(tabId: number, context: CommandContext): Promise<Seen> {
  const asked = browser.tabs.executeScript(tabId, { code: SEEN, matchAboutBlank: true, runAt: "document_start" });
  let seen: Seen | undefined;
  await within(
    Deadline.after(SETTLE_MS),
    asked.then(
      ([first]) => void (seen = first as Seen | undefined),
      () => undefined,
    ),
    context,
  );
  return seen ?? { ...(await given(tabId, context)), ratio: await context.race(browser.tabs.getZoom(tabId)) };
}

/** How large a tab's page is by what Firefox gives it. */
async function given(tabId: number, context: CommandContext): Promise<Size> {
  const [{ width = 0, height = 0 }, zoom] = await context.race(
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
  if (!reached) notes.push("The window cannot have that size; Firefox keeps windows at least 450 to 500 pixels wide.");
  if (told?.userAgent) notes.push("This page still sees Firefox's user agent; for the device's: clz reload.");
  if (device && !told)
    notes.push("The whole window was resized, and shows this tab; device pixels, touch and user agent stay Firefox's.");
  return notes.join(" ");
}

function notYours({ id }: Window): CommandError {
  return new CommandError(
    "OWNERSHIP",
    `No tab in window ${id} is yours`,
    { windowId: id },
    ownWords`See: clz window list`,
  );
}

function personal(what: "Tab" | "Window", id: number): CommandError {
  const hint = ownWords`Open a tab in clz's window: clz open URL`;
  return new CommandError("OWNERSHIP", ownWords`${what} ${id} is the person's own`, {}, hint);
}
