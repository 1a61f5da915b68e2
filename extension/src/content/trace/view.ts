// What is in view as a picture, drawn in the page's own process: of the same moment as its document, and past Firefox's
// main process, which all that comes next has to go through.

import { PICTURE_PX, QUALITY } from "../../shared/values/trace-pictures";

/** Firefox's own name of it: with scroll bars, from where the page is scrolled to. */
const DRAW_VIEW = 0x04;

interface Drawing extends CanvasRenderingContext2D {
  /** Firefox has it for extensions that may look at every page. */
  drawWindow?: (of: Window, x: number, y: number, width: number, height: number, ground: string, flags: number) => void;
}

interface Drawn {
  /** JPEG in base64. */
  image: string;
  width: number;
  height: number;
}

/**
 * Drawn at once, and encoded while the page goes on. Null where Firefox's main process alone can draw it: of pages with
 * frames, and in windows that keep nothing.
 */
export async function drawnView(): Promise<Drawn | null> {
  const { innerWidth, innerHeight } = window;
  if (window !== window.top || window.length > 0 || browser.extension.inIncognitoContext) return null;
  if (innerWidth === 0 || innerHeight === 0) return null;
  const scale = Math.min(1, PICTURE_PX / innerWidth);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.floor(innerWidth * scale));
  canvas.height = Math.max(1, Math.floor(innerHeight * scale));
  try {
    const context: Drawing | null = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
    if (!context?.drawWindow) return null;
    context.scale(scale, scale);
    context.drawWindow(window, 0, 0, innerWidth, innerHeight, "white", DRAW_VIEW);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY / 100));
    return blob && { image: await base64Of(blob), width: canvas.width, height: canvas.height };
  } catch {
    return null;
  }
}

/** Its bytes are the page's, and slow to read here; a reader gives a text. */
function base64Of(blob: Blob): Promise<string> {
  const reader = new FileReader();
  const read = new Promise<string>((resolve, reject) => {
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new Error("it cannot be read"));
  });
  reader.readAsDataURL(blob);
  return read.then((data) => data.slice(data.indexOf(",") + 1));
}
