// Bodies: what requests of a tab carry and what is answered, recorded while somebody asks for it. Otherwise nothing
// listens.
//
// A filter gives the page each piece before a copy is kept, and lets go of the answer as soon as no more of it is kept.
// It is made before the request begins: later, what comes from the cache could be what Firefox has compiled of a script
// (bug 1530408), and what a service worker answers is not told of. Only pictures and the like, which mostly are no text,
// have it when the headers say so.

import { LIMITS, type Commands } from "../../generated/registry";
import { redactUrl } from "../../shared/secrets/redact";
import { matchesGlob } from "../../shared/text/glob";
import type { NoisyTabs } from "./noisy-tabs";
import { isTextType, parseContentType, RecordedBody, type BodyState, type FormField } from "./recorded-body";

type Params = Omit<Commands["recordBodies"]["params"], "tabId">;
type Result = Commands["recordBodies"]["result"];
type Entry = Commands["getNetworkRequests"]["result"]["requests"][number];
type Request = Parameters<Parameters<typeof browser.webRequest.onBeforeRequest.addListener>[0]>[0];
type Answer = Parameters<Parameters<typeof browser.webRequest.onHeadersReceived.addListener>[0]>[0];

/** What Firefox tells of a request's body. */
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
  request: RecordedBody;
  response: RecordedBody;
}

interface Recording {
  tabId: number;
  settings: Params;
  /** By `keyOf` the request, the oldest first. */
  bodies: Map<string, Bodies>;
  /** Those that hold something, the oldest first. */
  held: RecordedBody[];
  bytes: number;
  /** Ends the listening; null while nothing listens. */
  stop: (() => void) | null;
}

type ResourceType = browser.webRequest.ResourceType;
const RARELY_TEXT: ResourceType[] = ["image", "imageset", "media", "font"];
const MOSTLY_TEXT: ResourceType[] = [
  ...(["main_frame", "sub_frame", "script", "stylesheet", "xmlhttprequest", "object", "other"] as const),
  ...(["ping", "beacon", "csp_report", "web_manifest", "xslt", "xml_dtd", "json"] as const),
];

/** Answers without a body (RFC 9110). */
const BODILESS = new Set([101, 204, 205, 304]);

export class BodyRecorder {
  readonly #noisyTabs: NoisyTabs;
  readonly #recordings = new Map<number, Recording>();

  constructor(noisyTabs: NoisyTabs) {
    this.#noisyTabs = noisyTabs;
    noisyTabs.onChange(() => {
      for (const recording of this.#recordings.values()) this.#listenAgain(recording);
    });
  }

  /** Begins to record, or ends it. What is recorded stays. */
  async set(tabId: number, settings: Params): Promise<Result> {
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
      // What Firefox holds in memory would be used without a request.
      if (recording.stop) await browser.webRequest.handlerBehaviorChanged();
    }
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
    if (recording?.stop) this.#begun(recording, request, true);
  }

  /** True for a tab whose bodies are recorded, or were. */
  has(tabId: number): boolean {
    return this.#recordings.has(tabId);
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
  forget(tabId: number): void {
    this.clear(tabId);
    this.#recordings.get(tabId)?.stop?.();
    this.#recordings.delete(tabId);
  }

  #listenAgain(recording: Recording): void {
    const wanted = recording.settings.state === "on" && !this.#noisyTabs.is(recording.tabId);
    if (wanted === (recording.stop !== null)) return;
    recording.stop?.();
    recording.stop = wanted ? this.#listen(recording) : null;
  }

  /** What it gives ends it. */
  #listen(recording: Recording): () => void {
    const { onBeforeRequest, onHeadersReceived } = browser.webRequest;
    const { tabId, settings } = recording;
    const filter = { urls: ["<all_urls>"], tabId };
    const begun = (details: Request): void => this.#begun(recording, details, false);
    const watched = (details: Request): void => this.#begun(recording, details, true);
    const typed = (details: Answer): void => this.#answered(recording, details);
    const answered = (details: Answer): void => this.#answered(recording, details);
    if (settings.allTypes) {
      onBeforeRequest.addListener(watched, filter, ["blocking", "requestBody"]);
    } else {
      const mostly = { ...filter, types: MOSTLY_TEXT };
      const rarely = { ...filter, types: RARELY_TEXT };
      onBeforeRequest.addListener(watched, mostly, ["blocking", "requestBody"]);
      onHeadersReceived.addListener(typed, mostly, ["responseHeaders"]);
      onBeforeRequest.addListener(begun, rarely, ["requestBody"]);
      onHeadersReceived.addListener(answered, rarely, ["blocking", "responseHeaders"]);
    }
    return () => {
      onBeforeRequest.removeListener(watched);
      onBeforeRequest.removeListener(begun);
      onHeadersReceived.removeListener(typed);
      onHeadersReceived.removeListener(answered);
    };
  }

  /** A request, or where one was redirected to. With `follow`, its answer has its filter from the beginning. */
  #begun(recording: Recording, details: Request, follow: boolean): void {
    const { bodies, settings } = recording;
    const { requestId: id, method, url } = details;
    const isWanted = settings.match === undefined || matchesGlob(url, settings.match);
    const body = (state: BodyState): RecordedBody => new RecordedBody(isWanted ? state : "skipped", settings.maxBytes);
    const made = { id, method, url, request: body("empty"), response: body("unseen") };
    const key = keyOf(made);
    bodies.delete(key);
    bodies.set(key, made);
    if (bodies.size > LIMITS.recordedEntries) this.#dropOldest(recording);
    if (!isWanted) return;
    this.#carried(recording, made.request, details);
    if (follow) this.#follow(recording, made);
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
      // A file of its own is not told of.
      if (!part.bytes) request.state = "unseen";
      else if (!request.add(part.bytes) || part.truncated) request.state = "cut";
    }
    if (error !== undefined) request.state = "unseen";
    this.#hold(recording, request, request.kept);
  }

  #answered(recording: Recording, details: Answer): void {
    const { requestId: id, statusCode, responseHeaders = [], method, url } = details;
    const bodies = recording.bodies.get(keyOf({ id, method, url }));
    if (!bodies) return;
    const { response } = bodies;
    const type = responseHeaders.find(({ name }) => name.toLowerCase() === "content-type")?.value;
    if (response.state === "skipped") return;
    if (BODILESS.has(statusCode) || method === "HEAD") response.state = "empty";
    else if (!isTextType(parseContentType(type).mimeType)) this.#drop(recording, response, "skipped");
    else if (response.state === "unseen" && (statusCode < 300 || statusCode > 399)) this.#follow(recording, bodies);
  }

  /** Copies an answer on its way to the page. */
  #follow(recording: Recording, { id, response }: Bodies): void {
    const filter = browser.webRequest.filterResponseData(id);
    response.state = "partial";
    filter.ondata = ({ data }) => {
      filter.write(data);
      if (response.state !== "partial") return filter.disconnect();
      const before = response.kept;
      const goesOn = response.add(data);
      this.#hold(recording, response, response.kept - before);
      if (!goesOn) filter.disconnect();
    };
    filter.onstop = () => {
      filter.disconnect();
      response.end("whole");
    };
    filter.onerror = () => response.end(response.bytes > 0 ? "aborted" : "unseen");
  }

  /** Forgets what a body holds. What of it still comes is not kept. */
  #drop(recording: Recording, body: RecordedBody, state: BodyState): void {
    recording.bytes -= body.kept;
    body.drop(state);
  }

  /** Makes room for what a body has come to hold. */
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
