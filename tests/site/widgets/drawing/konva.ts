import Konva from "konva";
import type { Widget } from "../widget";

export const widget: Widget = (container, say) => {
  const stage = new Konva.Stage({ container: container as HTMLDivElement, width: 400, height: 200 });
  const layer = new Konva.Layer();
  const box = new Konva.Rect({ x: 40, y: 40, width: 100, height: 60, fill: "orange", draggable: true });
  const handles = new Konva.Transformer({ nodes: [box], rotateEnabled: false, keepRatio: false });
  layer.add(box, handles);
  stage.add(layer);
  const tell = (): void => {
    const { x, y, width, height } = box.getClientRect({ skipStroke: true });
    say({ x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) });
  };
  box.on("dragend transformend", tell);
  tell();
};
