// A slow line: hands on what comes for the pages of a tab no faster than it may, a slice of each answer in turn.

import { make } from "../make";

const timer = ChromeUtils.importESModule<{ setTimeout(act: () => void, ms: number): number }>(
  "resource://gre/modules/Timer.sys.mjs",
);

interface StreamListener {
  onStartRequest(request: StreamRequest): void;
  onDataAvailable(request: StreamRequest, stream: unknown, offset: number, count: number): void;
  onStopRequest(request: StreamRequest, status: number): void;
}

interface StreamRequest {
  /** An error where the highest bit is set: it was cancelled. */
  readonly status: number;
  cancel(status: number): void;
  suspend(): void;
  resume(): void;
}

export interface TraceableChannel {
  setNewListener(listener: unknown): StreamListener;
}

const SLICES_PER_S = 20;
/** So much of one answer waits here; then its server does. Many answers share the rest. */
const MAX_WAITING_BYTES = 1_000_000;
const MAX_SHARED_BYTES = 32_000_000;
const FAILED = 0x80000000;

export class SlowLine {
  readonly #bytesPerS: number;
  /** Those whose latency has not passed. */
  readonly #late = new Set<Answer>();
  /** Answers with something to hand on, the next one first. */
  #answers: Answer[] = [];
  #freeAt = 0;
  #waits = false;

  constructor(
    bytesPerS: number | null,
    private readonly latencyMs: number,
  ) {
    this.#bytesPerS = bytesPerS ?? Infinity;
  }

  take(channel: TraceableChannel): void {
    const answer = new Answer(
      channel,
      this.latencyMs,
      () => {
        this.#late.delete(answer);
        this.#wants(answer);
      },
      () => Math.min(MAX_WAITING_BYTES, MAX_SHARED_BYTES / (this.#late.size + this.#answers.length)),
    );
    this.#late.add(answer);
    answer.listener = channel.setNewListener(answer);
  }

  /** All that waits goes on at once, and so does what comes later. */
  end(): void {
    this.#freeAt = -Infinity;
    for (const answer of this.#answers.splice(0)) while (answer.handOn(Infinity) !== null);
    for (const answer of this.#late) answer.hasWaited();
  }

  #wants(answer: Answer): void {
    if (this.#freeAt === -Infinity) while (answer.handOn(Infinity) !== null);
    else {
      if (!this.#answers.includes(answer)) this.#answers.push(answer);
      this.#flow();
    }
  }

  #flow(): void {
    while (!this.#waits) {
      const ms = this.#freeAt - Date.now();
      const answer = ms > 0 ? undefined : this.#answers.shift();
      if (ms > 0 && this.#answers.length > 0) {
        this.#waits = true;
        timer.setTimeout(() => {
          this.#waits = false;
          this.#flow();
        }, ms);
      }
      if (!answer) return;
      const count = answer.handOn(Math.max(1, Math.ceil(this.#bytesPerS / SLICES_PER_S)));
      if (count === null) continue;
      this.#freeAt = Math.max(this.#freeAt, Date.now()) + (count / this.#bytesPerS) * 1_000;
      this.#answers.push(answer);
    }
  }
}

/** What comes of one request, on its way to the one who asked for it. */
class Answer {
  listener: StreamListener | null = null;
  #request: StreamRequest | null = null;
  #pieces: ArrayBuffer[] = [];
  /** How much of the first piece is handed on. */
  #used = 0;
  #waiting = 0;
  #offset = 0;
  #status: number | null = null;
  #isLate = true;
  #isHeld = false;
  /** True for a request that was redirected: it comes here once the line has had it. */
  #isSentOn = false;

  readonly QueryInterface = ChromeUtils.generateQI(["nsIStreamListener", "nsIRequestObserver"]);

  /** `room` is how many bytes may wait. */
  constructor(
    private readonly channel: object,
    private readonly latencyMs: number,
    private readonly wants: () => void,
    private readonly room: () => number,
  ) {}

  onStartRequest(request: StreamRequest): void {
    this.#request = request;
    this.#isSentOn = request !== this.channel;
    if (this.latencyMs === 0 || this.#isSentOn) this.hasWaited();
    else if (this.#isLate) timer.setTimeout(() => this.hasWaited(), this.latencyMs);
    this.listener?.onStartRequest(request);
  }

  hasWaited(): void {
    this.#isLate = false;
    this.wants();
  }

  onDataAvailable(request: StreamRequest, stream: unknown, offset: number, count: number): void {
    if (this.#isSentOn) return this.listener?.onDataAvailable(request, stream, offset, count);
    this.#pieces.push(bytesOf(stream, count));
    this.#waiting += count;
    if (!this.#isHeld && this.#waiting > this.room()) {
      this.#isHeld = true;
      request.suspend();
    }
    if (!this.#isLate) this.wants();
  }

  onStopRequest(request: StreamRequest, status: number): void {
    if (this.#isSentOn) return this.listener?.onStopRequest(request, status);
    this.#status = status;
    if (!this.#isLate) this.wants();
  }

  /** Hands on at most this many bytes. How many these were; null if there is nothing more to hand on for now. */
  handOn(most: number): number | null {
    const request = this.#request;
    if (!request || !this.listener) return null;
    if (request.status >= FAILED) this.#drop();
    const [piece] = this.#pieces;
    if (piece) {
      const count = Math.min(most, piece.byteLength - this.#used);
      try {
        this.listener.onDataAvailable(request, streamOf(piece, this.#used, count), this.#offset, count);
      } catch (thrown) {
        // Nobody takes it any more.
        request.cancel((thrown as { result?: number }).result ?? Cr["NS_BINDING_ABORTED"] ?? FAILED);
        this.#drop();
        return 0;
      }
      this.#offset += count;
      this.#waiting -= count;
      this.#used += count;
      if (this.#used === piece.byteLength) {
        this.#pieces.shift();
        this.#used = 0;
      }
      this.#letCome();
      return count;
    }
    if (this.#status === null) return null;
    const { listener } = this;
    this.listener = null;
    try {
      listener.onStopRequest(request, this.#status);
    } catch {
      // Its page is gone.
    }
    return null;
  }

  #drop(): void {
    this.#pieces = [];
    this.#waiting = this.#used = 0;
    this.#letCome();
  }

  #letCome(): void {
    if (!this.#isHeld || this.#waiting > this.room() / 2) return;
    this.#isHeld = false;
    this.#request?.resume();
  }
}

function bytesOf(stream: unknown, count: number): ArrayBuffer {
  const bytes = new ArrayBuffer(count);
  const reader = make<{
    setInputStream(from: unknown): void;
    readArrayBuffer(count: number, into: ArrayBuffer): void;
  }>("@mozilla.org/binaryinputstream;1", "nsIBinaryInputStream");
  reader.setInputStream(stream);
  reader.readArrayBuffer(count, bytes);
  return bytes;
}

function streamOf(bytes: ArrayBuffer, from: number, count: number): unknown {
  const stream = make<{
    setData(bytes: ArrayBuffer, from: number, count: number): void;
  }>("@mozilla.org/io/arraybuffer-input-stream;1", "nsIArrayBufferInputStream");
  stream.setData(bytes, from, count);
  return stream;
}
