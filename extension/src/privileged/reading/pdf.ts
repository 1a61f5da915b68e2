// Printing into a PDF, without a dialog and without a printer.

import type { PdfSettings } from "../../shared/privileged";
import { system } from "../system";

interface Storage {
  init(segmentSize: number, maxSize: number, segments: null): void;
  getOutputStream(start: number): unknown;
  newInputStream(start: number): unknown;
  close(): void;
}

interface BinaryInput {
  setInputStream(stream: unknown): void;
  available(): number;
  readBytes(count: number): string;
}

interface PrintService {
  createNewPrintSettings(): GeckoPrintSettings;
}

const SEGMENT_BYTES = 64 * 1024;
const MAX_BYTES = 0xffffffff;
/** nsIPrintSettings' kOutputFormatPDF, kOutputDestinationStream and kPaperSizeInches. */
const AS_PDF = 2;
const INTO_STREAM = 2;
const IN_INCHES = 0;
const A4 = [8.27, 11.69] as const;

export async function printToPDF(context: GeckoBrowsingContext, settings: PdfSettings): Promise<string> {
  const stream = make<Storage>("@mozilla.org/storagestream;1", "nsIStorageStream");
  stream.init(SEGMENT_BYTES, MAX_BYTES, null);
  const print = settingsOf(settings);
  print.outputDestination = INTO_STREAM;
  print.outputStream = stream.getOutputStream(0);
  await context.print(print);
  const reader = make<BinaryInput>("@mozilla.org/binaryinputstream;1", "nsIBinaryInputStream");
  reader.setInputStream(stream.newInputStream(0));
  const bytes = reader.readBytes(reader.available());
  stream.close();
  return system.btoa(bytes);
}

function settingsOf(wanted: PdfSettings): GeckoPrintSettings {
  const service = Cc["@mozilla.org/gfx/printsettings-service;1"]?.getService(Ci["nsIPrintSettingsService"]);
  const print = (service as PrintService).createNewPrintSettings();
  const margin = wanted.margin ?? 0.4;
  const background = wanted.printBackground ?? false;
  const all: Record<string, unknown> = {
    isInitializedFromPrinter: true,
    isInitializedFromPrefs: true,
    outputFormat: AS_PDF,
    printSilent: true,
    showPrintProgress: false,
    printerName: "",
    orientation: wanted.landscape ? 1 : 0,
    paperSizeUnit: IN_INCHES,
    paperWidth: wanted.paperWidth ?? A4[0],
    paperHeight: wanted.paperHeight ?? A4[1],
    scaling: wanted.scale ?? 1,
    shrinkToFit: wanted.scale === undefined,
    printBGColors: background,
    printBGImages: background,
    pageRanges: rangesOf(wanted.pageRanges ?? ""),
    usePageRuleSizeAsPaperSize: false,
  };
  // Versions of Firefox differ in what they have, and a setting that is not there cannot be set.
  for (const [name, value] of Object.entries(all)) if (name in print) print[name] = value;
  for (const side of ["Top", "Right", "Bottom", "Left"]) {
    print[`margin${side}`] = margin;
    print[`unwriteableMargin${side}`] = 0;
  }
  for (const place of [
    "headerStrLeft",
    "headerStrCenter",
    "headerStrRight",
    "footerStrLeft",
    "footerStrCenter",
    "footerStrRight",
  ]) {
    print[place] = "";
  }
  return print;
}

/** `1-3,5` as first and last pages, pair by pair. */
function rangesOf(text: string): number[] {
  return text.split(",").flatMap((part) => {
    const found = /^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/.exec(part);
    return found ? [Number(found[1]), Number(found[2] ?? found[1])] : [];
  });
}

function make<T>(contract: string, iface: string): T {
  return Cc[contract]?.createInstance(Ci[iface]) as T;
}
