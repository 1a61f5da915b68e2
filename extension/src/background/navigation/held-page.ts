// The first page of a tab that begins with session storage: it is asked for once the tab has that. A tab is opened at its
// page, and not at a blank one before, for which Firefox would need another process.

type Details = Parameters<Parameters<typeof browser.webRequest.onBeforeRequest.addListener>[0]>[0];

export class HeldPage {
  readonly #tab = Promise.withResolvers<number>();
  readonly #released = Promise.withResolvers<undefined>();

  /** Holds the pages of this store that are asked for from now on, until their tab's agent is known. */
  constructor(private readonly storeId: string) {
    const pages = { urls: ["<all_urls>"], types: ["main_frame" as const] };
    browser.webRequest.onBeforeRequest.addListener(this.#onRequest, pages, ["blocking"]);
  }

  /** Holds those of one tab alone. */
  isOf(tabId: number): void {
    this.#tab.resolve(tabId);
  }

  release(): void {
    browser.webRequest.onBeforeRequest.removeListener(this.#onRequest);
    this.#tab.resolve(browser.tabs.TAB_ID_NONE);
    this.#released.resolve(undefined);
  }

  readonly #onRequest = async ({ cookieStoreId, tabId }: Details): Promise<browser.webRequest.BlockingResponse> => {
    if (cookieStoreId === this.storeId && (await this.#tab.promise) === tabId) await this.#released.promise;
    return {};
  };
}
