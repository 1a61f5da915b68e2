// Bodies: what requests of a tab carry and what is answered, recorded while somebody asks for it. Otherwise nothing
// listens.

import { LIMITS, type Commands } from "../../../generated/registry";
import { redactUrl } from "../../../shared/secrets/redact";
import { privileged } from "../../privileged/api";
import { matchesRequest } from "../../../shared/text/glob";
import type { AnswerListener, AnswerSource, Request, RequestKey, Settings } from "./answer-source";
import type { NoisyTabs } from "../noisy-tabs";
import { RecordedBody, type BodyState, type FormField } from "./recorded-body";
import { tabScope } from "../../scopes";

type Result = Omit<Commands["recordBodies"]["result"], "messages">;
type Entry = Commands["getNetworkRequests"]["result"]["requests"][number];

/** What Firefox reports of a request's body. */
interface RequestBody {
  formData?: Record<string, Array<string | null | undefined>>;
  raw?: Array<{ bytes?: ArrayBuffer; truncated?: boolean }>;
  error?: string;
}

/** What one request carries and is answered. */
export interface Bodies {
  id: string;
  method: string;
  url: string;
  /** False for one of which only an answer has come yet. */
  hasBegun: boolean;
  request: RecordedBody;
  response: RecordedBody;
}

interface Recording {
  tabId: number;
  settings: Settings;
  /** By `keyOf` the request, the oldest first. */
  bodies: Map<string, Bodies>;
  /** Those that hold something, the oldest first. */
  held: RecordedBody[];
  bytes: number;
  /** Ends the listening; null while nothing listens. */
  stop: (() => void) | null;
}

export class BodyRecorder implements AnswerListener {
  readonly #recordings = new Map<number, Recording>();

  constructor(
    private readonly noisyTabs: NoisyTabs,
    private readonly source: AnswerSource,
  ) {
    tabScope.onEnd((tabId) => this.#end(tabId));
    noisyTabs.onChange(() => {
      for (const recording of this.#recordings.values()) this.#listenAgain(recording);
    });
  }

  /** Begins to record, or ends it. What is recorded stays. */
  async set(tabId: number, settings: Settings): Promise<Result> {
    let recording = this.#recordings.get(tabId);
    if (!recording && settings.state === "on") {
      recording = { tabId, settings, bodies: new Map(), held: [], bytes: 0, stop: null };
      this.#recordings.set(tabId, recording);
    }
    if (recording) {
      recording.settings = settings;
      recording.stop?.();
      recording.stop = null;
      this.#listenAgain(recording);
      if (recording.stop) await privileged.clearResourceCache();
    }
    await this.flush();
    const { match = null, maxBytes, allTypes } = settings;
    return {
      recording: settings.state === "on",
      match,
      maxBytes,
      allTypes,
      bodies: recording?.held.filter(({ kept }) => kept > 0).length ?? 0,
      bytes: recording?.bytes ?? 0,
      tabId,
    };
  }

  /** Records all that a tab carries from this request on, if it is not recorded already. */
  begin(request: Request): void {
    const { tabId } = request;
    if (tabId < 0 || this.#recordings.get(tabId)?.settings.state === "on") return;
    void this.set(tabId, { state: "on", maxBytes: LIMITS.bodiesBytes, allTypes: true });
    const recording = this.#recordings.get(tabId);
    if (!recording?.stop) return;
    this.begun(request);
    this.source.follow(request, this);
  }

  /** True for a tab whose bodies are recorded now. */
  isOn(tabId: number): boolean {
    return this.#recordings.get(tabId)?.settings.state === "on";
  }

  /** True for a tab whose bodies are recorded, or were. */
  has(tabId: number): boolean {
    return this.#recordings.has(tabId);
  }

  /** Resolves when all requests that were made until now, and all that has come, were reported. */
  flush(): Promise<void> {
    return this.source.flush();
  }

  /** What was recorded of a tab, by `keyOf` its requests. */
  of(tabId: number): Map<string, Bodies> {
    const all = this.#recordings.get(tabId)?.bodies.values() ?? [];
    return new Map([...all].map((bodies) => [keyOf({ ...bodies, url: redactUrl(bodies.url) }), bodies]));
  }

  /** Forgets what was recorded of a tab, and records on. */
  clear(tabId: number): void {
    const recording = this.#recordings.get(tabId);
    if (!recording) return;
    for (const body of recording.held) this.#drop(recording, body, "dropped");
    Object.assign(recording, { bodies: new Map(), held: [], bytes: 0 });
  }

  /** Forgets a tab, and records no more there. */
  #end(tabId: number): void {
    this.clear(tabId);
    this.#recordings.get(tabId)?.stop?.();
    this.#recordings.delete(tabId);
  }

  #listenAgain(recording: Recording): void {
    const wanted = recording.settings.state === "on" && !this.noisyTabs.is(recording.tabId);
    if (wanted === (recording.stop !== null)) return;
    recording.stop?.();
    recording.stop = wanted ? this.source.listen(recording.tabId, recording.settings, this) : null;
  }

  begun(details: Request): void {
    const recording = this.#recordings.get(details.tabId);
    if (!recording) return;
    const { requestId: id, tabId, method, url } = details;
    // A script that another page has put there since would be run from memory, without an answer.
    if (details.type === "main_frame") void privileged.clearResourceCache();
    const made = this.#add(recording, { tabId, id, method, url }, true);
    if (made.response.state !== "skipped") this.#carried(recording, made.request, details);
  }

  answerTo(request: RequestKey): RecordedBody | undefined {
    const answer = this.#recordings.get(request.tabId)?.bodies.get(keyOf(request))?.response;
    return answer?.state === "skipped" ? undefined : answer;
  }

  early(request: RequestKey): RecordedBody | undefined {
    const recording = this.#recordings.get(request.tabId);
    if (!recording || recording.bodies.has(keyOf(request))) return undefined;
    return this.#add(recording, request, false).response;
  }

  /** Makes room for a request. One that had begun before is another one, as after a redirect to itself. */
  #add(recording: Recording, { id, method, url }: RequestKey, hasBegun: boolean): Bodies {
    const { bodies, settings } = recording;
    const isWanted = settings.match === undefined || matchesRequest(url, settings.match);
    const body = (state: BodyState): RecordedBody => new RecordedBody(isWanted ? state : "skipped", settings.maxBytes);
    const key = keyOf({ id, method, url });
    const early = bodies.get(key);
    const response = early && !early.hasBegun ? early.response : body("unseen");
    const made = { id, method, url, hasBegun, request: body(hasBegun ? "empty" : "unseen"), response };
    bodies.delete(key);
    bodies.set(key, made);
    if (bodies.size > LIMITS.recordedEntries) this.#dropOldest(recording);
    return made;
  }

