// Where the bytes of answers come from: as the page gets them, whichever way this Firefox has to copy them.

import type { Commands } from "../../../generated/registry";
import type { BodyState, RecordedBody } from "./recorded-body";

export type Settings = Omit<Commands["recordBodies"]["params"], "tabId">;
export type Request = Parameters<Parameters<typeof browser.webRequest.onBeforeRequest.addListener>[0]>[0];

/** What tells a request apart from all others: those of a redirect have one id. */
export interface RequestKey {
  tabId: number;
  id: string;
  method: string;
  url: string;
}

/** A listener for requests and their answers. */
export interface AnswerListener {
  /** A request, or where one was redirected to. */
  begun(details: Request): void;
  /** The body of the answer to a request that has begun, if it is to be recorded. */
  answerTo(request: RequestKey): RecordedBody | undefined;
  /** That of one whose beginning Firefox has not reported yet. */
  early(request: RequestKey): RecordedBody | undefined;
  /** Keeps a piece of it. False if no more of it is wanted. */
  keep(request: RequestKey, answer: RecordedBody, data: ArrayBuffer): boolean;
  /** Forgets what is kept of it. */
  drop(request: RequestKey, answer: RecordedBody, state: BodyState): void;
}

export interface AnswerSource {
  /** Begins with the requests of a tab. What it gives ends it, for those that begin later. */
  listen(tabId: number, settings: Settings, listener: AnswerListener): () => void;
  /** Takes in a request that is held before it begins, and so was not listened to. */
  follow(details: Request, listener: AnswerListener): void;
  /** Resolves when all requests that were made until now, and all that has come, were reported. */
  flush(): Promise<void>;
}
