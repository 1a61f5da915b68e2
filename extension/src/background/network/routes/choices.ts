// What a program says of a request that waits for it, made into what is to become of it.

import { LIMITS, type Commands } from "../../../generated/registry";
import { CommandError, ownWords } from "../../../shared/errors";
import type { AskedRequest, FetchedResponse } from "../../../shared/privileged";
import { redactHeader, type Header } from "../../../shared/secrets/redact";
import { parseContentType } from "../../../shared/text/content-type";
import { table } from "../../../shared/table";
import type { CommandContext } from "../../command-context";
import { privileged } from "../../privileged/api";
import { encodeFile, encodeText } from "../base64";
import { RecordedBody } from "../bodies/recorded-body";
import { headerOf, parseHeader, phraseOf, type Answer } from "./answers";
import type { Choice, Held } from "./held";

/** Firefox's own names of what a request may fail with. */
const ERRORS = table<string>({
  aborted: "NS_ERROR_ABORT",
  accessdenied: "NS_ERROR_UNKNOWN_HOST",
  addressunreachable: "NS_ERROR_CONNECTION_REFUSED",
  blockedbyclient: "NS_ERROR_BLOCKED_BY_POLICY",
  blockedbyresponse: "NS_ERROR_BLOCKED_BY_POLICY",
  connectionaborted: "NS_ERROR_NET_RESET",
  connectionclosed: "NS_ERROR_NET_RESET",
  connectionfailed: "NS_ERROR_CONNECTION_REFUSED",
  connectionrefused: "NS_ERROR_CONNECTION_REFUSED",
  connectionreset: "NS_ERROR_NET_RESET",
  internetdisconnected: "NS_ERROR_OFFLINE",
  namenotresolved: "NS_ERROR_UNKNOWN_HOST",
  timedout: "NS_ERROR_NET_TIMEOUT",
  failed: "NS_ERROR_FAILURE",
});

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Throws INVALID_PARAMS for an answer of what was never fetched. */
export function choiceOf(params: Commands["answerHeld"]["params"], held: Held): Choice {
  const { does, setHeaders = [], removeHeaders = [], error = "failed" } = params;
  switch (does) {
    case "pass":
      return { does };
    case "fail":
      return { does, error: ERRORS[error] ?? "NS_ERROR_FAILURE" };
    case "change": {
      // What was shown masked, and comes back as it was, is not changed.
      const set = setHeaders.map(parseHeader).filter((header) => !isAsTold(header, held.headers));
      return { does, set, remove: removeHeaders };
    }
    case "answer":
      return { does, answer: answerOf(params, held) };
  }
}

function isAsTold({ name, value }: Header, sent: readonly Header[]): boolean {
  const own = sent.find((header) => header.name.toLowerCase() === name.toLowerCase());
  return own !== undefined && redactHeader(own).value === value;
}

function answerOf({ fetched, status, headers, body }: Commands["answerHeld"]["params"], held: Held): Answer {
  if (fetched && !held.fetched)
    throw new CommandError("INVALID_PARAMS", ownWords`Nothing was fetched for this request`, { id: held.id });
  const from: Answer = (fetched ? held.fetched : null) ?? { status: 200, statusText: "", headers: [], body: "" };
  const code = status ?? from.status;
  const statusText = status === undefined && from.statusText !== "" ? from.statusText : phraseOf(code);
  const told = from.headers.map((header) => ({ header, shown: redactHeader(header) }));
  const given = headers
    ?.map(parseHeader)
    .map(
      ({ name, value }) =>
        told.find(({ shown }) => shown.name === name && shown.value === value)?.header ?? { name, value },
    );
  return { status: code, statusText, headers: given ?? from.headers, body: body ?? from.body };
}

