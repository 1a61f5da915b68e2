// Recordings: the answers of a HAR 1.2 file, found again by the requests that they were given to.
//
// Secrets in addresses are masked in recordings of clz, so addresses are compared with theirs masked too; of entries
// for one address, one for the same whole address and the same posted text comes first. Those that are alike are given
// in the order in which they were recorded, the last one from then on. Bodies are recorded as they were read: what
// says how they were on the wire is left out.

import { CommandError, ownWords } from "../../../shared/errors";
import { redactUrl, type Header } from "../../../shared/secrets/redact";
import { withoutFragment } from "../../../shared/text/glob";
import { phraseOf, type Answer } from "./answers";
import { encodeText } from "../base64";

/** What a request is found by. */
export interface RecordedRequest {
  method: string;
  url: string;
  /** What was posted, if that is text. */
  posted?: string | undefined;
}

interface Entry extends RecordedRequest {
  answer: Answer;
  given: boolean;
}

interface HarHeader {
  name: string;
  value: string;
}

/** The parts of an entry that are read here, once it was checked. */
interface HarEntry {
  request: { method: string; url: string; postData?: { text?: string } };
  response: {
    status: number;
    statusText?: string;
    headers?: HarHeader[];
    redirectURL?: string;
    /** Clz says in `_state` why a body is not whole. */
    content?: { text?: string; encoding?: string; mimeType?: string; size?: number; _state?: string };
  };
}

/** Of the connection, of how a body was on its way, and what would outlive the route. */
const NOT_GIVEN =
  /^(?::.*|connection|content-encoding|content-length|keep-alive|trailer|transfer-encoding|upgrade|alt-svc|strict-transport-security|public-key-pins)$/i;
const MASKED = "***";
const EMPTY = new Set([204, 205, 304]);

export const AGAIN = ownWords`Record it again: clz network har FILE --bodies`;

export class Recording {
  readonly #entries = new Map<string, Entry[]>();
  /** Of all bodies, in base64. */
  readonly bytes: number = 0;
  readonly count: number = 0;
  /** Entries whose body was not recorded: they are not given out empty. */
  readonly withoutBody: number = 0;

  /** Reads a HAR file. Throws FILE_ERROR, which names the entry that is broken. */
  constructor(
    readonly name: string,
    text: string,
  ) {
    for (const { request, response } of entriesOf(name, text)) {
      // What had no answer is not in the recording.
      if (response.status < 200 || !/^https?:/i.test(request.url)) continue;
      if (lacksBody(request.method, response)) {
        this.withoutBody += 1;
        continue;
      }
      const answer = answerOf(response);
      const posted = request.postData?.text;
      const key = keyOf(request);
      const url = withoutFragment(request.url);
      const alike = this.#entries.get(key) ?? [];
      this.#entries.set(key, [...alike, { method: request.method, url, posted, answer, given: false }]);
      this.bytes += answer.body.length;
      this.count += 1;
    }
  }

  has(request: RecordedRequest): boolean {
    return this.#entries.has(keyOf(request));
  }

  /** The answer to a request; null if there is none. */
  give(request: RecordedRequest): Answer | null {
    let alike = this.#entries.get(keyOf(request)) ?? [];
    const url = withoutFragment(request.url);
    for (const isSame of [(one: Entry) => one.url === url, (one: Entry) => one.posted === request.posted]) {
      const same = alike.filter(isSame);
      if (same.length > 0) alike = same;
    }
    const entry = alike.find(({ given }) => !given) ?? alike.at(-1);
    if (!entry) return null;
    entry.given = true;
    return entry.answer;
  }
}

function keyOf({ method, url }: RecordedRequest): string {
  return `${method.toUpperCase()} ${redactUrl(withoutFragment(url))}`;
}

function lacksBody(method: string, { status, content }: HarEntry["response"]): boolean {
  if (content?.text !== undefined) return content._state !== undefined;
  if (content?.size === 0) return false;
  return method !== "HEAD" && !EMPTY.has(status) && !(status >= 300 && status < 400);
}

function answerOf({ status, statusText, headers = [], redirectURL, content = {} }: HarEntry["response"]): Answer {
  const isText = content.encoding !== "base64";
  const given = headers.filter(({ name, value }) => !NOT_GIVEN.test(name) && value !== MASKED).flatMap(lines);
  const has = (wanted: string): boolean => given.some(({ name }) => name.toLowerCase() === wanted);
  if (redirectURL && !has("location")) given.push({ name: "Location", value: redirectURL });
  if (content.mimeType && !has("content-type")) given.push({ name: "Content-Type", value: content.mimeType });
  return {
    status,
    statusText: statusText ?? phraseOf(status),
    headers: isText ? given.map(inUtf8) : given,
    body: isText ? encodeText(content.text ?? "") : (content.text ?? ""),
  };
}

/** Some recorders put all cookies into one header, a line each. */
function lines({ name, value }: HarHeader): Header[] {
  if (/^set-cookie$/i.test(name)) return value.split("\n").map((line) => ({ name, value: line.trim() }));
  return [{ name, value: value.replace(/[\r\n\0]+/g, " ") }];
}

/** Text was decoded when it was recorded, and is given out as UTF-8. */
function inUtf8({ name, value }: Header): Header {
  if (!/^content-type$/i.test(name)) return { name, value };
  const bare = value.replace(/;\s*charset=[^;]*/i, "");
  return { name, value: /^text\/|javascript|json|xml/i.test(bare) ? `${bare}; charset=utf-8` : bare };
}

function entriesOf(name: string, text: string): HarEntry[] {
  const entries = (parse(name, text) as { log?: { entries?: unknown } } | null)?.log?.entries;
  if (!Array.isArray(entries)) throw broken(name, "it has no log.entries");
  for (const [at, entry] of entries.entries()) {
    const problem = problemOf(entry);
    if (problem) throw broken(name, `log.entries[${at}] ${problem}`, { entry: at });
  }
  return entries as HarEntry[];
}

function parse(name: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (thrown) {
    const begun = text.match(/"request"\s*:\s*\{/g)?.length ?? 0;
    const where = begun === 0 ? "" : `, in or after log.entries[${begun - 1}] of what is there`;
    throw broken(name, `it is cut off or is not JSON (${(thrown as Error).message})${where}`, { entry: begun - 1 });
  }
}

/** Why an entry cannot be used; null if it can. */
function problemOf(entry: unknown): string | null {
  const { request, response } = (entry ?? {}) as Partial<HarEntry>;
  if (typeof request?.method !== "string" || typeof request.url !== "string")
    return "has no request.method or request.url";
  if (!URL.canParse(request.url)) return "has a request.url that is not an address";
  if (typeof response?.status !== "number") return "has no response.status";
  if (response.status > 599) return `has the status ${response.status}`;
  const headers: unknown = response.headers ?? [];
  const isHeader = (header: Partial<HarHeader> | null): boolean =>
    /^[!#$%&'*+.^_`|~0-9A-Za-z:-]+$/.test(header?.name ?? "") && typeof header?.value === "string";
  if (!Array.isArray(headers) || !headers.every(isHeader)) return "has response.headers that are not headers";
  const { text, encoding } = response.content ?? {};
  if (text !== undefined && typeof text !== "string") return "has a response.content.text that is not text";
  if (encoding === "base64" && !/^[A-Za-z0-9+/]*={0,2}$/.test(text ?? ""))
    return "has a response.content.text that is not base64";
  return null;
}

function broken(name: string, why: string, details: Record<string, unknown> = {}): CommandError {
  return new CommandError("FILE_ERROR", `The recording ${name} cannot be used: ${why}`, details, AGAIN);
}
