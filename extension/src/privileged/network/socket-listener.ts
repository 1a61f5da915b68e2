// The sockets of one document, its workers' included: Firefox shows what goes through them to listeners in the page's
// process, as its own tools do. In the page there is nothing of it.

import { LIMITS } from "../../generated/registry";
import { globMatcher } from "../../shared/text/glob";
import type { SocketBatch, SocketInfo, SocketMessage, SocketSettings } from "../../shared/sockets";

/** Of what comes faster than it is taken, this much is kept: more would be dropped later anyway. */
const MAX_WAITING = LIMITS.socketMessages;
const MAX_WAITING_BYTES = 8 * 1024 * 1024;

interface EventService<Listener> {
  addListener(innerWindowId: number, listener: Listener): void;
  removeListener(innerWindowId: number, listener: Listener): void;
  hasListenerFor(innerWindowId: number): boolean;
}

/** nsIWebSocketFrame. */
interface Frame {
  /** Microseconds of the epoch. */
  timeStamp: number;
  opCode: number;
  /** A byte a character. */
  payload: string;
}

interface WebSocketListener {
  webSocketCreated(serial: number, url: string, protocols: string): void;
  webSocketOpened(serial: number, url: string, protocol: string, extensions: string, channel: number): void;
  webSocketMessageAvailable(): void;
  /** Firefox 159 and later put the id of the channel before what those before it give. */
  webSocketClosed(serial: number, ...given: [...channel: number[], clean: boolean, code: number, reason: string]): void;
  frameReceived(serial: number, ...given: [...channel: number[], frame: Frame]): void;
  frameSent(serial: number, ...given: [...channel: number[], frame: Frame]): void;
}

interface EventSourceListener {
  eventSourceConnectionOpened(channel: number): void;
  eventSourceConnectionClosed(channel: number): void;
  eventReceived(channel: number, event: string, id: string, data: string, retry: number, microseconds: number): void;
}

/** A request of the document that is under way. */
interface LoadedRequest {
  readonly name: string;
  QueryInterface(iface: unknown): { readonly channelId: number };
}

/** Takes what was seen. False if nobody may listen any more. */
type Tell = (batch: SocketBatch) => Promise<boolean>;

const OPCODES: Record<number, "text" | "binary"> = { 1: "text", 2: "binary" };

export class SocketListener {
  readonly #sockets = new Map<string, SocketInfo>();
  /** What came of WebSockets of which Firefox has not said yet that they are open: the two come by different ways. */
  readonly #early = new Map<string, Array<Omit<SocketMessage, "socket">>>();
  #settings: SocketSettings | null = null;
  #matches: (url: string) => boolean = () => true;
  /** What was there before: the addresses of WebSockets, and those of all else by channel. */
  #earlier: string[] = [];
  readonly #channels = new Map<number | null, string>();
  #waiting: SocketMessage[] = [];
  #bytes = 0;
  #dropped = 0;
  #isTelling = false;

  constructor(
    private readonly page: number,
    private readonly window: () => GeckoWindow | null,
    private readonly tell: Tell,
  ) {}

