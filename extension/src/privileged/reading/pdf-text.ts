// The text of a PDF, as Firefox's own viewer knows it: the viewer draws pages only as they come into view, and its
// document has their words before.

interface TextContent {
  items: Array<{ str?: string; hasEOL?: boolean }>;
}

interface PdfDocument {
  numPages: number;
  getPage(number: number): Promise<{ getTextContent(): Promise<TextContent> }>;
}

interface Viewer {
  PDFViewerApplication?: { pdfDocument: PdfDocument | null; pdfLoadingTask: { promise: Promise<PdfDocument> } | null };
}

declare const Cu: { waiveXrays<T>(object: T): T; unwaiveXrays<T>(object: T): T };

/** Whose pages those of the viewer are, whatever address they have. */
export const PDF_VIEWER = "resource://pdf.js";

/** Page after page, an empty line between them; null where the viewer is another one. */
export async function pdfText(window: GeckoWindow | null): Promise<string | null> {
  const viewer = window && (Cu.waiveXrays(window) as unknown as Viewer).PDFViewerApplication;
  if (!viewer) return null;
  const coming = viewer.pdfLoadingTask?.promise;
  const document = viewer.pdfDocument ?? (coming && (await given(coming)));
  if (!document) return null;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await given(document.getPage(number));
    const { items } = await given(page.getTextContent());
    let text = "";
    for (let at = 0; at < items.length; at += 1) text += `${items[at]?.str ?? ""}${items[at]?.hasEOL ? "\n" : ""}`;
    pages.push(text.trim());
  }
  return pages.join("\n\n");
}

/** What a promise of the viewer's gives: only without its waiver does it take functions of ours. */
async function given<T>(promise: Promise<T>): Promise<T> {
  return Cu.waiveXrays(await Cu.unwaiveXrays(promise));
}
