import Feature from "ol/Feature";
import Map from "ol/Map";
import View from "ol/View";
import { LineString } from "ol/geom";
import { Draw, Modify } from "ol/interaction";
import VectorLayer from "ol/layer/Vector";
import Projection from "ol/proj/Projection";
import VectorSource from "ol/source/Vector";
import type { Widget } from "../widget";

export const widget: Widget = (stage, say) => {
  stage.innerHTML = '<div style="width: 500px; height: 250px"></div>';
  const line = new Feature(
    new LineString([
      [-200, 0],
      [-150, 50],
      [-100, 0],
    ]),
  );
  const source = new VectorSource({ features: [line] });
  const projection = new Projection({ code: "pixels", units: "pixels", extent: [-1000, -1000, 1000, 1000] });
  const view = new View({ projection, center: [0, 0], resolution: 1 });
  const map = new Map({ target: stage.firstElementChild as HTMLElement, layers: [new VectorLayer({ source })], view });
  const draw = new Draw({ source, type: "LineString" });
  draw.setActive(false);
  map.addInteraction(new Modify({ source }));
  map.addInteraction(draw);
  const button = document.createElement("button");
  button.textContent = "Draw a line";
  button.addEventListener("click", () => draw.setActive(true));
  draw.on("drawend", () => draw.setActive(false));
  stage.append(button);
  // A drag begins with the first pixels that the mouse has moved: they are not part of it.
  const near = (point: number[]): number[] => point.map((part) => 5 * Math.round(part / 5) + 0);
  const tell = (): void => {
    const lines = source.getFeatures().map((one) => (one.getGeometry() as LineString).getCoordinates().map(near));
    say({ lines, center: near(view.getCenter() as number[]), resolution: view.getResolution() });
  };
  source.on("change", tell);
  map.on("moveend", tell);
  tell();
};