  listen(settings: SocketSettings): void {
    const listens = this.#settings !== null;
    this.#settings = settings;
    this.#matches = settings.match === null ? () => true : globMatcher(settings.match);
    if (listens) return;
    for (const request of this.#requests()) {
      if (/^wss?:/.test(request.name)) this.#earlier.push(request.name);
      else this.#channels.set(channelOf(request), request.name);
    }
    webSockets().addListener(this.page, this.#webSocket);
    eventSources().addListener(this.page, this.#eventSource);
  }

  stop(): void {
    if (!this.#settings) return;
    this.#settings = null;
    // Firefox has done so itself where the document is gone.
    if (webSockets().hasListenerFor(this.page)) webSockets().removeListener(this.page, this.#webSocket);
    if (eventSources().hasListenerFor(this.page)) eventSources().removeListener(this.page, this.#eventSource);
  }

  /** What was not reported yet. */
  take(): SocketBatch {
    const messages = this.#waiting;
    const ids = new Set(messages.map(({ socket }) => socket));
    const sockets = [...ids].flatMap((id) => this.#sockets.get(id) ?? []);
    for (const { type, socket } of messages) if (type === "closed") this.#sockets.delete(socket);
    const dropped = this.#dropped;
    this.#waiting = [];
    this.#bytes = 0;
    this.#dropped = 0;
    return { page: this.page, frame: this.window()?.location.href ?? "", sockets, messages, dropped };
  }

  readonly #webSocket: WebSocketListener = {
    webSocketCreated: (serial, url) => {
      this.#sockets.set(`w${serial}`, { id: `w${serial}`, kind: "websocket", url, channel: null });
      this.#early.set(`w${serial}`, []);
    },
    webSocketOpened: (serial, url, protocol, _extensions, channel) => {
      const socket: SocketInfo = { id: `w${serial}`, kind: "websocket", url, channel };
      this.#sockets.set(socket.id, socket);
      const early = this.#early.get(socket.id) ?? [];
      this.#early.delete(socket.id);
      this.#add(socket, { type: "opened", at: Math.min(Date.now(), early[0]?.at ?? Infinity), protocol });
      for (const message of early) this.#add(socket, message);
    },
    webSocketMessageAvailable: () => undefined,
    webSocketClosed: (serial, ...given) => {
      const [clean, code, reason] = given.slice(-3) as [boolean, number, string];
      this.#early.delete(`w${serial}`);
      this.#add(this.#webSocketOf(serial), { type: "closed", at: Date.now(), clean, code, reason });
    },
    frameReceived: (serial, ...given) => this.#frame("received", serial, given.at(-1) as Frame),
    frameSent: (serial, ...given) => this.#frame("sent", serial, given.at(-1) as Frame),
  };

  readonly #eventSource: EventSourceListener = {
    eventSourceConnectionOpened: (channel) =>
      this.#add(this.#eventSourceOf(channel), { type: "opened", at: Date.now() }),
    eventSourceConnectionClosed: (channel) =>
      this.#add(this.#eventSourceOf(channel), { type: "closed", at: Date.now() }),
    eventReceived: (channel, event, eventId, data, _retry, microseconds) =>
      this.#add(this.#eventSourceOf(channel), {
        type: "received",
        at: microseconds / 1_000,
        format: "text",
        bytes: new TextEncoder().encode(data).length,
        data: data.slice(0, this.#settings?.maxBytes ?? 0),
        event,
        ...(eventId !== "" && { eventId }),
      }),
  };

  #frame(type: "sent" | "received", serial: number, { opCode, payload, timeStamp }: Frame): void {
    const format = OPCODES[opCode];
    // What keeps a connection up, and ends it, is not a message.
    if (!format) return;
    const data = payload.slice(0, this.#settings?.maxBytes ?? 0);
    const message = { type, at: timeStamp / 1_000, format, bytes: payload.length, data };
    const early = this.#early.get(`w${serial}`);
    if (!early) return this.#add(this.#webSocketOf(serial), message);
    early.push(message);
    if (early.length <= MAX_WAITING) return;
    early.shift();
    this.#dropped += 1;
  }

  #webSocketOf(serial: number): SocketInfo {
    const [only = null, ...others] = new Set(this.#earlier);
    return this.#known(`w${serial}`, () => ({
      id: `w${serial}`,
      kind: "websocket",
      url: others.length === 0 ? only : null,
      channel: null,
    }));
  }

  #eventSourceOf(channel: number): SocketInfo {
    return this.#known(`e${channel}`, () => ({
      id: `e${channel}`,
      kind: "eventsource",
      url:
        this.#requests().find((request) => channelOf(request) === channel)?.name ?? this.#channels.get(channel) ?? null,
      channel,
    }));
  }

  #known(id: string, made: () => SocketInfo): SocketInfo {
    const socket = this.#sockets.get(id) ?? made();
    this.#sockets.set(id, socket);
    return socket;
  }

  /** What the document is loading, or has open. */
  #requests(): LoadedRequest[] {
    const group = this.window()?.document.documentLoadGroup;
    return group ? ([...group.requests] as LoadedRequest[]) : [];
  }

  #add({ id, url }: SocketInfo, message: Omit<SocketMessage, "socket">): void {
    if (!this.#settings) return;
    if (url !== null && !this.#matches(url)) {
      if (message.type === "closed") this.#sockets.delete(id);
      return;
    }
    this.#waiting.push({ socket: id, ...message });
    this.#bytes += message.data?.length ?? 0;
    while (this.#waiting.length > 1 && (this.#waiting.length > MAX_WAITING || this.#bytes > MAX_WAITING_BYTES))
      this.#dropOldest();
    if (this.#waiting.length === 1 && !this.#isTelling) Services.tm.dispatchToMainThread(() => void this.#flush());
  }

  /** A message if there is one, else an event of a socket. */
  #dropOldest(): void {
    const at = this.#waiting.findIndex(({ data }) => data !== undefined);
    // Far faster than splice() at the beginning of a long list.
    const dropped = at > 0 ? this.#waiting.splice(at, 1)[0] : this.#waiting.shift();
    this.#bytes -= dropped?.data?.length ?? 0;
    this.#dropped += 1;
  }

  /** One batch is under way at a time: who takes them sets the pace. */
  async #flush(): Promise<void> {
    if (this.#isTelling) return;
    this.#isTelling = true;
    try {
      while (this.#waiting.length > 0) if (!(await this.tell(this.take()))) this.stop();
    } catch {
      // The page is gone.
      this.stop();
    } finally {
      this.#isTelling = false;
    }
  }
}

function channelOf(request: LoadedRequest): number | null {
  try {
    return request.QueryInterface(Ci["nsIIdentChannel"]).channelId;
  } catch {
    return null; // it has none
  }
}

function webSockets(): EventService<WebSocketListener> {
  const service = Cc["@mozilla.org/websocketevent/service;1"]?.getService(Ci["nsIWebSocketEventService"]);
  return service as EventService<WebSocketListener>;
}

function eventSources(): EventService<EventSourceListener> {
  const service = Cc["@mozilla.org/eventsourceevent/service;1"]?.getService(Ci["nsIEventSourceEventService"]);
  return service as EventService<EventSourceListener>;
}
