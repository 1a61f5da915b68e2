// What a route does to a request, from the parameters of `clz route`.

import type { Commands } from "../../../generated/registry";
import { CommandError, needsManaged, ownWords } from "../../../shared/errors";
import { globMatcher, withoutFragment } from "../../../shared/text/glob";
import { privileged } from "../../privileged/api";
import { headerOf, parseHeader, phraseOf, type Answer } from "./answers";
import { encodeFile, encodeText } from "../base64";
import { AGAIN, Recording } from "./recording";
import type { HeaderChange } from "../conditions/sent-headers";

type Params = Commands["addRoute"]["params"];

/** What carries a route out: the privileged helper, or webRequest, as in every extension. */
export type Means = Commands["addRoute"]["result"]["by"];

/** Of a request: it goes on, with other headers. */
export interface Change extends HeaderChange {
  does: "change";
}

/** Of a recording; what it lacks goes on, recorded or not, or fails. */
interface Replay {
  does: "replay";
  recording: Recording;
  miss: "pass" | "fail" | "record";
}

type Action =
  | { does: "block" }
  | { does: "fail" }
  | { does: "redirect"; url: string }
  | { does: "answer"; answer: Answer }
  | Change
  | Replay
  | { does: "hold"; holder: string };

export interface RouteOptions {
  url: string;
  matchesUrl: (url: string) => boolean;
  action: Action;
  method: string | null;
  type: string | null;
  /** Null for all tabs of the agent. */
  tabId: number | null;
  delayMs: number;
  /** For how many requests more; null for all. */
  left: number | null;
  /** Of what it answers with. */
  bytes: number;
  /** Without one of these it does nothing. */
  rights: readonly string[];
}

const BY_HELPER = new Set<Action["does"]>(["answer", "replay", "fail", "hold"]);

/** Types of requests whose answer becomes a document. */
const DOCUMENTS = new Set<unknown>(["document", "frame"]);

/** The route that was asked for, with the file that it answers from. */
export async function routeOf(
  params: Params,
  file: File | undefined,
  tabId: number | null,
  rights: readonly string[],
): Promise<RouteOptions> {
  const { url = "**", method = null, type = null, delay, times = null } = params;
  const action = await actionOf(params, file);
  if (!privileged.available) refuseWithoutHelper(action, type);
  const limits = { method, type, tabId, delayMs: delay, left: times, bytes: bytesOf(action), rights };
  const isMeant = globMatcher(withoutFragment(url));
  return { url, matchesUrl: (address) => isMeant(withoutFragment(address)), action, ...limits };
}

function bytesOf(action: Action): number {
  if (action.does === "replay") return action.recording.bytes;
  return action.does === "answer" ? action.answer.body.length : 0;
}

async function actionOf(params: Params, file: File | undefined): Promise<Action> {
  const { block, fail, redirect, status, headers = [], body, json, setHeaders = [], removeHeaders = [] } = params;
  if (block) return { does: "block" };
  if (fail) return { does: "fail" };
  if (params.hold !== undefined) return { does: "hold", holder: params.hold };
  if (params.har !== undefined) return replayOf(params, file);
  if (redirect !== undefined) return { does: "redirect", url: redirect };
  const answers = [status, body, json, file].some((given) => given !== undefined) || headers.length > 0;
  if (!answers) return { does: "change", set: setHeaders.map(parseHeader), remove: removeHeaders };
  const named = headers.map(parseHeader);
  const mime = json === undefined ? file?.type : "application/json";
  if (mime && headerOf(named, "content-type") === undefined) named.push({ name: "Content-Type", value: typed(mime) });
  const data = file ? await encodeFile(file) : encodeText(json ?? body ?? "");
  return {
    does: "answer",
    answer: { status: status ?? 200, statusText: phraseOf(status ?? 200), headers: named, body: data },
  };
}

async function replayOf({ miss = "pass" }: Params, file: File | undefined): Promise<Replay> {
  const recording = new Recording(file?.name ?? "", (await file?.text()) ?? "");
  if (recording.count > 0) return { does: "replay", recording, miss };
  const why =
    recording.withoutBody > 0 ? ownWords`The recording has no bodies` : ownWords`There is no answer in the recording`;
  throw new CommandError("FILE_ERROR", why, {}, AGAIN);
}

/** Throws NEEDS_MANAGED for what webRequest has no way to do. */
function refuseWithoutHelper(action: Action, type: string | null): void {
  if (action.does === "replay") throw needsHelper("answer from a recording", type);
  if (action.does === "hold") throw needsHelper("wait for a program", type);
  if (action.does !== "answer") return;
  const { status, headers } = action.answer;
  const other = headers.find(({ name }) => name.toLowerCase() !== "content-type");
  if (status === 200 && !other && !DOCUMENTS.has(type)) return;
  const what = DOCUMENTS.has(type) ? "a page" : other ? "headers" : `status ${status}`;
  throw needsHelper(`answer with ${what}`, type);
}

function needsHelper(what: string, type: string | null): CommandError {
  const instead = ownWords`Here it can --block, --fail, --redirect, --set-header, or answer what a page fetches from its own site with 200, a type and a body`;
  return needsManaged(`In this Firefox a route cannot ${what}`, instead, { type });
}

/** Text is UTF-8, as files mostly are. */
function typed(mime: string): string {
  return /^text\/|javascript|\+xml/.test(mime) ? `${mime}; charset=utf-8` : mime;
}

export function meansOf({ does }: Action): Means {
  return privileged.available && BY_HELPER.has(does) ? "helper" : "webRequest";
}

/** What becomes of a request, in words. */
export function describe(action: Action, delayMs: number): string {
  const waits = delayMs > 0 ? `waits ${delayMs} ms` : "";
  const acts = acting(action);
  return [waits, acts].filter(Boolean).join(", then ");
}

function acting(action: Action): string {
  switch (action.does) {
    case "block":
      return "blocks";
    case "fail":
      return "fails";
    case "redirect":
      return `redirects to ${action.url}`;
    case "hold":
      return "asks the program that drives the page";
    case "answer": {
      const { status, headers, body } = action.answer;
      const mime = headerOf(headers, "content-type")?.split(";")[0];
      const size = body === "" ? "no body" : `${Math.floor((body.replace(/=+$/, "").length * 3) / 4)} bytes`;
      return ["answers " + String(status), mime, size].filter(Boolean).join(", ");
    }
    case "replay": {
      const { name, count, withoutBody } = action.recording;
      const lacking = withoutBody > 0 ? ` (${withoutBody} without a whole body left out)` : "";
      const others = { pass: "", fail: ", fails what it lacks", record: ", records what it lacks" }[action.miss];
      return `answers from ${name}: ${count} ${count === 1 ? "entry" : "entries"}${lacking}${others}`;
    }
    case "change":
      return changing(action);
  }
}

function changing({ set, remove }: Change): string {
  const sets = set.length > 0 ? `sets ${set.map(({ name }) => name).join(", ")}` : "";
  const removes = remove.length > 0 ? `removes ${remove.join(", ")}` : "";
  return [sets, removes].filter(Boolean).join(", ") || "continues it unchanged";
}
