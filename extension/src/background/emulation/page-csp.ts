// Pages without a Content-Security-Policy: it is taken out of the answers to tabs that are to have none.
//
// Such an answer is kept nowhere: Firefox would give it, as it is then, from the cache to tabs of others.
//
// What a page says in a `<meta>` of its own, Firefox holds to: it has no setting to ignore that in a tab.

import { listenWhile } from "../tab-events";
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
  constructor(
    private readonly worlds: TabWorlds,
    private readonly pool: TabPool,
    private readonly policy: Policy,
  ) {
    const { onHeadersReceived } = browser.webRequest;
    const pages = { urls: ["<all_urls>"], types: TYPES };
    worlds.onChange(() => {
      const isOff = worlds.some(({ csp }) => csp === "off");
      listenWhile(isOff, onHeadersReceived, this.#onAnswer, pages, ["blocking", "responseHeaders"]);
    });
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
