// Console injection, for builds without the helper: brings the scripts that listen to the console and answer dialogs
// into every document of the agents' tabs before its first script runs.
//
// Firefox runs registered content scripts before a document's own, but can tell them apart by address only, not by tab.
// So the script is registered for one address at the moment when the answer for a document of an agent's tab has come,
// while Firefox waits with it, and taken back when that document is there. A tab of somebody else's that loads the very
// same address within that moment gets the script too; what it says is not taken in, and the script undoes itself.
// Documents without a request (about:blank, srcdoc) get the script as soon as Firefox reports them.

import { Deadline } from "../../shared/deadline";
import { within } from "../command-context";
import type { TabPool } from "../tabs/tab-pool";

const FILES = ["/console.js", "/dialogs.js"];

/** A document that was announced is there by then, or never will. */
const DOCUMENT_MS = 10_000;

/** A tab that is being opened has its owner by then. */
const OWNER_MS = 500;

type Requested = { tabId: number; frameId: number; url: string };

export class ConsoleInjection {
  readonly #registered = new Map<string, () => void>();
  #ownerKnown: Array<() => void> = [];
  #listens = false;

  constructor(private readonly pool: TabPool) {
    pool.onChange(() => this.#poolChanged());
  }

  #poolChanged(): void {
    for (const tell of this.#ownerKnown.splice(0)) tell();
    const needed = this.pool.count > 0;
    if (needed === this.#listens) return;
    this.#listens = needed;
    const web = browser.webNavigation;
    if (needed) {
      const types: browser.webRequest.ResourceType[] = ["main_frame", "sub_frame"];
      browser.webRequest.onHeadersReceived.addListener(this.#onAnswer, { urls: ["<all_urls>"], types }, ["blocking"]);
      web.onCommitted.addListener(this.#onCommitted);
      web.onErrorOccurred.addListener(this.#onOver);
    } else {
      browser.webRequest.onHeadersReceived.removeListener(this.#onAnswer);
      web.onCommitted.removeListener(this.#onCommitted);
      web.onErrorOccurred.removeListener(this.#onOver);
    }
  }

  /** Firefox holds the document back until the promise is kept. */
  readonly #onAnswer = async (details: Requested): Promise<browser.webRequest.BlockingResponse> => {
    const { tabId, frameId, url } = details;
    if (tabId >= 0 && (await this.#isOwned(tabId))) {
      // A document without its script is worth more than none.
      await this.#register(`${tabId}/${frameId}`, url).catch(() => undefined);
    }
    return {};
  };

  async #isOwned(tabId: number): Promise<boolean> {
    if (this.pool.has(tabId) || !this.pool.isOpening) return this.pool.has(tabId);
    const deadline = Deadline.after(OWNER_MS);
    while (!this.pool.has(tabId) && this.pool.isOpening && !deadline.passed) {
      const known = new Promise<void>((resolve) => this.#ownerKnown.push(resolve));
      await within(deadline, known);
    }
    return this.pool.has(tabId);
  }

  async #register(key: string, url: string): Promise<void> {
    const { protocol, hostname, pathname, search } = new URL(url);
    const script = await browser.contentScripts.register({
      matches: [`${protocol}//${hostname}${pathname}${search}`],
      js: FILES.map((file) => ({ file })),
      runAt: "document_start",
      allFrames: true,
    });
    this.#registered.get(key)?.();
    const timer = setTimeout(() => this.#registered.get(key)?.(), DOCUMENT_MS);
    this.#registered.set(key, () => {
      clearTimeout(timer);
      this.#registered.delete(key);
      void script.unregister();
    });
  }

  readonly #onCommitted = (details: Requested): void => {
    const { tabId, frameId } = details;
    const where = { frameId, runAt: "document_start", matchAboutBlank: true } as const;
    // A script does nothing where it is already.
    for (const file of this.pool.has(tabId) ? FILES : []) {
      browser.tabs.executeScript(tabId, { ...where, file }).catch(() => undefined);
    }
    this.#onOver(details);
  };

  readonly #onOver = ({ tabId, frameId }: Requested): void => this.#registered.get(`${tabId}/${frameId}`)?.();
}
