import Split from "split.js";
import type { Widget } from "../widget";

export const widget: Widget = (stage, say) => {
  stage.innerHTML = '<div style="display: flex; width: 610px; height: 80px"><div>Left</div><div>Right</div></div>';
  const panes = [...(stage.firstElementChild as HTMLElement).children] as HTMLElement[];
  const split = Split(panes, { gutterSize: 10, onDragEnd: (sizes) => say(sizes.map(Math.round)) });
  say(split.getSizes().map(Math.round));
};
