// Bodies as they are reported: beside their requests, and one by itself.

import { LIMITS, type Commands } from "../../../generated/registry";
import { Deadline } from "../../../shared/deadline";
import { CommandError, ownWords, type OwnWords } from "../../../shared/errors";
import { parseContentType } from "../../../shared/text/content-type";
import { cut } from "../../../shared/text/text";
import { shownLength } from "../../../shared/text/unseen";
import { within, type CommandContext } from "../../command-context";
import { keyOf, type Bodies, type BodyRecorder } from "./body-recorder";
import { RecordedBody, type Body, type BodyState } from "./recorded-body";

type Entry = Commands["getNetworkRequests"]["result"]["requests"][number];
type Params = Commands["getRequestBody"]["params"];
type Result = Commands["getRequestBody"]["result"];

/** The end of an answer may be reported before its last piece has come. */
const LAST_PIECE_MS = 500;
export const HELD = new Set<BodyState>(["whole", "partial", "cut", "aborted"]);

/** Puts beside the requests of a recorded tab what is kept of their bodies; with `previews`, how they begin. */
export async function addBodies(
  entries: Entry[],
  recorder: BodyRecorder,
  previews: boolean,
  context: CommandContext,
): Promise<void> {
  if (!recorder.has(context.tabId)) return;
  const recorded = await settled(entries, recorder, context);
  for (const entry of entries) {
    for (const isAnswer of [false, true]) {
      const { body, state } = bodyOf(entry, recorded, isAnswer);
      const told: Body = { state, bytes: body.bytes, mimeType: body.mimeType };
      if (previews && HELD.has(state)) {
        const { text } = body.content(false);
        if (text !== undefined) told.text = shortened(text);
      }
      entry[isAnswer ? "responseBody" : "requestBody"] = told;
    }
  }
}

export async function readBody(
  { id, request, encoded }: Params,
  entry: Entry | undefined,
  recorder: BodyRecorder,
  context: CommandContext,
): Promise<Result> {
  if (!entry) {
    const hint = ownWords`See the ids of requests: clz network`;
    throw new CommandError("NO_BODY", `This tab has made no request ${id} that is still listed`, { id }, hint);
  }
  const recorded = await settled([entry], recorder, context);
  const { body, state } = bodyOf(entry, recorded, !request);
  if (!HELD.has(state) && state !== "empty") throw notKept(id, state);
  const { method, url, status } = entry;
  return {
    ...{ id, method, url, status, state },
    bytes: body.bytes,
    mimeType: body.mimeType,
    ...body.content(encoded),
    tabId: context.tabId,
  };
}

/** What was recorded of the tab, once the last pieces of those answers that are over are there. */
export async function settled(
  entries: Entry[],
  recorder: BodyRecorder,
  context: CommandContext,
): Promise<Map<string, Bodies>> {
  await context.race(recorder.flush());
  const recorded = recorder.of(context.tabId);
  const late = entries
    .filter(({ state }) => state !== "pending")
    .map((entry) => recorded.get(keyOf(entry))?.response)
    .filter((body) => body?.state === "partial")
    .map((body) => body?.ended ?? Promise.resolve());
  if (late.length > 0) await within(Deadline.after(LAST_PIECE_MS), Promise.all(late), context);
  return recorded;
}

/** A body of a request, and what of it is there by what became of the request. */
export function bodyOf(
  entry: Entry,
  recorded: Map<string, Bodies>,
  isAnswer: boolean,
): { body: RecordedBody; state: BodyState } {
  const bodies = recorded.get(keyOf(entry));
  const body = (isAnswer ? bodies?.response : bodies?.request) ?? new RecordedBody("unseen", 0);
  const headers = isAnswer ? entry.responseHeaders : entry.requestHeaders;
  const type = headers?.find(({ name }) => name.toLowerCase() === "content-type")?.value;
  Object.assign(body, parseContentType(type));
  return { body, state: isAnswer ? answerState(body, entry) : body.state };
}

function answerState({ state, bytes }: RecordedBody, entry: Entry): BodyState {
  if (entry.redirectTo !== null && state !== "skipped") return "unseen";
  if (entry.state === "pending") return state === "unseen" || state === "whole" ? "partial" : state;
  if (entry.state === "failed") return state === "partial" || state === "whole" ? "aborted" : state;
  return state === "whole" && bytes === 0 ? "empty" : state;
}

/** How a text begins. */
export function shortened(text: string): string {
  return shownLength(text) > LIMITS.bodyPreviewChars ? `${cut(text, LIMITS.bodyPreviewChars)}…` : text;
}

/** The error for a body of which nothing is there. */
function notKept(id: string, state: BodyState): CommandError {
  const details = { id, state };
  const error = (message: OwnWords, hint?: OwnWords): CommandError =>
    new CommandError("NO_BODY", message, details, hint);
  switch (state) {
    case "skipped":
      return error(
        ownWords`The body was not recorded: its type is not text, or its address is not among those that are recorded`,
        ownWords`Record all: clz network record on --all-types. Then make the page ask again: clz reload`,
      );
    case "dropped":
      return error(
        ownWords`The body was dropped to make room for newer ones`,
        ownWords`Record fewer, or less of each: clz network record on --match GLOB --max-bytes N`,
      );
    default:
      return error(ownWords`The body was not seen: recording was off when it came, or Firefox does not show it`);
  }
}
