// Asks a server in the name of a request that is held: with the cookies of its page, and for nobody but the program that
// looks at the answer. Where a server redirects to is an answer too: following it is for the one who asks.

import type { AskedRequest, FetchedResponse } from "../../shared/privileged";
import { system, type ChannelWrapper } from "../system";
import { held } from "./held-requests";
import { make } from "../make";
import { clearTimeout, setTimeout } from "../timer";

interface InputStream {
  setByteStringData(data: string): void;
}

interface CookieJarSettings {
  initWithURI(uri: GeckoURI, isPrivate: boolean): void;
}

interface HttpChannel {
  readonly responseStatus: number;
  readonly responseStatusText: string;
  requestMethod: string;
  notificationCallbacks: object;
  forceAllowThirdPartyCookie: boolean;
  loadFlags: number;
  readonly loadInfo: { cookieJarSettings: CookieJarSettings };
  QueryInterface(iface: unknown): HttpChannel;
  setRequestHeader(name: string, value: string, merge: boolean): void;
  explicitSetUploadStream(stream: InputStream, type: string, length: number, method: string, headers: boolean): void;
  visitOriginalResponseHeaders(visitor: { visitHeader(name: string, value: string): void }): void;
  asyncOpen(listener: object): void;
  cancel(status: number): void;
}

interface RedirectVerdict {
  onRedirectVerifyCallback(result: number): void;
}

interface Made {
  uri: GeckoURI;
  loadingPrincipal: unknown;
  securityFlags: number;
  contentPolicyType: number;
}

interface NetUtilModule {
  NetUtil: {
    newChannel(what: Made): HttpChannel;
    readInputStream(stream: object, count: number): ArrayBuffer;
  };
}

export interface OriginAttributes {
  readonly userContextId: number;
  readonly privateBrowsingId: number;
}

interface LoadInfo {
  readonly loadInfo: { readonly originAttributes: OriginAttributes };
}

/** nsILoadInfo.SEC_ALLOW_CROSS_ORIGIN_SEC_CONTEXT_IS_NULL, nsIContentPolicy.TYPE_OTHER */
const ANY_ORIGIN = 8;
const TYPE_OTHER = 1;
/** nsIChannelEventSink.REDIRECT_INTERNAL | nsIChannelEventSink.REDIRECT_STS_UPGRADE */
const SAME_PLACE = 4 | 8;
/** nsIRequest.LOAD_BYPASS_CACHE | nsIRequest.INHIBIT_CACHING */
const UNCACHED = 0x200 | 0x80;
/** nsIRequest.LOAD_ANONYMOUS */
const ANONYMOUS = 0x4000;
/** Firefox sets these itself: cookies from the jar, the rest by what is sent. */
const OWN = new Set(["host", "content-length", "connection", "accept-encoding", "cookie"]);
/** Of how the body was on its way. */
const ON_THE_WAY = new Set(["content-encoding", "content-length", "transfer-encoding", "connection", "keep-alive"]);

const made = new WeakSet<ChannelWrapper>();

/** True for a request that was made here, and not by a page. */
export function isFetch(context: GeckoContext, requestId: string): boolean {
  const request = held(context, requestId);
  return request !== null && made.has(request);
}

export async function fetchLike(
  context: GeckoContext,
  requestId: string,
  asked: AskedRequest,
): Promise<FetchedResponse | null> {
  const request = held(context, requestId);
  return request && fetchIn((request.channel as LoadInfo).loadInfo.originAttributes, asked);
}

/** Asks a server by itself, with the cookies of a jar. */
export async function fetchIn(jar: OriginAttributes, asked: AskedRequest): Promise<FetchedResponse> {
  const { NetUtil } = ChromeUtils.importESModule<NetUtilModule>("resource://gre/modules/NetUtil.sys.mjs");
  const uri = Services.io.newURI(asked.url);
  const channel = NetUtil.newChannel({
    uri,
    // As the site itself.
    loadingPrincipal: Services.scriptSecurityManager.createContentPrincipal(uri, {
      userContextId: jar.userContextId,
      privateBrowsingId: jar.privateBrowsingId,
    }),
    securityFlags: ANY_ORIGIN,
    contentPolicyType: TYPE_OTHER,
  });
  if (asked.anonymous) channel.loadFlags |= ANONYMOUS;
  else takeCookies(channel, uri, jar.privateBrowsingId > 0);
  prepare(channel, asked);
  made.add(system.ChannelWrapper.get(channel));
  return new Promise((resolve) => {
    const late = (): void => channel.cancel(Cr["NS_ERROR_NET_TIMEOUT"] ?? 0);
    const timer = asked.maxMs === undefined ? 0 : setTimeout(late, asked.maxMs);
    const tell = (answer: FetchedResponse): void => {
      clearTimeout(timer);
      resolve(answer);
    };
    try {
      channel.asyncOpen(listener(NetUtil, channel, asked.maxBytes, tell));
    } catch (thrown) {
      tell({ ...NOTHING, error: nameOf((thrown as { result: number }).result) }); // a port that Firefox refuses
    }
  });
}

