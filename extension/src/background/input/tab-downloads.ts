// The downloads of tabs whose programs listen for them: those that a tab has asked for, and those that come from its
// page. Nothing is listened to while nobody wants that.

import type { Commands } from "../../generated/registry";
import { CommandError, ownWords } from "../../shared/errors";
import { within, type CommandContext } from "../command-context";
import { RingBuffer } from "../devtools/ring-buffer";
import { TabMap } from "../scopes";
import { privileged } from "../privileged/api";
import type { Downloads } from "./downloads";

type Item = browser.downloads.DownloadItem;
type Params<K extends "takeDownloads" | "getDownload" | "endDownload"> = Commands[K]["params"];

interface Seen {
  seq: number;
  id: number;
  url: string;
  name: string;
}

const MAX_SEEN = 200;
/** Addresses that tabs have asked for; a download begins soon after its request. */
const MAX_ASKED = 200;
const TYPES = ["main_frame", "sub_frame", "object"] satisfies browser.webRequest.ResourceType[];

export class TabDownloads {
  readonly #tabs = new TabMap<RingBuffer<Seen>>();
  readonly #asked = new Map<string, number>();
  #listening = false;

  constructor(private readonly downloads: Downloads) {}

  /** Those of the tab since it was asked for them first; `name` is what the file is called. */
  async take(
    { since = 0, limit, waitMs }: Params<"takeDownloads">,
    context: CommandContext,
  ): Promise<Commands["takeDownloads"]["result"]> {
    const { tabId } = context;
    this.#listen();
    const ring = this.#tabs.get(tabId) ?? new RingBuffer<Seen>(MAX_SEEN);
    this.#tabs.set(tabId, ring);
    const { entries, cursor } = await ring.select({ since, limit, waitMs, clear: false, matches: () => true }, context);
    return { downloads: entries.map(({ id, url, name }) => ({ id, url, name })), cursor, tabId };
  }

  /** What became of one of the tab's, once it is over. Throws INVALID_PARAMS if the tab has no such download. */
  async state(
    { id, waitMs }: Params<"getDownload">,
    context: CommandContext,
  ): Promise<Commands["getDownload"]["result"]> {
    this.#check(id, context.tabId);
    const { tabId } = context;
    try {
      const whole = this.downloads.whole(id, context);
      let item: Item | null = null;
      await within(
        context.waitDeadline(waitMs),
        whole.then((done) => (item = done)),
        context,
      );
      whole.catch(() => undefined);
      return item === null
        ? { state: "underWay", path: "", bytes: 0, tabId }
        : { state: "whole", path: (item as Item).filename, bytes: (item as Item).fileSize, tabId };
    } catch (thrown) {
      if (!(thrown instanceof CommandError) || thrown.code !== "DOWNLOAD_FAILED") throw thrown;
      const { error: named } = thrown.details;
      const error = typeof named === "string" ? named : thrown.message;
      return { state: "failed", path: "", bytes: 0, error, tabId };
    }
  }

  /** Ends one that is under way, and removes its file where that is asked for. */
  async end({ id, remove }: Params<"endDownload">, { tabId }: CommandContext): Promise<{ tabId: number }> {
    this.#check(id, tabId);
    await browser.downloads.cancel(id).catch(() => undefined);
    if (remove) await browser.downloads.removeFile(id).catch(() => undefined);
    return { tabId };
  }

  #check(id: number, tabId: number): void {
    if (this.#tabs.get(tabId)?.all.some((seen) => seen.id === id)) return;
    throw new CommandError("INVALID_PARAMS", ownWords`This tab has no download ${id}`, { id });
  }

  #listen(): void {
    if (this.#listening) return;
    this.#listening = true;
    const { onBeforeRequest } = browser.webRequest;
    onBeforeRequest.addListener(this.#onRequest, { urls: ["<all_urls>"], types: TYPES }, ["blocking"]);
    this.downloads.on((item) => void this.#created(item), new AbortController().signal);
  }

  readonly #onRequest = ({ tabId, url }: { tabId: number; url: string }): undefined => {
    this.#asked.delete(url);
    this.#asked.set(url, tabId);
    const [oldest] = this.#asked.keys();
    if (this.#asked.size > MAX_ASKED && oldest !== undefined) this.#asked.delete(oldest);
  };

  async #created(item: Item): Promise<void> {
    if ((await this.downloads.refusalOf(item)) !== null) return;
    const asked = this.#asked.get(item.url) ?? -1;
    // A tab that was opened for a file alone is nobody's.
    const tabId = this.#tabs.has(asked) ? asked : await this.#from(item);
    const name = await nameOf(item);
    this.#tabs.get(tabId ?? -1)?.add({ id: item.id, url: item.url, name });
  }

  /** The tab whose page it comes from, of those that are listened to; the newest of several. */
  async #from({ url, referrer, cookieStoreId }: Item): Promise<number | undefined> {
    const origin = URL.parse(referrer ?? "")?.origin ?? URL.parse(url)?.origin;
    const tabs = await browser.tabs.query({ ...(cookieStoreId && { cookieStoreId }) });
    const known = tabs.filter(({ id = -1, url: at = "" }) => this.#tabs.has(id) && URL.parse(at)?.origin === origin);
    return known.at(-1)?.id;
  }
}

/** What the file was to be called: Firefox numbers it where there is one of that name. */
async function nameOf({ filename, url }: Item): Promise<string> {
  const [, folder = "", name = ""] = /^(.*[/\\])?([^/\\]*)$/s.exec(filename) ?? [];
  const [, before, after = ""] = /^(.+)\(\d+\)((?:\.\w{1,8}){0,2})$/s.exec(name) ?? [];
  const asked = URL.parse(url)?.pathname.split("/").at(-1) ?? "";
  const isNumbered = before !== undefined && encodeURI(name) !== asked && (await isThere(`${folder}${before}${after}`));
  return isNumbered ? `${before}${after}` : name;
}

/** Without the helper a file is known if Firefox has saved it. */
async function isThere(path: string): Promise<boolean> {
  if (!privileged.available) return (await browser.downloads.search({ filename: path })).length > 0;
  return privileged.describeFiles([path]).then(
    () => true,
    () => false,
  );
}
