// Messages of WebSockets and EventSources, tab by tab, recorded while bodies are. In clz's own Firefox the helper reports
// them, elsewhere webRequest what it knows.

import { LIMITS, type Commands } from "../../../generated/registry";
import { Deadline } from "../../../shared/deadline";
import { redactLine, redactUrl, withMasked } from "../../../shared/secrets/redact";
import type { SocketBatch, SocketInfo, SocketMessage } from "../../../shared/sockets";
import { matchesGlob } from "../../../shared/text/glob";
import { cut } from "../../../shared/text/text";
import { unseenNow } from "../../../shared/text/unseen";
import { within, type CommandContext } from "../../command-context";
import { RingBuffer } from "../../devtools/ring-buffer";
import { privileged } from "../../privileged/api";
import { listenToStreams } from "./event-streams";
import type { NetworkLog } from "../network-log";
import { shortened } from "../bodies/read-body";
import { RecordedBody } from "../bodies/recorded-body";
import { tabScope } from "../../scopes";

type Settings = Omit<Commands["recordBodies"]["params"], "tabId">;
type Params = Commands["getSocketMessages"]["params"];
type Result = Commands["getSocketMessages"]["result"];
type Told = Result["messages"][number];

/** Works this many milliseconds at a time: pages wait for what passes through us meanwhile. */
const AT_A_TIME_MS = 30;

/** A socket, with the page that it belongs to. */
interface Socket extends SocketInfo {
  /** Its number among the tab's sockets. */
  number: number;
  page: number;
  frame: string;
}

interface Entry {
  seq: number;
  socket: Socket;
  message: Omit<SocketMessage, "socket">;
  pageLeft?: true;
}

interface Recording {
  isOn: boolean;
  /** Null for all. */
  match: string | null;
  /** Of a message, that are reported. */
  maxBytes: number;
  ring: RingBuffer<Entry>;
  /** Those that are open. */
  sockets: Map<string, Socket>;
  /** Ends the listening of webRequest. */
  stop: (() => void) | null;
  /** How many there have been. */
  count: number;
}

export class SocketRecorder {
  readonly #recordings = new Map<number, Recording>();

