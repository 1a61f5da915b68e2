// The copy of one answer, from its headers to its end: decoded, and no longer than is wanted.

import type { AnswerPiece } from "../../shared/privileged";
import { make } from "../make";

const SEGMENT_BYTES = 16 * 1024;
/** Those that Firefox decodes. */
const ENCODINGS = new Set(["gzip", "x-gzip", "deflate", "x-deflate", "br", "zstd"]);

interface InputStream {
  available(): number;
  close(): void;
}

interface Pipe {
  readonly inputStream: InputStream;
  readonly outputStream: object;
  init(nonBlockingInput: boolean, nonBlockingOutput: boolean, segmentBytes: number, segments: number): void;
}

interface StreamListener {
  onStartRequest(channel: Channel): void;
  onDataAvailable(channel: Channel, stream: InputStream, offset: number, count: number): void;
  onStopRequest(channel: Channel, status: number): void;
}

interface Tee {
  init(listener: unknown, copy: object, observer: object): void;
}

export interface Channel {
  QueryInterface(iface: unknown): Channel;
  readonly URI: GeckoURI;
  readonly requestMethod: string;
  readonly responseStatus: number;
  getResponseHeader(name: string): string;
  /** Of nsITraceableChannel: gives the listener until now. */
  setNewListener(listener: Tee): unknown;
  /** Of nsIEncodedChannel: what is to be decoded, and whether that is done before the listener gets it. */
  readonly contentEncodings: object | null;
  readonly applyConversion: boolean;
  readonly hasContentDecompressed: boolean;
  /** Of nsICacheInfoChannel: what the listener gets is not the answer, but Firefox's own form of it. */
  readonly alternativeDataType: string;
  getOriginalInputStream(receiver: { onInputStreamReady(stream: InputStream | null): void }): void;
}

interface NetUtil {
  readInputStream(stream: InputStream, count: number): ArrayBuffer;
  asyncCopy(from: InputStream, to: object, done: (status: number) => void): void;
}

interface ConverterService {
  asyncConvertData(from: string, to: string, listener: object, context: null): StreamListener;
}

const isObserver = ChromeUtils.generateQI(["nsIRequestObserver"]);

export class AnswerCopy {
  readonly QueryInterface = isObserver;
  #pipe: Pipe;
  #decoder: StreamListener | null = null;
  #read = 0;
  #data: ArrayBuffer[] = [];
  #bytes = 0;
  /** Of the answer, once it is over. */
  #status: number | null = null;
  #isOriginal = false;
  #state: AnswerPiece["state"] = "partial";

