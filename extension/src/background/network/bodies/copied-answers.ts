// Answers as clz's own Firefox copies them in its main process: the page gets them as if nobody recorded them.

import { LIMITS } from "../../../generated/registry";
import type { AnswerPiece } from "../../../shared/privileged";
import { privileged } from "../../privileged/api";
import type { AnswerListener, AnswerSource, Request, Settings } from "./answer-source";

export class CopiedAnswers implements AnswerSource {
  #listener: AnswerListener | null = null;

  constructor() {
    privileged.onAnswers((pieces) => {
      for (const piece of pieces) this.#take(piece);
    });
  }

  listen(tabId: number, { match, maxBytes, allTypes }: Settings, listener: AnswerListener): () => void {
    const { onBeforeRequest } = browser.webRequest;
    const begun = (details: Request): void => listener.begun(details);
    this.#listener = listener;
    onBeforeRequest.addListener(begun, { urls: ["<all_urls>"], tabId }, ["requestBody"]);
    void privileged.copyAnswers(tabId, { match: match ?? null, maxBytes: maxBytes + LIMITS.unseenChars, allTypes });
    return () => {
      onBeforeRequest.removeListener(begun);
      void privileged.copyAnswers(tabId, null);
    };
  }

  /** It is copied where its answer comes. */
  follow(): void {}

  flush(): Promise<void> {
    return privileged.flushAnswers();
  }

  #take(piece: AnswerPiece): void {
    const answer = this.#listener?.answerTo(piece) ?? this.#listener?.early(piece);
    if (!this.#listener || !answer) return;
    if (answer.state === "unseen") answer.state = "partial";
    for (const data of piece.data) if (!this.#listener.keep(piece, answer, data)) break;
    if (piece.state === "dropped") this.#listener.drop(piece, answer, "dropped");
    if (piece.state !== "partial") answer.end(piece.state);
  }
}
