// Requests that the background script holds in a blocking listener of webRequest: answered or failed here, where that
// API has no way to. What is answered here asks no server, and neither reads nor fills the cache.

import type { MockedResponse } from "../../shared/privileged";
import type { Answers } from "./answers";
import { system, type ChannelWrapper } from "../system";

interface ReplacedResponse {
  responseStatus: number;
  responseStatusText: string;
  /** A byte a character. */
  responseBody: string;
  setResponseHeader(name: string, value: string, merge: boolean): void;
}

interface Channel {
  QueryInterface(iface: unknown): { setResponseOverride(response: ReplacedResponse): void };
}

const answered = new WeakSet<ChannelWrapper>();

/** True for a request that was answered here, and goes to no server. */
export function isAnswered(request: ChannelWrapper): boolean {
  return answered.has(request);
}

/** Null if the request is over: its page is gone, or another extension has cancelled it. */
export function held({ extension, xulBrowser }: GeckoContext, requestId: string): ChannelWrapper | null {
  const { remoteTab } = xulBrowser.frameLoader;
  return system.ChannelWrapper.getRegisteredChannel(Number(requestId), extension.policy, remoteTab);
}

/** Answers a request, and tells `answers` of it. False if it is over. */
export function provideResponse(
  context: GeckoContext,
  requestId: string,
  mocked: MockedResponse,
  answers: Answers,
): boolean {
  const request = held(context, requestId);
  if (!request) return false;
  const { "@mozilla.org/network/replaced-http-response;1": maker } = Cc;
  const response = maker?.createInstance(Ci["nsIReplacedHttpResponse"]) as ReplacedResponse;
  response.responseStatus = mocked.status;
  response.responseStatusText = mocked.statusText;
  for (const { name, value } of mocked.headers) response.setResponseHeader(name, value, true);
  response.responseBody = system.atob(mocked.body);
  (request.channel as Channel).QueryInterface(Ci["nsIHttpChannelInternal"]).setResponseOverride(response);
  answered.add(request);
  answers.provided(request, mocked);
  return true;
}

/** What is known by now of the headers that it will be sent with; nothing if it is over. */
export function requestHeaders(context: GeckoContext, requestId: string): Array<{ name: string; value: string }> {
  return held(context, requestId)?.getRequestHeaders() ?? [];
}

/** Fails a request with the name of one of Firefox's errors. False if it is over. */
export function failRequest(context: GeckoContext, requestId: string, error: string): boolean {
  const request = held(context, requestId);
  request?.cancel(Cr[error] ?? 0);
  return request !== null;
}
