// Effects: what followed from an action. Everything here comes from events; nothing is waited for that was not
// expected.

import type { CommandError } from "../../shared/errors";
import type { Deadline } from "../../shared/deadline";
import type { ExpectedEffect } from "../../shared/messages";
import { within, type CommandContext } from "../command-context";
import type { ChooserNote, FileChoosers } from "./file-choosers";
import type { DialogTeller, ToldDialogs } from "./dialog-teller";
import type { Dialogs } from "./dialogs";
import type { Downloads } from "./downloads";
import { LateDownloads, type LateDownload } from "./late-downloads";
import { BLANK } from "../navigation/blank-page";
import { ABORTED, loadError } from "../navigation/net-errors";
import type { FrameEvent, Navigation, NavigationEvent } from "../navigation/navigation";
import { TabListeners } from "../tabs/tab-listeners";
import { privileged } from "../privileged/api";
import { tabScope } from "../scopes";

export interface SeenEffects extends ToldDialogs {
  navigated?: string;
  navigationRefused?: string;
  refusedBy?: string;
  onItsWayTo?: string;
  openedTab?: number;
  openedAndClosed?: number;
  tabClosed?: boolean;
  popupsRefused?: number;
  fileChooser?: ChooserNote;
  /** The last one; all, where there are several. */
  download?: string;
  downloads?: string[];
  /** Those that came before this command, and no command told of. */
  lateDownloads?: LateDownload[];
  downloadRefused?: string;
}

/** How long what was announced may take to come, where Firefox does not say that it is on its way. */
const SETTLE_MS = 2_000;

/** A tab that a page has opened, and when in milliseconds of the epoch. */
interface OpenedTab {
  tabId: number;
  at: number;
  isClosed: boolean;
}

interface Popup {
  tabId: number;
  /** What it is on its way to, which may be a file for which Firefox closes it again. */
  url: string;
}

export class Effects {
  readonly #choosers: FileChoosers;
  readonly #opened = new TabListeners<Popup>();
  readonly #closed = new TabListeners<number>();
  /** The tab that a page of each tab has opened last. */
  readonly #popups = new Map<number, OpenedTab>();
  readonly #refused = new TabListeners<number>();
  readonly #lateDownloads: LateDownloads;

