// What makes a film of frames: Firefox's own encoder, for WebM, or a table of colours a frame, for GIF. Each gives what
// is to be written as it comes, so that what there is can be played whatever happens next. A bundle of its own, loaded
// when somebody films.
//
// MediaRecorder would take frames of a canvas as often as the background page is drawn, which is once a second.

import { GIFEncoder, applyPalette, quantize } from "gifenc";
import { CanvasSource, Output, StreamTarget, WebMOutputFormat, type StreamTargetChunk } from "mediabunny";

/** What is to be written where in the file: the head is written again at the end, with how long it is. */
export interface Piece {
  at: number;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface Encoder {
  /** Adds what is on the canvas, this many milliseconds after the first frame. */
  add(ms: number): Promise<void>;
  /** What has come since the last time. */
  grown(): Piece[];
  /** Ends it this many milliseconds after the first frame; what is left is there then. */
  end(ms: number): Promise<void>;
}

/** Text is to be read: a page at rest takes a fraction of it. */
const BITS_PER_PIXEL = 1.5;
/** Where one can begin to look, and how much of a film that was cut off may be missing. */
const KEY_FRAME_S = 5;
const CLUSTER_S = 1;

/** Of a GIF: the last of its colours means "as in the frame before". */
const TRANSPARENT = 255;
/** Players take what is shorter for none at all. */
const SHORTEST_MS = 20;

export async function encoderOf(format: "webm" | "gif", canvas: HTMLCanvasElement): Promise<Encoder> {
  if (format === "gif") return new Gif(canvas);
  const encoder = new WebM(canvas);
  await encoder.begin();
  return encoder;
}

class WebM implements Encoder {
  readonly #source: CanvasSource;
  readonly #output: Output;
  #pieces: Piece[] = [];
  #last = -1;

  constructor(canvas: HTMLCanvasElement) {
    const bitrate = Math.round(canvas.width * canvas.height * BITS_PER_PIXEL);
    this.#source = new CanvasSource(canvas, {
      codec: "vp8",
      bitrate,
      keyFrameInterval: KEY_FRAME_S,
      latencyMode: "realtime",
    });
    const write = ({ data, position }: StreamTargetChunk): void => {
      this.#pieces.push({ at: position, bytes: data.slice() });
    };
    this.#output = new Output({
      format: new WebMOutputFormat({ minimumClusterDuration: CLUSTER_S }),
      target: new StreamTarget(new WritableStream({ write })),
    });
    this.#output.addVideoTrack(this.#source);
  }

  begin(): Promise<void> {
    return this.#output.start();
  }

  async add(ms: number): Promise<void> {
    if (ms <= this.#last) return;
    this.#last = ms;
    await this.#source.add(ms / 1000);
  }

  grown(): Piece[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }

  /** The last frame lasts until then. */
  async end(ms: number): Promise<void> {
    await this.add(ms);
    await this.#output.finalize();
  }
}

/** What is as it was is not written: a frame that is the same as the one before lasts longer. */
class Gif implements Encoder {
  readonly #gif = GIFEncoder();
  #written: Uint32Array | null = null;
  #next: { pixels: Uint8ClampedArray; at: number } | null = null;
  #size = 0;

  constructor(private readonly canvas: HTMLCanvasElement) {}

  add(ms: number): Promise<void> {
    const { width, height } = this.canvas;
    const pixels = this.canvas.getContext("2d")?.getImageData(0, 0, width, height).data;
    if (!pixels || (this.#next && isSame(words(this.#next.pixels), words(pixels)))) return Promise.resolve();
    this.#write(ms);
    this.#next = { pixels, at: ms };
    return Promise.resolve();
  }

  grown(): Piece[] {
    const bytes = this.#gif.bytes();
    this.#gif.stream.reset();
    if (bytes.length === 0) return [];
    this.#size += bytes.length;
    return [{ at: this.#size - bytes.length, bytes }];
  }

  end(ms: number): Promise<void> {
    this.#write(ms);
    this.#gif.finish();
    return Promise.resolve();
  }

  #write(until: number): void {
    if (!this.#next) return;
    const { pixels, at } = this.#next;
    const palette = quantize(pixels, TRANSPARENT);
    const indexed = applyPalette(pixels, palette);
    const now = words(pixels);
    const before = this.#written;
    if (before)
      for (let pixel = 0; pixel < now.length; pixel += 1)
        if (now[pixel] === before[pixel]) indexed[pixel] = TRANSPARENT;
    while (palette.length <= TRANSPARENT) palette.push([0, 0, 0]);
    const delay = Math.max(SHORTEST_MS, until - at);
    const more = { transparent: before !== null, transparentIndex: TRANSPARENT, dispose: 1 };
    this.#gif.writeFrame(indexed, this.canvas.width, this.canvas.height, { palette, delay, ...more });
    this.#written = now;
    this.#next = null;
  }
}

function words(pixels: Uint8ClampedArray): Uint32Array {
  return new Uint32Array(pixels.buffer);
}

function isSame(before: Uint32Array, now: Uint32Array): boolean {
  return before.length === now.length && now.every((pixel, at) => pixel === before[at]);
}
