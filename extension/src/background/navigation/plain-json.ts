// JSON as the text that it is, where a tab of an agent opens it: without the helper Firefox has a viewer for it, which
// takes no script of an extension's.
//
// Such an answer is not kept: Firefox would give it, as it is then, to the tabs of the person.

import { privileged } from "../privileged/api";
import type { TabPool } from "../tabs/tab-pool";

type Details = Parameters<Parameters<typeof browser.webRequest.onHeadersReceived.addListener>[0]>[0];

const JSON_TYPE = /^\s*(?:application|text)\/(?:[\w.+-]+\+)?json\b/i;
const CHANGED = /^(?:content-type|cache-control|expires|etag|last-modified)$/i;
const PLAIN = [
  { name: "Content-Type", value: "text/plain; charset=utf-8" },
  { name: "Cache-Control", value: "no-store" },
];

/** What their servers said of answers that are shown as text, by request, until the log has asked. */
const asSent = new Map<string, browser.webRequest.HttpHeaders>();
const MAX_ASKED = 100;

/** The headers of an answer as its server has sent them. Asked once a request. */
export function headersAsSent({
  requestId,
  responseHeaders,
}: {
  requestId: string;
  responseHeaders?: browser.webRequest.HttpHeaders | undefined;
}): browser.webRequest.HttpHeaders | undefined {
  const sent = asSent.get(requestId);
  asSent.delete(requestId);
  return sent ?? responseHeaders;
}

export function showJsonAsText(pool: TabPool): void {
  if (privileged.available) return;
  const onAnswer = ({ tabId, requestId, responseHeaders = [] }: Details): browser.webRequest.BlockingResponse => {
    if (pool.ownerOf(tabId) === null || pool.isShared(tabId)) return {};
    const type = responseHeaders.find(({ name }) => name.toLowerCase() === "content-type");
    if (!JSON_TYPE.test(type?.value ?? "")) return {};
    if (asSent.size >= MAX_ASKED) asSent.clear();
    asSent.set(requestId, responseHeaders);
    return { responseHeaders: [...responseHeaders.filter(({ name }) => !CHANGED.test(name)), ...PLAIN] };
  };
  const pages = { urls: ["<all_urls>"], types: ["main_frame" as const] };
  browser.webRequest.onHeadersReceived.addListener(onAnswer, pages, ["blocking", "responseHeaders"]);
}