/** A channel that belongs to no document neither sends cookies nor keeps any, unless it is given settings of its own. */
function takeCookies(channel: HttpChannel, uri: GeckoURI, isPrivate: boolean): void {
  const settings = make<CookieJarSettings>("@mozilla.org/cookieJarSettings;1", "nsICookieJarSettings");
  settings.initWithURI(uri, isPrivate);
  channel.loadInfo.cookieJarSettings = settings;
}

function prepare(channel: HttpChannel, { method, headers, body }: AskedRequest): void {
  channel.QueryInterface(Ci["nsIHttpChannel"]).QueryInterface(Ci["nsIHttpChannelInternal"]);
  channel.QueryInterface(Ci["nsIUploadChannel2"]);
  channel.loadFlags |= UNCACHED;
  channel.notificationCallbacks = followsNowhere();
  channel.forceAllowThirdPartyCookie = true;
  for (const { name, value } of headers) if (!OWN.has(name.toLowerCase())) channel.setRequestHeader(name, value, false);
  if (body !== null) {
    const stream = make<InputStream>("@mozilla.org/io/string-input-stream;1", "nsIStringInputStream");
    stream.setByteStringData(system.atob(body));
    const type = headers.find(({ name }) => name.toLowerCase() === "content-type")?.value ?? "";
    channel.explicitSetUploadStream(stream, type, -1, method, false);
  }
  channel.requestMethod = method;
}

/** Firefox would follow by itself, also where the policy forbids it. What is refused here is answered as it is. */
function followsNowhere(): object {
  const sink = {
    QueryInterface: ChromeUtils.generateQI(["nsIInterfaceRequestor", "nsIChannelEventSink"]) as (
      iid: unknown,
    ) => object,
    getInterface: (iid: unknown): object => sink.QueryInterface(iid),
    asyncOnChannelRedirect: (_from: unknown, _to: unknown, flags: number, verdict: RedirectVerdict): void =>
      verdict.onRedirectVerifyCallback((flags & SAME_PLACE) === 0 ? (Cr["NS_BINDING_ABORTED"] ?? 0) : 0),
  };
  return sink;
}

function listener(
  NetUtil: NetUtilModule["NetUtil"],
  channel: HttpChannel,
  maxBytes: number,
  tell: (answer: FetchedResponse) => void,
): object {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  return {
    QueryInterface: ChromeUtils.generateQI(["nsIStreamListener", "nsIRequestObserver"]),
    onStartRequest: () => undefined,
    onDataAvailable: (_: unknown, stream: object, _offset: number, count: number): void => {
      pieces.push(new Uint8Array(NetUtil.readInputStream(stream, count)));
      bytes += count;
      if (bytes > maxBytes) channel.cancel(Cr["NS_ERROR_FILE_TOO_BIG"] ?? 0);
    },
    onStopRequest: (_: unknown, status: number): void => {
      if (status !== 0) return tell({ ...NOTHING, error: nameOf(status) });
      const headers: FetchedResponse["headers"] = [];
      channel.visitOriginalResponseHeaders({
        visitHeader: (name, value) => {
          if (!ON_THE_WAY.has(name.toLowerCase())) headers.push({ name, value });
        },
      });
      const { responseStatus, responseStatusText } = channel;
      tell({ status: responseStatus, statusText: responseStatusText, headers, body: joined(pieces, bytes) });
    },
  };
}

const NOTHING: FetchedResponse = { status: 0, statusText: "", headers: [], body: "" };

function nameOf(status: number): string {
  return Object.keys(Cr).find((name) => Cr[name] === status) ?? `error ${status.toString(16)}`;
}

function joined(pieces: Uint8Array[], bytes: number): string {
  const all = new Uint8Array(bytes);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all.toBase64();
}
