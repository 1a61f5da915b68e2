// Annotations: frames and refs drawn on a picture. Nothing is drawn in the page, which would see it.

import type { Annotation } from "../../shared/messages";

export type Label = Annotation;

const COLOURS = ["#c2185b", "#1565c0", "#2e7d32", "#6a1b9a", "#bf360c", "#00695c"];
const FONT_PX = 11;
const PAD = 3;

/** Draws every label's frame and ref. */
export function annotate(context: OffscreenCanvasRenderingContext2D, labels: Label[]): void {
  const { canvas } = context;
  context.font = `bold ${FONT_PX}px sans-serif`;
  context.textBaseline = "top";
  for (const [at, { ref, x, y, width, height }] of labels.entries()) {
    const colour = COLOURS[at % COLOURS.length] ?? "#c2185b";
    context.strokeStyle = colour;
    context.lineWidth = 1.5;
    context.strokeRect(x, y, width, height);
    const wide = context.measureText(ref).width + 2 * PAD;
    const high = FONT_PX + 2 * PAD - 2;
    const left = Math.min(Math.max(0, x), canvas.width - wide);
    const top = y >= high ? y - high : Math.max(0, y);
    context.fillStyle = colour;
    context.fillRect(left, top, wide, high);
    context.fillStyle = "#fff";
    context.fillText(ref, left + PAD, top + PAD - 1);
  }
}
