// The certificate that a server shows, looked at in a handshake of our own: on the way that a request is about to take,
// and without a request.
//
// A socket says that its handshake is done once something was sent. That is an empty line, which servers pass over
// (RFC 9112, 2.2). Where a web proxy leads to the server, Firefox makes the tunnel, and logs in there.

const timer = ChromeUtils.importESModule<{
  setTimeout(act: () => void, ms: number): number;
  clearTimeout(id: number): void;
}>("resource://gre/modules/Timer.sys.mjs");

/** Long enough for a server far away; after it a waiting request goes on. */
const HANDSHAKE_MS = 10_000;
const EMPTY_LINE = "\r\n";
const SENT = 0x4b0005;
const ABORTED = 0x804b0002;

/** What Firefox says of a connection. */
export interface SecurityInfo {
  readonly serverCert: object | null;
  /** What is wrong with it that may be let pass; 0 for nothing. */
  readonly overridableErrorCategory: number;
}

export interface ProxyInfo {
  /** As of nsIProxyInfo: direct, socks, socks4, http, https. */
  readonly type: string;
}

interface Server {
  /** Without the brackets of an IPv6 address. */
  host: string;
  port: number;
  /** Null for none. */
  proxy: ProxyInfo | null;
}

interface Transport {
  connectionFlags: number;
  readonly tlsSocketControl: { readonly securityInfo: SecurityInfo | null } | null;
  setEventSink(sink: { onTransportStatus(transport: unknown, status: number): void }, target: unknown): void;
  openInputStream(flags: number, segmentBytes: number, segments: number): GeckoStream;
  openOutputStream(
    flags: number,
    segmentBytes: number,
    segments: number,
  ): { write(data: string, size: number): number };
  close(reason: number): void;
}

interface GeckoStream {
  QueryInterface(iface: unknown): {
    asyncWait(listener: { onInputStreamReady(): void }, flags: number, count: number, target: unknown): void;
  };
}

interface TransportService {
  createTransport(kinds: string[], host: string, port: number, proxy: ProxyInfo | null, dns: null): Transport;
}

interface TunnelChannel {
  QueryInterface(iface: unknown): TunnelChannel;
  /** Of nsIIdentChannel. */
  readonly channelId: number;
  loadFlags: number;
  readonly loadInfo: unknown;
  readonly securityInfo: SecurityInfo | null;
  HTTPUpgrade(protocol: string, listener: object): void;
  setConnectOnly(tls: boolean): void;
  asyncOpen(listener: object): void;
  cancel(status: number): void;
}

interface ProxiedProtocol {
  newProxiedChannel(uri: GeckoURI, proxy: ProxyInfo, flags: number, proxyURI: null, loadInfo: unknown): TunnelChannel;
}

/** Channels of our own, by number, while they are open. */
const own = new Set<number>();

/** True for a channel that was opened here. */
export function isOwn(channel: { QueryInterface(iface: unknown): { readonly channelId: number } }): boolean {
  return own.has(channel.QueryInterface(Ci["nsIIdentChannel"]).channelId);
}

/** The certificate of a server, and whether Firefox finds it bad; null if the server does not answer. */
export async function certificateOf(server: Server): Promise<{ certificate: object; isBad: boolean } | null> {
  const byWeb = server.proxy?.type === "http" || server.proxy?.type === "https";
  const seen = await (byWeb ? seenInTunnel(server, server.proxy as ProxyInfo) : seenBySocket(server));
  const certificate = seen?.serverCert;
  return certificate ? { certificate, isBad: seen.overridableErrorCategory !== 0 } : null;
}

function seenBySocket({ host, port, proxy }: Server): Promise<SecurityInfo | null> {
  const service = Cc["@mozilla.org/network/socket-transport-service;1"]?.getService(Ci["nsISocketTransportService"]);
  const transport = (service as TransportService).createTransport(["ssl"], host, port, proxy, null);
  const { ANONYMOUS_CONNECT } = Ci["nsISocketTransport"] as { ANONYMOUS_CONNECT: number };
  transport.connectionFlags |= ANONYMOUS_CONNECT;
  const end = (): void => transport.close(ABORTED);
  return inTime(end, (over) => {
    const seen = (): void => over(transport.tlsSocketControl?.securityInfo ?? null);
    const { currentThread: thread } = Services.tm;
    transport.setEventSink({ onTransportStatus: (_transport, status) => status === SENT && seen() }, thread);
    const input = transport.openInputStream(0, 0, 0).QueryInterface(Ci["nsIAsyncInputStream"]);
    input.asyncWait({ onInputStreamReady: seen }, 0, 0, thread);
    transport.openOutputStream(0, 0, 0).write(EMPTY_LINE, EMPTY_LINE.length);
  });
}

function seenInTunnel({ host, port }: Server, proxy: ProxyInfo): Promise<SecurityInfo | null> {
  const uri = Services.io.newURI(`https://${host.includes(":") ? `[${host}]` : host}:${port}/`);
  const https = Services.io.getProtocolHandler("https") as unknown as {
    QueryInterface(iface: unknown): ProxiedProtocol;
  };
  const proxied = https.QueryInterface(Ci["nsIProxiedProtocolHandler"]);
  const channel = proxied.newProxiedChannel(uri, proxy, 0, null, ownLoadInfo(uri));
  channel.QueryInterface(Ci["nsIHttpChannelInternal"]);
  const { LOAD_FRESH_CONNECTION } = Ci["nsIRequest"] as { LOAD_FRESH_CONNECTION: number };
  channel.loadFlags |= LOAD_FRESH_CONNECTION;
  const { channelId } = channel.QueryInterface(Ci["nsIIdentChannel"]);
  own.add(channelId);
  return inTime(
    () => {
      own.delete(channelId);
      channel.cancel(ABORTED);
    },
    (over) => {
      // Nobody sends anything: what is wanted is there with the end of the channel.
      channel.HTTPUpgrade("clz", {
        QueryInterface: ChromeUtils.generateQI(["nsIHttpUpgradeListener"]),
        onTransportAvailable: (transport: Transport) => transport.close(ABORTED),
        onUpgradeFailed: () => undefined,
        onWebSocketConnectionAvailable: () => undefined,
      });
      channel.setConnectOnly(true);
      channel.asyncOpen({
        onStartRequest: () => undefined,
        onDataAvailable: () => undefined,
        onStopRequest: () => over(channel.securityInfo),
      });
    },
  );
}

/** That of a request of Firefox's own. */
function ownLoadInfo(uri: GeckoURI): unknown {
  const { NetUtil } = ChromeUtils.importESModule<{
    NetUtil: { newChannel(what: { uri: GeckoURI; loadUsingSystemPrincipal: true }): TunnelChannel };
  }>("resource://gre/modules/NetUtil.sys.mjs");
  return NetUtil.newChannel({ uri, loadUsingSystemPrincipal: true }).loadInfo;
}

/** What `begin` finds; null if it throws, or the time is up. `end` is called in every case. */
async function inTime(
  end: () => void,
  begin: (over: (seen: SecurityInfo | null) => void) => void,
): Promise<SecurityInfo | null> {
  let clock = 0;
  try {
    return await new Promise<SecurityInfo | null>((resolve) => {
      clock = timer.setTimeout(() => resolve(null), HANDSHAKE_MS);
      begin(resolve);
    });
  } catch {
    return null;
  } finally {
    timer.clearTimeout(clock);
    end();
  }
}