  constructor(
    private readonly navigation: Navigation,
    private readonly dialogs: Dialogs,
    private readonly downloads: Downloads,
    fileChoosers: FileChoosers,
  ) {
    this.#choosers = fileChoosers;
    this.#lateDownloads = new LateDownloads(downloads);
    tabScope.onEnd((tabId) => this.#end(tabId));
  }

  /** Notes that a page of `tabId` opened a tab for this address. */
  opened(tabId: number, by: number, url: string): void {
    this.#popups.set(by, { tabId, at: Date.now(), isClosed: false });
    this.dialogs.opened(tabId, by);
    this.#opened.tell(by, { tabId, url });
  }

  /** The tab that a page of `tabId` has opened since a moment in milliseconds of the epoch; null if there is none. */
  openedSince(tabId: number, since: number): OpenedTab | null {
    const popup = this.#popups.get(tabId);
    return popup && popup.at >= since ? popup : null;
  }

  /** The same as a result says it. */
  openedBetween(tabId: number, since: number): Pick<SeenEffects, "openedTab" | "openedAndClosed"> {
    const popup = this.openedSince(tabId, since);
    if (!popup) return {};
    return popup.isClosed ? { openedAndClosed: popup.tabId } : { openedTab: popup.tabId };
  }

  /** Waits until one was opened, or for the deadline. */
  async openedBy(tabId: number, since: number, deadline: Deadline, context: CommandContext): Promise<OpenedTab | null> {
    const over = new AbortController();
    try {
      const opened = new Promise<void>((resolve) => this.#opened.on(tabId, () => resolve(), over.signal));
      if (this.openedSince(tabId, since) === null) await within(deadline, opened, context);
      return this.openedSince(tabId, since);
    } finally {
      over.abort();
    }
  }

  #end(tabId: number): void {
    this.#popups.delete(tabId);
    for (const [by, popup] of this.#popups) {
      if (popup.tabId !== tabId) continue;
      popup.isClosed = true;
      this.#closed.tell(by, tabId);
    }
  }

  /** Notes that tabs which a page of `tabId` wanted to open were refused. */
  refused(by: number, count: number): void {
    this.#refused.tell(by, count);
  }

  /** Watches a tab from now on, until `done`. */
  watch(tabId: number): EffectWatcher {
    const over = new AbortController();
    const { signal } = over;
    const teller = this.dialogs.tellerOf(tabId, signal);
    this.#lateDownloads.watch(tabId);
    const files = { right: this.downloads, late: this.#lateDownloads, tabId };
    const watch = new EffectWatcher(over, files, teller, () => this.navigation.isPending(tabId));
    this.navigation.on(tabId, (event) => watch.navigation(event), signal);
    this.navigation.onFrame(tabId, (event) => watch.frame(event), signal);
    this.dialogs.on(tabId, () => watch.dialog(), signal);
    this.#choosers.on(tabId, (note) => watch.chooser(note), signal);
    this.downloads.on((item) => watch.download(item), signal);
    const opened = ({ tabId: popup, url }: Popup): void => {
      watch.opened(popup, url);
      this.navigation.on(popup, (event) => watch.inPopup(event), signal);
    };
    this.#opened.on(tabId, opened, signal);
    this.#closed.on(tabId, (popup) => watch.popupClosed(popup), signal);
    this.#refused.on(tabId, (count) => watch.refused(count), signal);
    return watch;
  }
}

export class EffectWatcher {
  /** The error of an action whose tab was closed before anything was done. */
  closed: CommandError | null = null;
  readonly #seen: SeenEffects = {};
  readonly #waiting = new Set<() => void>();
  /** Downloads of any tab: which one is known once the addresses are. */
  readonly #items: browser.downloads.DownloadItem[] = [];
  readonly #addresses = new Set<string>();
  #pending = false;
  /** Where the page went last. */
  #going = "";
  /** Where the tab that was opened is to go. */
  #popup = "";
  /** True while the tab that was opened has neither a page nor failed to get one. */
  #opening = false;
  /** True until a server has answered what the tab that was opened asks it for. */
  #unanswered = false;
  /** The tab that was opened and is gone again. */
  #gone: number | undefined;
  /** True if it was closed before that: no file will come. */
  #closedAgain = false;
  #frameWentOn = false;
  /** How many loads are under way in each frame that no document has come of yet. */
  readonly #frames = new Map<number, number>();
  #from = "";

  constructor(
    private readonly over: AbortController,
    private readonly files: { right: Downloads; late: LateDownloads; tabId: number },
    private readonly dialogs: DialogTeller,
    private readonly isOnItsWay: () => boolean,
  ) {}

  /** The page that the action is in. */
  inPage(url: string): void {
    this.#from = url;
  }

  navigation({ kind, url, refusal }: NavigationEvent): void {
    if (refusal) this.#refused(url, refusal);
    if (kind === "started") {
      this.#pending = true;
      this.#going = url;
      this.#addresses.add(url);
    } else if (kind === "committed" || kind === "moved") {
      this.#pending = false;
      this.#seen.navigated = url;
    } else if (kind === "loaded") this.#pending = false;
    this.#wake();
  }

  /** A rule has kept the page, or the tab that it opened, from an address. */
  #refused(url: string, refusal: CommandError): void {
    this.#pending = this.#opening = false;
    Object.assign(this.#seen, { navigationRefused: url, refusedBy: refusal.message });
  }

  /** The page itself says where it has moved within its document: Firefox does not report changes of `#`. */
  moved(url: string): void {
    this.#seen.navigated ??= url;
  }

  /**
   * A frame that goes on in another process begins a second load there, and fails the first one. What was on its way before
   * is none of the action's.
   */
  frame({ frameId, kind }: FrameEvent): void {
    const underWay = this.#frames.get(frameId) ?? 0;
    if (kind === "started") this.#frames.set(frameId, underWay + 1);
    else if (kind === "moved") this.#frameWentOn = true;
    else if (underWay > 0 && (kind === "committed" || kind === "failed")) {
      const rest = kind === "committed" ? 0 : underWay - 1;
      if (rest > 0) this.#frames.set(frameId, rest);
      else {
        this.#frames.delete(frameId);
        this.#frameWentOn = true;
      }
    }
    this.#wake();
  }

  tabClosed(error: CommandError): void {
    this.closed = error;
    this.#seen.tabClosed = true;
    this.#wake();
  }

  dialog(): void {
    this.#wake();
  }

  chooser(note: ChooserNote): void {
    this.#seen.fileChooser = note;
    this.#wake();
  }

  opened(tabId: number, url = ""): void {
    this.#seen.openedTab = tabId;
    this.#popup = url;
    this.#unanswered = /^https?:/.test(url);
    this.#opening = this.#unanswered || /^(?:blob|data|file):/.test(url);
    this.#wake();
  }

  /** What the tab is doing that was opened. */
  inPopup({ kind, url, error, refusal }: NavigationEvent): void {
    if (refusal) this.#refused(url, refusal);
    if (kind === "started") this.#addresses.add(url);
    else if (kind === "answering") this.#unanswered = false;
    const hasPage = kind === "committed" && url !== BLANK;
    const hasFailed = kind === "failed" && loadError(error) !== ABORTED;
    if (hasPage || hasFailed) this.#opening = false;
    if (hasFailed) this.#refuseData();
    this.#wake();
  }

  /** Firefox closes a tab that was opened for a file, before or after the download is known; pages close others. */
  popupClosed(tabId: number): void {
    if (this.#seen.openedTab === tabId) {
      delete this.#seen.openedTab;
      this.#gone = tabId;
    }
    if (this.#unanswered) {
      this.#opening = false;
      this.#closedAgain = true;
    }
    this.#wake();
  }

  /** Firefox opens a tab for most `data:` addresses that a page names, and closes it instead of showing them. */
  #refuseData(): void {
    if (!this.#popup.startsWith("data:")) return;
    delete this.#seen.openedTab;
    this.#seen.navigationRefused = this.#popup;
    this.#closedAgain = true;
  }

  refused(count: number): void {
    this.#seen.popupsRefused = (this.#seen.popupsRefused ?? 0) + count;
    this.#wake();
  }

  download(item: browser.downloads.DownloadItem): void {
    this.#items.push(item);
    this.#wake();
  }

  /** The downloads that belong to the action, as far as they are known. */
  get #mine(): browser.downloads.DownloadItem[] {
    return this.#items.filter((item) => this.#isMine(item));
  }

  /** Resolves when the page is beyond reach: a dialog waits for its agent, or the tab is gone. */
  outOfReach(): Promise<void> {
    return this.#until(() => this.#isOutOfReach());
  }

  /** What followed, once everything that was announced has come or its time is over. */
  async settle(
    expectedEffects: readonly ExpectedEffect[],
    links: readonly string[],
    context: CommandContext,
  ): Promise<SeenEffects> {
    for (const link of links) this.#addresses.add(link);
    const files = expectedEffects.filter((effect) => effect === "download").length;
    const there = (): boolean =>
      this.#isOutOfReach() || this.#mine.length >= Math.max(files, 1) || this.#came(expectedEffects);
    const enough = context.deadline.halfway;
    if (!there()) await within(enough.atMost(SETTLE_MS), this.#until(there), context);
    // A server may take its time.
    const awaitsFrame = expectedEffects.includes("frame") || expectedEffects.includes("named");
    const ended = (): boolean => there() || !(this.isOnItsWay() || (awaitsFrame && this.#frames.size > 0));
    if (!ended()) await within(enough, this.#until(ended), context);
    if (!ended() && this.#pending && this.#going !== "") this.#seen.onItsWayTo = this.#going;
    const saved: string[] = [];
    for (const item of this.#mine) {
      const rule = await context.race(this.files.right.refusalOf(item));
      if (rule) this.#seen.downloadRefused = rule;
      else saved.push(item.filename);
      this.files.late.tell(item);
    }
    const late = this.files.late.take(this.files.tabId);
    if (late.length > 0) this.#seen.lateDownloads = late;
    if (this.#opening && this.#mine.length > 0) delete this.#seen.openedTab;
    else if (this.#opening && this.#seen.openedTab === undefined) this.#refuseData();
    const { navigationRefused } = this.#seen;
    if (this.#gone !== undefined && this.#mine.length === 0 && navigationRefused === undefined)
      this.#seen.openedAndClosed = this.#gone;
    const download = saved.at(-1);
    if (download !== undefined) this.#seen.download = download;
    if (saved.length > 1) this.#seen.downloads = saved;
    return { ...this.#seen, ...this.dialogs.told() };
  }

  /** Waits for the download that the action starts; null if none comes. Throws if the tab was closed before. */
  async started(
    links: readonly string[],
    deadline: Deadline,
    context: CommandContext,
  ): Promise<browser.downloads.DownloadItem | null> {
    for (const link of links) this.#addresses.add(link);
    await within(
      deadline,
      this.#until(() => this.#mine.length > 0 || this.closed !== null),
      context,
    );
    const [item = null] = this.#mine;
    if (!item && this.closed) throw this.closed;
    if (item) this.files.late.tell(item);
    return item;
  }

  /** Waits for the file chooser that the action opens; null if none comes. Throws if the tab was closed before. */
  async chosen(deadline: Deadline, context: CommandContext): Promise<ChooserNote | null> {
    await within(
      deadline,
      this.#until(() => this.#seen.fileChooser !== undefined || this.closed !== null),
      context,
    );
    if (!this.#seen.fileChooser && this.closed) throw this.closed;
    return this.#seen.fileChooser ?? null;
  }

  done(): void {
    this.over.abort();
  }

  #isOutOfReach(): boolean {
    return this.dialogs.isOpen || this.#seen.tabClosed === true;
  }

  #came(expectedEffects: readonly ExpectedEffect[]): boolean {
    if (this.#opening) return false;
    const tab = this.#seen.openedTab ?? this.#gone ?? this.#seen.popupsRefused;
    const hasTab = this.#closedAgain || tab !== undefined;
    const hasGoneOn = this.#frameWentOn || this.#seen.navigated !== undefined;
    if (expectedEffects.includes("tab") && !hasTab) return false;
    if (expectedEffects.includes("named") && !hasTab && !hasGoneOn) return false;
    if (expectedEffects.includes("download")) return false;
    if (expectedEffects.includes("external") && privileged.available && this.dialogs.isEmpty) return false;
    if (expectedEffects.includes("chooser") && !this.#seen.fileChooser) return false;
    if (expectedEffects.includes("frame") && !hasGoneOn) return false;
    const hasArrived = (this.#seen.navigated ?? this.#seen.refusedBy) !== undefined;
    if (expectedEffects.includes("navigation")) return hasArrived && !this.#pending;
    return !this.#pending;
  }

  #isMine({ url, referrer }: browser.downloads.DownloadItem): boolean {
    if (this.#addresses.has(url) || (referrer != null && referrer !== "" && referrer === this.#from)) return true;
    return url.startsWith("blob:") && URL.parse(url)?.origin === URL.parse(this.#from)?.origin;
  }

  #until(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!holds()) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }

  #wake(): void {
    for (const look of [...this.#waiting]) look();
  }
}