  /** Copies what comes of a channel that is about to begin. `isDecoded`: as it comes. */
  constructor(
    private readonly request: Pick<AnswerPiece, "tabId" | "id" | "method" | "url">,
    private readonly maxBytes: number,
    private channel: Channel,
    private readonly isDecoded: boolean,
    private readonly onEnd: () => void,
  ) {
    this.#pipe = pipeFor(maxBytes);
    const tee = make<Tee>("@mozilla.org/network/stream-listener-tee;1", "nsIStreamListenerTee");
    const listener = channel.QueryInterface(Ci["nsITraceableChannel"]).setNewListener(tee);
    tee.init(listener, this.#pipe.outputStream, this);
  }

  /** How much has come that was not taken. */
  get waiting(): number {
    return availableIn(this.#pipe.inputStream);
  }

  /** True if no more comes. */
  get isOver(): boolean {
    return this.#state !== "partial";
  }

  /** Lets go of the answer, and of what was not taken. */
  drop(): void {
    this.#data = [];
    this.#end("dropped");
  }

  /** What has come since the last time, or has become of it; null if nothing has. */
  take(): AnswerPiece | null {
    const status = this.#status;
    if (!this.isOver) this.#decode(this.waiting, status);
    if (status !== null) this.#end((status & 0x80000000) === 0 ? "whole" : "aborted");
    const data = this.#data.splice(0);
    return data.length > 0 || this.isOver ? { ...this.request, data, state: this.#state } : null;
  }

  /** Firefox calls it. */
  onStartRequest(channel: Channel): void {
    this.channel = channel;
    channel.QueryInterface(Ci["nsIEncodedChannel"]);
    if (isAlternative(channel)) this.#readOriginal();
    if (this.isDecoded || channel.applyConversion || channel.hasContentDecompressed) return;
    if (channel.contentEncodings) this.#decoder = this.#decoderOf(headerOf(channel, "Content-Encoding"));
    this.#decoder?.onStartRequest(channel);
  }

  /** Firefox calls it. */
  onStopRequest(_channel: Channel, status: number): void {
    if (!this.#isOriginal) this.#stopped(status);
  }

  #stopped(status: number): void {
    this.#status = status;
    this.onEnd();
  }

  /** What was applied last is named last, and comes off first. */
  #decoderOf(contentEncoding: string): StreamListener | null {
    const service = Cc["@mozilla.org/streamConverters;1"]?.getService(Ci["nsIStreamConverterService"]);
    let decoder: StreamListener | null = null;
    const last = {
      QueryInterface: ChromeUtils.generateQI(["nsIStreamListener", "nsIRequestObserver"]),
      onStartRequest: () => undefined,
      onDataAvailable: (_: Channel, stream: InputStream, _offset: number, count: number) => this.#keep(stream, count),
      onStopRequest: () => undefined,
    };
    for (const encoding of contentEncoding.toLowerCase().split(/[\s,]+/)) {
      if (!ENCODINGS.has(encoding)) continue;
      decoder = (service as ConverterService).asyncConvertData(encoding, "uncompressed", decoder ?? last, null);
    }
    return decoder;
  }

  #decode(count: number, status: number | null): void {
    const { inputStream } = this.#pipe;
    try {
      if (count > 0 && !this.#decoder) this.#keep(inputStream, count);
      else if (count > 0) this.#decoder?.onDataAvailable(this.channel, inputStream, this.#read, count);
      this.#read += count;
      if (status !== null) this.#decoder?.onStopRequest(this.channel, status);
    } catch {
      // It is full, or not encoded as it says, and then the page has no more of it either.
      this.#end(this.#bytes > this.maxBytes ? "cut" : "aborted");
    }
  }

  /** Takes a piece. Of an answer that is too long a byte more than is wanted says so; then it throws, for decoders. */
  #keep(stream: InputStream, count: number): void {
    const room = this.maxBytes + 1 - this.#bytes;
    const data = netUtil().readInputStream(stream, Math.min(room, count));
    this.#data.push(data);
    this.#bytes += data.byteLength;
    if (count >= room) throw new Error("no more of it is wanted");
  }

  /** The page gets a script as Firefox has compiled it; the script itself still is in the cache. */
  #readOriginal(): void {
    this.#isOriginal = true;
    this.#pipe.inputStream.close();
    this.#pipe = pipeFor(this.maxBytes);
    this.channel.getOriginalInputStream({
      onInputStreamReady: (stream) => {
        if (stream) netUtil().asyncCopy(stream, this.#pipe.outputStream, (status) => this.#stopped(status));
        else this.#stopped(Cr["NS_ERROR_NOT_AVAILABLE"] ?? 0);
      },
    });
  }

  #end(state: AnswerPiece["state"]): void {
    if (this.isOver) return;
    this.#state = state;
    this.#pipe.inputStream.close();
  }
}

/** The value of a header, or "". */
export function headerOf(channel: Channel, name: string): string {
  try {
    return channel.getResponseHeader(name);
  } catch {
    return "";
  }
}

/** Firefox throws for a channel that knows no such thing. */
function isAlternative(channel: Channel): boolean {
  try {
    return channel.QueryInterface(Ci["nsICacheInfoChannel"]).alternativeDataType !== "";
  } catch {
    return false;
  }
}

/** One that holds all that is wanted of an answer, and as much again for the way it is encoded. */
function pipeFor(maxBytes: number): Pipe {
  const pipe = make<Pipe>("@mozilla.org/pipe;1", "nsIPipe");
  pipe.init(true, true, SEGMENT_BYTES, Math.ceil((2 * maxBytes) / SEGMENT_BYTES) + 1);
  return pipe;
}

function availableIn(stream: InputStream): number {
  try {
    return stream.available();
  } catch {
    // It is closed.
    return 0;
  }
}

function netUtil(): NetUtil {
  return ChromeUtils.importESModule<{ NetUtil: NetUtil }>("resource://gre/modules/NetUtil.sys.mjs").NetUtil;
}
