import {
  addEdge,
  Background,
  Controls,
  ReactFlow,
  useEdgesState,
  useNodesState,
  type Edge,
  type Node,
} from "@xyflow/react";
import { useEffect } from "react";
import { createRoot } from "react-dom/client";
import type { Widget } from "../widget";

const NODES: Node[] = [
  { id: "in", type: "input", position: { x: 20, y: 20 }, data: { label: "Source" } },
  { id: "mid", position: { x: 250, y: 120 }, data: { label: "Filter" } },
  { id: "out", type: "output", position: { x: 20, y: 220 }, data: { label: "Sink" } },
];

/** A drag begins with the first pixels that the mouse has moved: they are no part of it. */
const near = (part: number): number => 10 * Math.round(part / 10);

function Flow({ say }: { say: (held: unknown) => void }) {
  const [nodes, , changeNodes] = useNodesState(NODES);
  const [edges, setEdges, changeEdges] = useEdgesState<Edge>([]);
  useEffect(() => {
    const places = nodes.map(({ id, position: { x, y } }) => [id, near(x), near(y)]);
    say({ places, edges: edges.map(({ source, target }) => `${source} to ${target}`) });
  }, [nodes, edges, say]);
  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      onNodesChange={changeNodes}
      onEdgesChange={changeEdges}
      onConnect={(made) => setEdges((all) => addEdge(made, all))}
    >
      <Background />
      <Controls />
    </ReactFlow>
  );
}

export const widget: Widget = (stage, say) => {
  stage.innerHTML = '<div style="width: 600px; height: 320px"></div>';
  createRoot(stage.firstElementChild as HTMLElement).render(<Flow say={say} />);
};
