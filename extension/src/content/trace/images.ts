// Images as a trace keeps them, where a page may read them itself: as data, once for each.

const MAX_PIXELS = 640 * 640;
const MAX_CHARS = 150_000;
/** Of one document together, and of one look: what is drawn takes long. */
const MAX_ALL_CHARS = 600_000;
const MAX_DRAWN = 40;

const drawn = new WeakMap<HTMLImageElement, { address: string; data: string }>();

export class Images {
  #chars = 0;
  #drawn = 0;

  /** An image as data; empty where it is too large, or of another site. */
  dataOf(image: HTMLImageElement): string {
    const { currentSrc: address, naturalWidth: width, naturalHeight: height } = image;
    if (!image.complete || width * height === 0 || /^data:/i.test(address)) return "";
    const known = drawn.get(image);
    const data = known?.address === address ? known.data : this.#draw(image, width, height);
    if (known?.address !== address) drawn.set(image, { address, data });
    if (this.#chars + data.length > MAX_ALL_CHARS) return "";
    this.#chars += data.length;
    return data;
  }

  #draw(image: HTMLImageElement, width: number, height: number): string {
    if (width * height > MAX_PIXELS || this.#drawn >= MAX_DRAWN) return "";
    this.#drawn += 1;
    try {
      const canvas = document.createElement("canvas");
      canvas.width = width;
      canvas.height = height;
      canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
      const data = canvas.toDataURL("image/webp", 0.8);
      return data.length > MAX_CHARS ? "" : data;
    } catch {
      return "";
    }
  }
}
