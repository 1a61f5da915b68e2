// The right to download: what Firefox begins to save because of an agent that may not is stopped, and taken off the
// disk.
//
// Firefox does not say which tab a download is of. The address says it, where a tab has asked for that; else, as
// for `blob:` and links that are saved without a visit, by the page that it came from: the one who has that open may be
// behind it.

import { listenWhile } from "../tab-events";
import type { RequestPolicy } from "./request-policy";
import type { Policy } from "./policy";

type Item = browser.downloads.DownloadItem;
type Request = Parameters<Parameters<typeof browser.webRequest.onBeforeRequest.addListener>[0]>[0];

/** What can become a download. */
const TYPES = ["main_frame", "sub_frame", "object"] satisfies browser.webRequest.ResourceType[];

/** As many addresses are remembered with who asked for them; a download begins soon after its request. */
const MAX_ASKED = 500;

export class DownloadRight {
  /** By address, who has asked for it last. */
  readonly #asked = new Map<string, Promise<string | null>>();
  readonly #refused = new Map<number, Promise<string | null>>();

  constructor(
    private readonly policy: Policy,
    private readonly requestPolicy: RequestPolicy,
    private readonly isConfirmed: (agent: string) => boolean,
  ) {}

  /** Listens where the right is taken from somebody, and only then. */
  refresh(): void {
    const { onBeforeRequest } = browser.webRequest;
    const navigations = { urls: ["<all_urls>"], types: TYPES };
    const needed = this.policy.denies("download");
    // Blocking, so that who asked is known before there is an answer that could be saved.
    if (listenWhile(needed, onBeforeRequest, this.#onRequest, navigations, ["blocking"])) this.#asked.clear();
  }

  /** Stops a download that has begun, where it may not be. */
  judge(item: Item): void {
    if (!this.policy.denies("download")) return;
    const refused = this.#refusal(item);
    this.#refused.set(item.id, refused);
    void refused.then(async (rule) => {
      if (rule !== null) await takeAway(item.id);
      else this.#refused.delete(item.id);
    });
  }

  /** The rule that a download was stopped by; null if none was. */
  async refusalOf(id: number): Promise<string | null> {
    return (await this.#refused.get(id)) ?? null;
  }

  readonly #onRequest = ({ tabId, url }: Request): browser.webRequest.BlockingResponse => {
    if (tabId < 0) return {};
    this.#asked.delete(url);
    this.#asked.set(url, this.requestPolicy.agentOf(tabId));
    const [first] = this.#asked.keys();
    if (this.#asked.size > MAX_ASKED && first !== undefined) this.#asked.delete(first);
    return {};
  };

  async #refusal(item: Item): Promise<string | null> {
    for (const agent of await this.#agentsOf(item)) {
      const right = this.policy.rights(agent).download;
      if (right?.allowed !== false || (right.confirmed && this.isConfirmed(agent))) continue;
      this.requestPolicy.note(agent, { tabId: -1, url: item.url, type: "download", rule: right.rule });
      return right.rule;
    }
    return null;
  }

  async #agentsOf({ url, referrer, cookieStoreId, byExtensionId }: Item): Promise<Iterable<string>> {
    if (byExtensionId != null) return [];
    const asked = await this.#asked.get(url);
    if (asked !== undefined) return asked === null ? [] : [asked];
    const inner = /^(?:blob|data):/.test(url);
    const originUrl = referrer || (inner ? url : "");
    return originUrl === "" ? [] : this.requestPolicy.workers.agentsOf({ originUrl, cookieStoreId });
  }
}

/** A download that is just being finished is neither cancelled nor whole yet; it is asked again after these times. */
const AGAIN_MS = [50, 200, 1_000, 3_000];

/** Ends a download and removes what there is of it. What ended meanwhile is a whole file, which goes as well. */
async function takeAway(id: number): Promise<void> {
  for (const waitMs of AGAIN_MS) {
    await browser.downloads.cancel(id).catch(() => undefined);
    const [item] = await browser.downloads.search({ id });
    if (!item || (await isGone(item))) break;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  await browser.downloads.erase({ id });
}

/** True if nothing of the download is left on the disk, or can come there. */
async function isGone({ id, state }: Item): Promise<boolean> {
  if (state === "in_progress") return false;
  if (state === "interrupted") return true;
  return browser.downloads.removeFile(id).then(
    () => true,
    () => false,
  );
}