  keep({ tabId }: RequestKey, answer: RecordedBody, data: ArrayBuffer): boolean {
    const recording = this.#recordings.get(tabId);
    if (!recording || answer.isFull || (answer.state !== "partial" && answer.state !== "cut")) return false;
    const before = answer.kept;
    const goesOn = answer.add(data);
    this.#hold(recording, answer, answer.kept - before);
    return goesOn;
  }

  drop({ tabId }: RequestKey, answer: RecordedBody, state: BodyState): void {
    const recording = this.#recordings.get(tabId);
    if (recording) this.#drop(recording, answer, state);
  }

  #dropOldest(recording: Recording): void {
    const [oldest] = recording.bodies;
    if (!oldest) return;
    const [key, { request, response }] = oldest;
    recording.bodies.delete(key);
    for (const body of [request, response]) this.#drop(recording, body, "dropped");
    recording.held = recording.held.filter(({ kept }) => kept > 0);
  }

  #carried(recording: Recording, request: RecordedBody, details: Request): void {
    if (!details.requestBody) return;
    request.state = "whole";
    const { formData, raw = [], error } = details.requestBody as RequestBody;
    if (formData) request.addForm(fieldsOf(formData));
    for (const part of raw) {
      // A body that is a file is not reported.
      if (!part.bytes) request.state = "unseen";
      else if (!request.add(part.bytes) || part.truncated) request.state = "cut";
    }
    if (error !== undefined) request.state = "unseen";
    this.#hold(recording, request, request.kept);
  }

  /** Forgets what a body holds. What of it still comes is not kept. */
  #drop(recording: Recording, body: RecordedBody, state: BodyState): void {
    recording.bytes -= body.kept;
    body.drop(state);
  }

  /** Makes room for what a body holds by now. */
  #hold(recording: Recording, body: RecordedBody, bytes: number): void {
    if (bytes === 0) return;
    if (body.kept === bytes) recording.held.push(body);
    recording.bytes += bytes;
    while (recording.bytes > LIMITS.bodiesBytes) {
      const oldest = recording.held.shift();
      if (!oldest) return;
      this.#drop(recording, oldest, "dropped");
    }
  }
}

/** What tells a request apart from the others of a tab: those of a redirect have one id. */
export function keyOf({ id, method, url }: Pick<Entry, "id" | "method" | "url">): string {
  return `${id} ${method} ${url}`;
}

/** A field that was sent without a value has none. */
function fieldsOf(formData: Record<string, Array<string | null | undefined>>): FormField[] {
  return Object.entries(formData).flatMap(([name, values]) => values.map((value) => ({ name, value: value ?? "" })));
}
