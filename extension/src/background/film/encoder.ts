// What makes a WebM film of frames: Firefox's own encoder. It gives what is to be written as it comes, so that what there
// is can be played whatever happens next. A bundle of its own, loaded when somebody films.
//
// MediaRecorder would take frames of a canvas as often as the background page is drawn, which is once a second.

import { CanvasSource, Output, StreamTarget, WebMOutputFormat, type StreamTargetChunk } from "mediabunny";

/** What is to be written where in the file: the head is written again at the end, with how long it is. */
export interface Piece {
  at: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Text is to be read: a page at rest takes a fraction of it. */
const BITS_PER_PIXEL = 1.5;
/** Where one can begin to look, and how much of a film that was cut off may be missing. */
const KEY_FRAME_S = 5;
const CLUSTER_S = 1;

export async function encoderOf(canvas: HTMLCanvasElement): Promise<Encoder> {
  const encoder = new Encoder(canvas);
  await encoder.begin();
  return encoder;
}

export class Encoder {
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

  /** Adds what is on the canvas, this many milliseconds after the first frame. */
  async add(ms: number): Promise<void> {
    if (ms <= this.#last) return;
    this.#last = ms;
    await this.#source.add(ms / 1000);
  }

  /** What has come since the last time. */
  grown(): Piece[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }

  /** Ends it this many milliseconds after the first frame: the last one lasts until then. What is left is there then. */
  async end(ms: number): Promise<void> {
    await this.add(ms);
    await this.#output.finalize();
  }
}