  constructor(private readonly network: NetworkLog) {
    tabScope.onEnd((tabId) => this.#end(tabId));
    privileged.onSockets((tabId, batch) => Promise.resolve(this.#take(tabId, batch)));
  }

  /** Begins to record, or ends it. Gives how many messages are kept. */
  async set(tabId: number, { state, maxBytes, ...settings }: Settings): Promise<number> {
    let recording = this.#recordings.get(tabId);
    if (state === "on") {
      const match = settings.match ?? null;
      recording ??= { isOn: true, match: null, maxBytes, ring: newRing(), sockets: new Map(), stop: null, count: 0 };
      Object.assign(recording, { isOn: true, match, maxBytes });
      this.#recordings.set(tabId, recording);
      const kept = maxBytes + LIMITS.unseenChars;
      if (privileged.available) await privileged.listenToSockets(tabId, { match, maxBytes: kept });
      else this.#listen(tabId, recording, kept);
    } else if (recording) {
      recording.isOn = false;
      recording.stop?.();
      recording.sockets.clear();
      await privileged.ignoreSockets(tabId);
    }
    return recording?.ring.all.length ?? 0;
  }

  /** Forgets a tab, and records no more there. */
  #end(tabId: number): void {
    this.#recordings.get(tabId)?.stop?.();
    // The tab may be gone.
    if (this.#recordings.delete(tabId)) privileged.ignoreSockets(tabId).catch(() => undefined);
  }

  async read(params: Params, context: CommandContext): Promise<Result> {
    const { url, full, limit, since, clear, waitMs } = params;
    const { tabId } = context;
    const recording = this.#recordings.get(tabId);
    const matches = ({ socket }: Entry): boolean =>
      url === undefined || (socket.url !== null && matchesGlob(redactUrl(socket.url), url));
    const query = { limit, clear, waitMs, matches, ...(since !== undefined && { since }) };
    const { entries, ...counts } = await (recording?.ring ?? newRing()).select(query, context);
    return {
      messages: await told(entries, recording?.maxBytes ?? 0, full, context),
      ...counts,
      recording: recording?.isOn === true,
      webSockets: privileged.available ? "messages" : "handshakes",
      tabId,
    };
  }

  #listen(tabId: number, recording: Recording, maxBytes: number): void {
    recording.stop?.();
    recording.stop = listenToStreams(tabId, (socket, frame, { data, ...message }) => {
      const kept = data === undefined ? {} : { data: data.slice(0, maxBytes) };
      const messages = [{ socket: socket.id, ...message, ...kept }];
      this.#take(tabId, { page: 0, frame, sockets: [socket], messages, dropped: 0 });
    });
  }

  /** Takes in what was seen in a page. False if nobody records it. */
  #take(tabId: number, { page, frame, sockets, messages, dropped, gone }: SocketBatch): boolean {
    const recording = this.#recordings.get(tabId);
    if (!recording?.isOn) return false;
    const { ring, sockets: open } = recording;
    // Each process counts its sockets from the first on: a number is of one page alone.
    const keyOf = (id: string): string => `${page} ${id}`;
    ring.drop(dropped);
    const isWanted = ({ url }: SocketInfo): boolean =>
      recording.match === null || (url !== null && matchesGlob(url, recording.match));
    for (const info of sockets.filter(isWanted)) {
      const known = open.get(keyOf(info.id));
      const socket = known ?? { ...info, number: (recording.count += 1), page, frame };
      const request = info.request ?? (known ? known.request : this.#handshakeOf(tabId, info));
      Object.assign(socket, { url: info.url, request });
      open.set(keyOf(info.id), socket);
    }
    for (const { socket: id, ...message } of messages) {
      const socket = open.get(keyOf(id));
      if (!socket) continue;
      ring.add({ socket, message });
      if (message.type === "closed") open.delete(keyOf(id));
    }
    if (gone) {
      const left = [...open.values()].filter((socket) => socket.page === page);
      for (const socket of left) {
        open.delete(keyOf(socket.id));
        ring.add({ socket, message: { type: "closed", at: Date.now() }, pageLeft: true });
      }
    }
    return true;
  }

  /** The handshake of a socket that was there before: the only one with its address. */
  #handshakeOf(tabId: number, { url }: SocketInfo): string | null {
    if (url === null) return null;
    const [only, ...others] = this.network.all(tabId).entries.filter((entry) => entry.url === redactUrl(url));
    return others.length === 0 ? (only?.id ?? null) : null;
  }
}

function newRing(): RingBuffer<Entry> {
  return new RingBuffer<Entry>(LIMITS.socketMessages, LIMITS.bodiesBytes, ({ message }) => message.data?.length ?? 0);
}

/** What is reported of messages: their beginnings, or all that is kept while there is room for it, newest first. */
async function told(entries: Entry[], maxBytes: number, full: boolean, context: CommandContext): Promise<Told[]> {
  let room = LIMITS.bodiesSentBytes as number;
  let begun = performance.now();
  const messages: Told[] = [];
  for (const entry of [...entries].reverse()) {
    const whole = toldOf(entry, maxBytes, full && room > 0);
    room -= new TextEncoder().encode(JSON.stringify(whole)).length;
    messages.push(room < 0 ? toldOf(entry, maxBytes, false) : whole);
    if (performance.now() - begun < AT_A_TIME_MS) continue;
    await within(Deadline.after(0), new Promise(() => undefined), context);
    begun = performance.now();
  }
  return messages.reverse();
}

function toldOf({ seq, socket, message, pageLeft }: Entry, maxBytes: number, full: boolean): Told {
  const { data, at, reason, ...rest } = message;
  const { number, kind, url, request = null, frame } = socket;
  return {
    seq,
    at: new Date(at).toISOString(),
    ...{ kind, socket: number, url: url === null ? null : redactUrl(url), request, frame: redactUrl(frame) },
    ...rest,
    ...(reason !== undefined && { reason: withMasked(reason, redactLine(reason)) }),
    ...(data !== undefined && contentOf(socket, message, data, maxBytes, full)),
    ...(pageLeft && { pageLeft }),
  };
}

function contentOf(
  { kind }: Socket,
  { format, bytes: sent = 0 }: Entry["message"],
  data: string,
  maxBytes: number,
  full: boolean,
): Pick<Told, "kept" | "text" | "hex" | "base64" | "masked"> {
  const bytes = kind === "eventsource" ? new TextEncoder().encode(data) : bytesOf(data);
  const body = new RecordedBody("whole", maxBytes);
  body.add(bytes.buffer);
  body.bytes = Math.max(sent, bytes.length);
  body.mimeType = format === "text" ? "" : "application/octet-stream";
  const { text: found, base64, masked } = body.content(full && format === "binary");
  // Numbers among letters happen to be UTF-8 as well.
  const text = format === "binary" && found?.includes("\0") ? undefined : found;
  return {
    kept: body.told,
    ...(text !== undefined && { text: full ? text : shortened(text) }),
    ...(text === undefined && { hex: hexOf(bytes, Math.min(LIMITS.socketHeadBytes, body.told)) }),
    ...(base64 !== undefined && { base64 }),
    ...(masked && { masked }),
  };
}

/** The first `told` bytes. */
function hexOf(bytes: Uint8Array, told: number): string {
  const some = bytes.subarray(0, told + (unseenNow()?.chars ?? 0));
  const hex = [...some].map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
  return cut(hex, Math.max(0, 3 * told - 1));
}

/** Of text with a byte a character. A plain loop is far faster here than Uint8Array.from(). */
function bytesOf(data: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at += 1) bytes[at] = data.charCodeAt(at);
  return bytes;
}
