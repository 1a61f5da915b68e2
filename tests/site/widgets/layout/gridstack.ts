import { GridStack } from "gridstack";
import type { Widget } from "../widget";

export const widget: Widget = (stage, say) => {
  stage.innerHTML = '<div class="grid-stack" style="width: 600px"></div>';
  GridStack.renderCB = (element, { content }) => {
    element.textContent = content ?? "";
  };
  const grid = GridStack.init(
    { column: 6, cellHeight: 60, margin: 4, alwaysShowResizeHandle: true, columnOpts: { breakpoints: [] } },
    stage.firstElementChild as HTMLElement,
  ) as GridStack;
  grid.load(["News", "Mail", "Notes"].map((content, at) => ({ id: content, x: 2 * at, y: 0, w: 2, h: 2, content })));
  const tell = (): void =>
    say(grid.getGridItems().map(({ gridstackNode: node }) => [node?.id, node?.x, node?.y, node?.w, node?.h]));
  grid.on("change", tell);
  tell();
};
