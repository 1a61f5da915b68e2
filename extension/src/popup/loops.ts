// Focus loops: how far each has come, and an end to it.

import { List, find, make, setAttribute, setText, type Row } from "../panel/dom";
import { act } from "../panel/link";
import type { Overview } from "../generated/messages";
import type { PanelState } from "../shared/panel";

type LoopRow = Overview["loops"][number];
import { minutes } from "./times";
import { table } from "../shared/table";

const ENDS = table<string>({ iterations: "All iterations are done", time: "Its time is over" });

export class LoopsView {
  readonly #list = new List<LoopRow>(find("loop-list"), ({ key }) => key, loopRow, find("loops-heading"));

  show({ host }: PanelState): void {
    const loops = host?.loops ?? [];
    this.#list.show(loops);
    find("loops").hidden = loops.length === 0;
  }
}

function loopRow({ key }: LoopRow): Row<LoopRow> {
  const preview = make("bdi", { class: "preview" });
  const name = make("bdi", { class: "short", text: key });
  const far = make("span");
  const left = make("span", { class: "dim" });
  const bar = make("progress", { attributes: { "aria-label": `Iterations of ${key}` } });
  const stop = make("button", { class: "small", text: "Stop", attributes: { type: "button" } });
  stop.addEventListener("click", () => void act("stopLoop", { key }, `Stopped the loop ${key}`));
  return {
    element: make(
      "li",
      { class: "card loop" },
      make("div", { class: "line" }, preview, stop),
      bar,
      make("div", { class: "line facts" }, far, left, name),
    ),
    update: (loop) => {
      setText(preview, loop.preview);
      setAttribute(preview, "title", loop.preview);
      setText(far, `Iteration ${loop.iteration} of ${loop.maxIterations}`);
      setText(left, loop.active ? `${minutes(loop.leftMs)} left` : (ENDS[loop.ended ?? ""] ?? "Ended"));
      bar.max = loop.maxIterations;
      bar.value = loop.iteration;
      setText(stop, loop.active ? "Stop" : "Clear");
      setAttribute(stop, "aria-label", `${loop.active ? "Stop" : "Clear"} the loop ${key}`);
    },
  };
}
