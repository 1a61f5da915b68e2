import SignaturePad from "signature_pad";
import type { Widget } from "../widget";

export const widget: Widget = (stage, say) => {
  stage.innerHTML = '<canvas width="300" height="120"></canvas><button type="button">Clear</button>';
  const pad = new SignaturePad(stage.querySelector("canvas") as HTMLCanvasElement);
  const near = (part: number): number => 5 * Math.round(part / 5);
  const tell = (): void =>
    say(pad.toData().map(({ points }) => [points[0], points.at(-1)].map((end) => end && [near(end.x), near(end.y)])));
  pad.addEventListener("endStroke", tell);
  stage.querySelector("button")?.addEventListener("click", () => {
    pad.clear();
    tell();
  });
  tell();
};
