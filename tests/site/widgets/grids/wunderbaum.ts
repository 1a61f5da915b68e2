import { Wunderbaum } from "wunderbaum";
import type { Widget } from "../widget";

export const widget: Widget = async (stage, say) => {
  stage.innerHTML = `<div style="height: 240px; width: 400px"></div>`;
  const tree = new Wunderbaum({
    element: stage.firstElementChild as HTMLDivElement,
    source: [
      { title: "Plants", key: "plants", children: [{ title: "Fern" }, { title: "Moss" }] },
      { title: "Beasts", key: "beasts", children: [{ title: "Fox" }, { title: "Owl" }] },
      { title: "Rocks", key: "rocks", children: [{ title: "Flint" }] },
    ],
    checkbox: true,
    dnd: {
      dragStart: () => true,
      dragEnter: () => true,
      guessDropEffect: true,
      drop: ({ node, sourceNode, suggestedDropMode }) => {
        sourceNode.moveTo(node, suggestedDropMode);
        tell();
      },
    },
    edit: { trigger: ["F2", "clickActive"], apply: () => void setTimeout(tell) },
    expand: () => tell(),
    select: () => tell(),
  });
  const tell = (): void => {
    const titled = (nodes: typeof tree.root.children): unknown[] =>
      (nodes ?? []).map(({ title, children }) => (children ? [title, ...titled(children)] : title));
    const opened: string[] = [];
    tree.visit((node) => {
      if (node.expanded) opened.push(node.title);
    });
    say({ tree: titled(tree.root.children), opened, ticked: tree.getSelectedNodes().map(({ title }) => title) });
  };
  await tree.ready;
  tell();
};
