// The privileged helper, as the rest of the background script sees it. It exists in the managed build alone; without it
// the same actions are taken by content scripts, with events that pages can tell apart.

import type { Step } from "../shared/steps";
import type { Device } from "./devices";

/** A dialog that a page shows. */
export interface ShownDialog {
  tabId: number;
  type: "alert" | "confirm" | "prompt" | "beforeunload" | "auth";
  message: string;
  defaultValue: string;
}

/** `accept` presses OK, with `text` in a prompt. */
export interface DialogAnswer {
  accept: boolean;
  text?: string;
}

/** Null shows the dialog to the person. */
type DialogListener = (dialog: ShownDialog) => Promise<DialogAnswer | null>;

export interface PdfSettings {
  landscape?: boolean;
  printBackground?: boolean;
  scale?: number;
  /** Inches. */
  paperWidth?: number;
  paperHeight?: number;
  /** Inches, on every side. */
  margin?: number;
  /** Like `1-3,5`; everything where it is empty. */
  pageRanges?: string;
}

/**
 * `gone`: the page went away under the steps. Nothing was sent where `sent` is false: it had gone before. `opens` are
 * addresses that were clicked for tabs of their own.
 */
export interface Taken {
  sent: boolean;
  gone: boolean;
  opens: string[];
}

export interface Privileged {
  readonly available: boolean;
  /** Sends mouse, keys, wheel and text to a frame as trusted events; `paths` are the files of a `files` step. */
  input(tabId: number, frameId: number, steps: Step[], paths?: string[]): Promise<Taken>;
  /** The page as PDF, in base64. */
  printToPDF(tabId: number, settings: PdfSettings): Promise<string>;
  /** Opens a file: address, which Firefox lets no extension do. */
  openFile(tabId: number, url: string): Promise<void>;
  /** Lets a tab in the background run and draw like one in front; nothing without the helper. */
  wake(tabId: number): void;
  /** Lays a tab out as on a device, with its size in pixels of the window; null gives it back what its window has. */
  setViewport(tabId: number, device: Device | null): Promise<void>;
  /** Asks `listener` about each dialog of a page, before it is shown. */
  onDialog(listener: DialogListener): void;
}

interface HelperApi {
  input: Privileged["input"];
  printToPDF: Privileged["printToPDF"];
  openFile: Privileged["openFile"];
  wake(tabId: number): Promise<void>;
  setViewport: Privileged["setViewport"];
  onDialog: { addListener(listener: DialogListener): void };
}

const api = (browser as unknown as { clz?: HelperApi }).clz;

function missing(): never {
  throw new Error("this build has no helper");
}

export const privileged: Privileged = {
  available: api !== undefined,
  input: (tabId, frameId, steps, paths = []) => (api ?? missing()).input(tabId, frameId, steps, paths),
  printToPDF: (tabId, settings) => (api ?? missing()).printToPDF(tabId, settings),
  openFile: (tabId, url) => (api ?? missing()).openFile(tabId, url),
  wake: (tabId) => void api?.wake(tabId).catch(() => undefined),
  setViewport: (tabId, device) => (api ?? missing()).setViewport(tabId, device),
  onDialog: (listener) => api?.onDialog.addListener(listener),
};