/** Asks the server. Throws PAGE_LOAD_FAILED if there is no answer, and what `check` throws of an address. */
export async function fetchFor(
  held: Held,
  params: Commands["fetchHeld"]["params"],
  check: (url: string) => Promise<void>,
  context: CommandContext,
): Promise<Commands["fetchHeld"]["result"]> {
  const { details } = held;
  const first: AskedRequest = {
    url: params.url ?? details.url,
    method: params.method ?? details.method,
    headers: params.headers ? restored(params.headers.map(parseHeader), held.headers) : held.headers,
    body: params.body ?? (await carried(held)),
    maxBytes: LIMITS.maxFetchedBytes,
  };
  const send = async (asked: AskedRequest): Promise<FetchedResponse> => {
    const answer = await privileged.fetchLike(details.requestId, asked);
    if (!answer) throw new CommandError("INVALID_PARAMS", ownWords`The request is over: its page is gone`);
    return answer;
  };
  const { url, ...answer } = await followed(first, params.maxRedirects, check, send, context);
  held.fetched = answer;
  return { url, ...shown(answer) };
}

/** Where redirects lead, and what is answered there. Throws as `fetchFor`. */
export async function followed(
  first: AskedRequest,
  maxRedirects: number,
  check: (url: string) => Promise<void>,
  send: (asked: AskedRequest) => Promise<FetchedResponse>,
  context: CommandContext,
): Promise<FetchedResponse & { url: string }> {
  let asked = first;
  for (let redirects = 0; ; redirects += 1) {
    if (!/^https?:/i.test(asked.url))
      throw new CommandError("PAGE_LOAD_FAILED", `The server redirects to an address that is not on the web`, {
        url: asked.url,
      });
    await context.race(check(asked.url));
    const answer = await context.race(send(asked));
    if (answer.error !== undefined)
      throw new CommandError("PAGE_LOAD_FAILED", `The server gave no answer: ${answer.error}`, { url: asked.url });
    const to = REDIRECTS.has(answer.status) ? headerOf(answer.headers, "location") : undefined;
    if (to === undefined || redirects >= maxRedirects) return { url: asked.url, ...answer };
    asked = redirected(asked, URL.parse(to, asked.url)?.href ?? asked.url, answer.status);
  }
}

/** What was reported masked, as it was. */
function restored(given: Header[], sent: readonly Header[]): Header[] {
  return given.map((header) =>
    isAsTold(header, sent)
      ? (sent.find(({ name }) => name.toLowerCase() === header.name.toLowerCase()) ?? header)
      : header,
  );
}

/** As browsers follow: what was posted is not posted again, and a password goes to no other site. */
function redirected(asked: AskedRequest, url: string, status: number): AskedRequest {
  const same = URL.parse(url)?.origin === URL.parse(asked.url)?.origin;
  const headers = same ? asked.headers : asked.headers.filter(({ name }) => !/^authorization$/i.test(name));
  const gets = status === 303 || ((status === 301 || status === 302) && asked.method === "POST");
  return gets ? { ...asked, url, headers, method: "GET", body: null } : { ...asked, url, headers };
}

export function shown({ status, statusText, headers, body }: FetchedResponse) {
  const { mimeType, charset } = parseContentType(headerOf(headers, "content-type"));
  const recorded = new RecordedBody("whole", LIMITS.maxFetchedBytes);
  Object.assign(recorded, { mimeType, charset });
  recorded.add(Uint8Array.fromBase64(body).buffer);
  const { text, base64 } = recorded.content("inexact");
  return {
    ...{ status, statusText, headers: headers.map(redactHeader) },
    ...(text !== undefined && { text }),
    ...(base64 !== undefined && { base64 }),
  };
}

/** What a request carries, in base64; null for nothing, and for what Firefox tells nobody of. */
async function carried({ details, headers }: Held): Promise<string | null> {
  if (!details.requestBody) return null;
  const { raw = [], formData } = details.requestBody;
  if (formData) {
    if (/^multipart\//i.test(headerOf(headers, "content-type") ?? "")) {
      const hint = ownWords`Say what to send, or continue the request unchanged`;
      throw new CommandError("INVALID_PARAMS", ownWords`Firefox does not show what a form with files sends`, {}, hint);
    }
    const fields = Object.entries(formData as Record<string, string[]>);
    const all = fields.flatMap(([name, values]) => values.map((value): [string, string] => [name, value]));
    return encodeText(new URLSearchParams(all).toString());
  }
  return encodeFile(new Blob(raw.flatMap(({ bytes }) => (bytes ? [bytes as ArrayBuffer] : []))));
}
