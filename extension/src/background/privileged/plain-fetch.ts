// Asks a server where there is no helper: without cookies, which are those of another jar. webRequest says where a redirect
// leads, which `fetch` keeps to itself.

import type { AskedRequest, FetchedResponse } from "../../shared/privileged";

export async function plainFetch({ url, method, maxBytes, maxMs = 30_000 }: AskedRequest): Promise<FetchedResponse> {
  const answered: FetchedResponse = { status: 0, statusText: "", headers: [], body: "" };
  const heard: Parameters<typeof browser.webRequest.onHeadersReceived.addListener>[0] = (details) => {
    if (details.url !== url || !details.originUrl?.startsWith(browser.runtime.getURL(""))) return {};
    answered.status = details.statusCode;
    answered.headers = (details.responseHeaders ?? []).map(({ name, value = "" }) => ({ name, value }));
    return {};
  };
  const { onHeadersReceived } = browser.webRequest;
  onHeadersReceived.addListener(heard, { urls: ["<all_urls>"], tabId: -1 }, ["blocking", "responseHeaders"]);
  try {
    const signal = AbortSignal.timeout(maxMs);
    const how = { credentials: "omit", redirect: "manual", cache: "no-store", referrerPolicy: "no-referrer" } as const;
    const { body } = await fetch(url, { method, signal, ...how });
    let bytes = 0;
    const limited = new TransformStream<Uint8Array, Uint8Array>({
      transform: (piece, out) => {
        bytes += piece.length;
        if (bytes > maxBytes) throw new RangeError("it is too large");
        out.enqueue(piece);
      },
    });
    if (body) answered.body = (await new Response(body.pipeThrough(limited)).bytes()).toBase64();
    return answered;
  } catch (thrown) {
    return { ...answered, error: String(thrown) };
  } finally {
    onHeadersReceived.removeListener(heard);
  }
}
