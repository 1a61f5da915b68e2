// Pages without a Content-Security-Policy: it is taken out of the answers to tabs that are to have none.
//
// Such an answer is kept nowhere: Firefox would give it, as it is then, from the cache to tabs of others.
//
// What a page says in a `<meta>` of its own, Firefox holds to: it has no setting to ignore that in a tab.

import type { Policy } from "../policy/policy";
import type { TabPool } from "../tabs/tab-pool";
import type { TabWorlds } from "./tab-worlds";

type Details = Parameters<Parameters<typeof browser.webRequest.onHeadersReceived.addListener>[0]>[0];
type Verdict = browser.webRequest.BlockingResponse;

/** What has one: pages, and workers, which Firefox asks for as scripts. */
const TYPES: Array<Details["type"]> = ["main_frame", "sub_frame", "object", "script"];
const HEADER = /^content-security-policy(?:-report-only)?$/i;
const OF_THE_CACHE = /^(?:cache-control|expires|etag|last-modified)$/i;
const NOT_KEPT = { name: "Cache-Control", value: "no-store" };

export class PageCsp {
  #listening = false;

  constructor(
    private readonly worlds: TabWorlds,
    private readonly pool: TabPool,
    private readonly policy: Policy,
  ) {
    worlds.onChange(() => this.#refresh());
  }

  #refresh(): void {
    const { onHeadersReceived } = browser.webRequest;
    const listens = this.worlds.some(({ csp }) => csp === "off");
    if (listens === this.#listening) return;
    this.#listening = listens;
    const pages = { urls: ["<all_urls>"], types: TYPES };
    if (listens) onHeadersReceived.addListener(this.#onAnswer, pages, ["blocking", "responseHeaders"]);
    else onHeadersReceived.removeListener(this.#onAnswer);
  }

  readonly #onAnswer = ({ tabId, responseHeaders = [] }: Details): Verdict => {
    const agent = this.pool.ownerOf(tabId);
    const isOff = agent !== null && this.worlds.of(tabId).csp === "off";
    if (!isOff || this.policy.withdrawal(agent, ["evaluate_unsafe"])) return {};
    const others = responseHeaders.filter(({ name }) => !HEADER.test(name));
    if (others.length === responseHeaders.length) return {};
    return { responseHeaders: [...others.filter(({ name }) => !OF_THE_CACHE.test(name)), NOT_KEPT] };
  };
}
