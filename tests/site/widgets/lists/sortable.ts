import Sortable from "sortablejs";
import type { Widget } from "../widget";

export const widget: Widget = (stage, say) => {
  stage.innerHTML = `<ul>${["Anna", "Bert", "Carl", "Dora"].map((name) => `<li data-id="${name}">${name}</li>`).join("")}</ul>`;
  const list = Sortable.create(stage.firstElementChild as HTMLElement, {
    animation: 100,
    onEnd: () => say(list.toArray()),
  });
  say(list.toArray());
};
