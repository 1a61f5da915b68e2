// Answers from webRequest, in any Firefox: through a filter, which gives the page each piece before a copy is
// kept, and lets go of the answer as soon as no more of it is kept. The page gets no word of one that breaks off.
//
// A filter is made before the request begins: later, what comes from the cache could be what Firefox has compiled of a
// script (bug 1530408), and what a service worker answers is not reported. Only pictures and the like, which mostly are
// not text, get their filter when the headers have come.

import { hasBody, isTextType, parseContentType } from "../../../shared/text/content-type";
import type { AnswerListener, AnswerSource, Request, RequestKey, Settings } from "./answer-source";
import type { RecordedBody } from "./recorded-body";

type Answer = Parameters<Parameters<typeof browser.webRequest.onHeadersReceived.addListener>[0]>[0];

type ResourceType = browser.webRequest.ResourceType;
const RARELY_TEXT: ResourceType[] = ["image", "imageset", "media", "font"];
const MOSTLY_TEXT: ResourceType[] = [
  ...(["main_frame", "sub_frame", "script", "stylesheet", "xmlhttprequest", "object", "other"] as const),
  ...(["ping", "beacon", "csp_report", "web_manifest", "xslt", "xml_dtd", "json"] as const),
];

export class FilteredAnswers implements AnswerSource {
  listen(tabId: number, { allTypes }: Settings, listener: AnswerListener): () => void {
    const { onBeforeRequest, onHeadersReceived } = browser.webRequest;
    const filter = { urls: ["<all_urls>"], tabId };
    const begun = (details: Request): void => listener.begun(details);
    const watched = (details: Request): void => {
      listener.begun(details);
      this.follow(details, listener);
    };
    const typed = (details: Answer): void => answered(details, listener);
    const rarelyTyped = (details: Answer): void => answered(details, listener);
    if (allTypes) {
      onBeforeRequest.addListener(watched, filter, ["blocking", "requestBody"]);
    } else {
      const mostly = { ...filter, types: MOSTLY_TEXT };
      const rarely = { ...filter, types: RARELY_TEXT };
      onBeforeRequest.addListener(watched, mostly, ["blocking", "requestBody"]);
      onHeadersReceived.addListener(typed, mostly, ["responseHeaders"]);
      onBeforeRequest.addListener(begun, rarely, ["requestBody"]);
      onHeadersReceived.addListener(rarelyTyped, rarely, ["blocking", "responseHeaders"]);
    }
    return () => {
      onBeforeRequest.removeListener(watched);
      onBeforeRequest.removeListener(begun);
      onHeadersReceived.removeListener(typed);
      onHeadersReceived.removeListener(rarelyTyped);
    };
  }

  follow(details: Request, listener: AnswerListener): void {
    const request = keyOf(details);
    const answer = listener.answerTo(request);
    if (answer) filterAnswer(request, answer, listener);
  }

  /** Requests wait until they were reported, and pieces are reported as they come. */
  async flush(): Promise<void> {}
}

const NOT_MODIFIED = 304;
const unchanged = new WeakSet<RecordedBody>();

function keyOf({ tabId, requestId: id, method, url }: Request | Answer): RequestKey {
  return { tabId, id, method, url };
}

function answered(details: Answer, listener: AnswerListener): void {
  const request = keyOf(details);
  const answer = listener.answerTo(request);
  if (!answer) return;
  const { statusCode, responseHeaders = [] } = details;
  const type = responseHeaders.find(({ name }) => name.toLowerCase() === "content-type")?.value;
  const isRedirect = statusCode >= 300 && statusCode <= 399;
  // What is kept goes through the filter, unless the page has asked for itself whether anything has changed.
  if (statusCode === NOT_MODIFIED && details.method !== "HEAD") unchanged.add(answer);
  else if (!hasBody(details.method, statusCode)) answer.state = "empty";
  else if (!isTextType(parseContentType(type).mimeType)) listener.drop(request, answer, "skipped");
  else if (answer.state === "unseen" && !isRedirect) filterAnswer(request, answer, listener);
}

/** Copies an answer on its way to the page. */
function filterAnswer(request: RequestKey, answer: RecordedBody, listener: AnswerListener): void {
  const filter = browser.webRequest.filterResponseData(request.id);
  answer.state = "partial";
  filter.ondata = ({ data }) => {
    filter.write(data);
    if (!listener.keep(request, answer, data)) filter.disconnect();
  };
  filter.onstop = () => {
    filter.disconnect();
    answer.end(unchanged.has(answer) && answer.bytes === 0 ? "empty" : "whole");
  };
  filter.onerror = () => answer.end(answer.bytes > 0 ? "aborted" : "unseen");
}
