// What is drawn into a film on request: the pointer and its presses, keys, and the command that is carried out.

export interface Marks {
  /** In pixels of the film. */
  point: { x: number; y: number } | null;
  /** How far the ring of a press has spread, from 0 to 1; null if there is none. */
  press: number | null;
  keys: string;
  caption: string;
  failed: boolean;
}

const POINTER = new Path2D("M0 0V17L4 13.2L6.6 19.2L9.3 18L6.7 12.2H12Z");
const RING_PX = 26;

export function drawMarks(context: CanvasRenderingContext2D, { point, press, keys, caption, failed }: Marks): void {
  const { width, height } = context.canvas;
  if (point && press !== null) ring(context, point, press);
  if (point) pointer(context, point);
  const size = Math.max(12, Math.round(Math.min(width, height) / 32));
  context.font = `${size}px monospace`;
  context.textBaseline = "middle";
  const bar = size * 2;
  if (caption) {
    context.fillStyle = failed ? "rgba(150, 22, 28, 0.94)" : "rgba(16, 18, 27, 0.86)";
    context.fillRect(0, height - bar, width, bar);
    context.fillStyle = "#f4f4f8";
    context.fillText(fitting(context, failed ? `✗ ${caption}` : caption, width - size * 2), size, height - bar / 2);
  }
  if (keys) {
    const wide = context.measureText(keys).width + size * 1.4;
    const top = height - bar * (caption ? 2.1 : 1.3);
    context.fillStyle = "rgba(255, 255, 255, 0.94)";
    context.strokeStyle = "rgba(16, 18, 27, 0.86)";
    context.lineWidth = 1.5;
    context.beginPath();
    context.roundRect(width - wide - size, top, wide, size * 1.8, size / 3);
    context.fill();
    context.stroke();
    context.fillStyle = "#10121b";
    context.fillText(keys, width - wide - size + size * 0.7, top + size * 0.95);
  }
}

function ring(context: CanvasRenderingContext2D, { x, y }: { x: number; y: number }, spread: number): void {
  context.beginPath();
  context.arc(x, y, 6 + spread * RING_PX, 0, 2 * Math.PI);
  context.fillStyle = `rgba(255, 145, 0, ${0.35 * (1 - spread)})`;
  context.strokeStyle = `rgba(255, 90, 0, ${1 - spread})`;
  context.lineWidth = 3;
  context.fill();
  context.stroke();
}

function pointer(context: CanvasRenderingContext2D, { x, y }: { x: number; y: number }): void {
  context.save();
  context.translate(x, y);
  context.fillStyle = "#10121b";
  context.strokeStyle = "#ffffff";
  context.lineWidth = 1.5;
  context.fill(POINTER);
  context.stroke(POINTER);
  context.restore();
}

/** The text, cut so that it is no wider. */
function fitting(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  const each = context.measureText("m").width;
  return `${text.slice(0, Math.max(1, Math.floor(width / each) - 1))}…`;
}
