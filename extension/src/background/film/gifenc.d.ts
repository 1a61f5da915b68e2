// The parts of gifenc that are used here; it comes without types.

declare module "gifenc" {
  type Palette = number[][];

  interface Frame {
    palette: Palette;
    /** Milliseconds. */
    delay: number;
    transparent: boolean;
    transparentIndex: number;
    /** What becomes of the frame when the next one is drawn: 1 lets it stay. */
    dispose: number;
  }

  interface Encoder {
    writeFrame(indexed: Uint8Array, width: number, height: number, frame: Frame): void;
    finish(): void;
    /** A copy of what was written since the last reset. */
    bytes(): Uint8Array<ArrayBuffer>;
    readonly stream: { reset(): void };
  }

  export function GIFEncoder(): Encoder;
  export function quantize(rgba: Uint8ClampedArray, colours: number): Palette;
  export function applyPalette(rgba: Uint8ClampedArray, palette: Palette): Uint8Array;
}
