// Printing into a PDF, without a dialog and without a printer.

import { system } from "../system";
import { make } from "../make";

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
/** Inches. */
const A4 = [8.27, 11.69] as const;
const MARGIN = 0.4;

/** What a PDF holds of a page in addition to what is drawn: where its links lead, and the names of places in it. */
const UNDRAWN = ["print.save_as_pdf.links.enabled", "print.save_as_pdf.internal_destinations.enabled"];

/** Prints under way that may hold none of it. */
let bare = 0;

export async function printToPDF(context: GeckoBrowsingContext, links: boolean): Promise<string> {
  if (links) return printed(context);
  if (bare++ === 0) for (const name of UNDRAWN) Services.prefs.setBoolPref(name, false);
  try {
    return await printed(context);
  } finally {
    if (--bare === 0) for (const name of UNDRAWN) Services.prefs.clearUserPref(name);
  }
}

async function printed(context: GeckoBrowsingContext): Promise<string> {
  const stream = make<Storage>("@mozilla.org/storagestream;1", "nsIStorageStream");
  stream.init(SEGMENT_BYTES, MAX_BYTES, null);
  const print = printSettings();
  print.outputDestination = INTO_STREAM;
  print.outputStream = stream.getOutputStream(0);
  await context.print(print);
  const reader = make<BinaryInput>("@mozilla.org/binaryinputstream;1", "nsIBinaryInputStream");
  reader.setInputStream(stream.newInputStream(0));
  const bytes = reader.readBytes(reader.available());
  stream.close();
  return system.btoa(bytes);
}

function printSettings(): GeckoPrintSettings {
  const service = Cc["@mozilla.org/gfx/printsettings-service;1"]?.getService(Ci["nsIPrintSettingsService"]);
  const print = (service as PrintService).createNewPrintSettings();
  const all = {
    isInitializedFromPrinter: true,
    isInitializedFromPrefs: true,
    outputFormat: AS_PDF,
    printSilent: true,
    showPrintProgress: false,
    printerName: "",
    orientation: 0,
    paperSizeUnit: IN_INCHES,
    paperWidth: A4[0],
    paperHeight: A4[1],
    scaling: 1,
    shrinkToFit: true,
    printBGColors: false,
    printBGImages: false,
    pageRanges: [],
    usePageRuleSizeAsPaperSize: false,
  };
  // Versions of Firefox differ in what they have, and a setting that is not there cannot be set.
  for (const [name, value] of Object.entries(all)) if (name in print) print[name] = value;
  for (const side of ["Top", "Right", "Bottom", "Left"]) {
    print[`margin${side}`] = MARGIN;
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
