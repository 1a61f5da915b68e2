import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import type { Widget } from "../widget";

/** Cards that are carried from one column to another, by the browser's own drag and drop. */
export const widget: Widget = (stage, say) => {
  const held: Record<string, string[]> = { Planned: ["Paint", "Sweep"], Done: ["Dig"] };
  const draw = (): void => {
    stage.replaceChildren(...Object.entries(held).map(([name, cards]) => columnOf(name, cards)));
    say(held);
  };
  stage.style.cssText = "display: flex; gap: 20px";
  monitorForElements({
    onDrop({ source, location }) {
      const card = source.data.card as string;
      const to = location.current.dropTargets[0]?.data.column as string | undefined;
      if (to === undefined) return;
      for (const [name, cards] of Object.entries(held)) held[name] = cards.filter((one) => one !== card);
      held[to]?.push(card);
      draw();
    },
  });
  draw();
};

function columnOf(name: string, cards: string[]): HTMLElement {
  const column = document.createElement("div");
  column.style.cssText = "width: 200px; min-height: 120px; border: 1px solid grey";
  column.innerHTML = `<h3>${name}</h3>`;
  dropTargetForElements({ element: column, getData: () => ({ column: name }) });
  for (const text of cards) {
    const card = document.createElement("div");
    card.textContent = text;
    draggable({ element: card, getInitialData: () => ({ card: text }) });
    column.append(card);
  }
  return column;
}
