// An archive of the requests of a tab: the contents of a HAR file.

import { LIMITS, type Commands } from "../../generated/registry";
import { Deadline } from "../../shared/deadline";
import { MASK, redactUrl } from "../../shared/secrets/redact";
import { within, type CommandContext } from "../command-context";
import { titleOf } from "../tabs/page-info";
import { bodyOf, HELD, settled } from "./bodies/read-body";
import type { Bodies, BodyRecorder } from "./bodies/body-recorder";
import type { Details, NetworkLog } from "./network-log";

type Params = Commands["getHar"]["params"];
type Result = Commands["getHar"]["result"];
type Archived = Result["requests"][number];
type Content = NonNullable<Archived["responseBody"]>;
type Cookie = Archived["requestCookies"][number];
type Entry = Commands["getNetworkRequests"]["result"]["requests"][number];

/** Works this many milliseconds at a time: pages wait for what passes through us meanwhile. */
const AT_A_TIME_MS = 30;
/** A page that is busy is not asked any longer. */
const PAGE_MS = 500;

export async function archive(
  { bodies, cookies }: Params,
  networkLog: NetworkLog,
  recorder: BodyRecorder,
  context: CommandContext,
): Promise<Result> {
  const { tabId } = context;
  const { entries, dropped, pausedMs } = networkLog.all(tabId);
  const over = entries.filter(({ state }) => state !== "pending");
  const requests = over.map((entry) => archived(entry, cookies));
  const leftOut = bodies && recorder.has(tabId) ? await addContents(over, requests, recorder, context) : 0;
  const tab = await context.race(browser.tabs.get(tabId));
  return {
    requests,
    pending: entries.length - over.length,
    ...{ dropped, pausedMs, leftOut },
    ...(await pageTimings(tabId, context)),
    tabId,
    url: redactUrl(tab.url ?? ""),
    title: titleOf(tab),
  };
}

function archived({ cookie, setCookie, ...entry }: Entry & Details, withValues: boolean): Archived {
  const shown = (name: string, value: string): string => {
    if (!withValues || !/^(?:set-)?cookie$/i.test(name)) return value;
    return name.length > "cookie".length ? setCookie : cookie;
  };
  const headers = (given: Entry["requestHeaders"]): Entry["requestHeaders"] =>
    given?.map(({ name, value }) => ({ name, value: shown(name, value) }));
  const value = (one: Cookie): Cookie => (withValues ? one : { ...one, value: one.value && MASK });
  return {
    ...entry,
    requestHeaders: headers(entry.requestHeaders) ?? [],
    responseHeaders: headers(entry.responseHeaders) ?? [],
    requestCookies: parted(cookie, ";").map(named).map(value),
    responseCookies: parted(setCookie, "\n").map(setCookieOf).map(value),
  };
}

function parted(text: string, by: string): string[] {
  return text
    .split(by)
    .map((part) => part.trim())
    .filter(Boolean);
}

function named(pair: string): Cookie {
  const at = pair.indexOf("=");
  return at < 0 ? { name: "", value: pair } : { name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim() };
}

/** What a line of Set-Cookie says (RFC 6265). */
function setCookieOf(line: string): Cookie {
  const [first = "", ...attributes] = parted(line, ";");
  const cookie = named(first);
  for (const attribute of attributes) {
    const [name = "", value = ""] = attribute.split(/=(.*)/s).map((part) => part.trim());
    const date = new Date(value);
    if (/^(?:path|domain)$/i.test(name)) cookie[name.toLowerCase() as "path"] = value;
    else if (/^expires$/i.test(name) && !Number.isNaN(date.getTime())) cookie.expires = date.toISOString();
    else if (/^httponly$/i.test(name)) cookie.httpOnly = true;
    else if (/^secure$/i.test(name)) cookie.secure = true;
    else if (/^samesite$/i.test(name)) cookie.sameSite = value;
  }
  return cookie;
}

/** Puts the bodies to their requests, the newest first, until there is no more room. Gives how many that leaves out. */
async function addContents(
  entries: Entry[],
  requests: Archived[],
  recorder: BodyRecorder,
  context: CommandContext,
): Promise<number> {
  const recorded = await settled(entries, recorder, context);
  let room = LIMITS.bodiesSentBytes as number;
  let leftOut = 0;
  let begun = performance.now();
  for (const [at, entry] of [...entries.entries()].reverse()) {
    const request = requests[at];
    if (!request) continue;
    for (const isAnswer of [true, false]) {
      const content = contentOf(entry, recorded, isAnswer);
      const bytes = new TextEncoder().encode(JSON.stringify(content)).length;
      const fits = bytes <= room;
      if (fits) room -= bytes;
      else leftOut += 1;
      const told = fits ? content : { state: "dropped" as const, bytes: content.bytes, mimeType: content.mimeType };
      request[isAnswer ? "responseBody" : "requestBody"] = told;
    }
    if (performance.now() - begun > AT_A_TIME_MS) {
      await within(Deadline.after(0), new Promise(() => undefined), context);
      begun = performance.now();
    }
  }
  return leftOut;
}

function contentOf(entry: Entry, recorded: Map<string, Bodies>, isAnswer: boolean): Content {
  const { body, state } = bodyOf(entry, recorded, isAnswer);
  const { bytes, mimeType } = body;
  if (!HELD.has(state)) return { state, bytes, mimeType };
  const { text, base64, ...rest } = body.content("inexact");
  return {
    ...{ state, bytes, mimeType },
    ...rest,
    ...(base64 === undefined ? text !== undefined && { text } : { base64 }),
  };
}

const TIMINGS = `(() => {
  const [it] = performance.getEntriesByType("navigation");
  return it ? [it.domContentLoadedEventEnd, it.loadEventEnd] : [];
})()`;

/** When the page's content and all of it was loaded, if known. */
async function pageTimings(tabId: number, context: CommandContext): Promise<Pick<Result, "contentLoadMs" | "loadMs">> {
  const found: { contentLoadMs: number | null; loadMs: number | null } = { contentLoadMs: null, loadMs: null };
  const asked = browser.tabs.executeScript(tabId, { code: TIMINGS, runAt: "document_start" }).then(
    ([times]) => {
      const [contentLoad, load] = times as [number?, number?];
      // 0 means that it has not happened yet.
      Object.assign(found, { contentLoadMs: contentLoad || null, loadMs: load || null });
    },
    () => undefined,
  );
  await within(Deadline.after(PAGE_MS), asked, context);
  return found;
}
