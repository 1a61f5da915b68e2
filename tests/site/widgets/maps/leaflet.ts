import { circleMarker, CRS, geoJSON, map as mapOn, marker, icon, type Marker } from "leaflet";
import type { Widget } from "../widget";

const PIN =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='24' height='24'%3E%3Ccircle cx='12' cy='12' r='10' fill='crimson'/%3E%3C/svg%3E";

interface Land {
  name: string;
}

const square = (name: string, x: number, y: number): GeoJSON.Feature<GeoJSON.Polygon, Land> => ({
  type: "Feature",
  properties: { name },
  geometry: {
    type: "Polygon",
    coordinates: [
      [
        [x, y],
        [x + 80, y],
        [x + 80, y + 80],
        [x, y + 80],
        [x, y],
      ],
    ],
  },
});

export const widget: Widget = (stage, say) => {
  stage.innerHTML = '<div style="width: 500px; height: 250px"></div>';
  const map = mapOn(stage.firstElementChild as HTMLElement, {
    crs: CRS.Simple,
    center: [0, 0],
    zoom: 0,
    attributionControl: false,
  });
  let pressed = "";
  const tell = (): void => {
    const { lat, lng } = map.getCenter();
    say({ center: [Math.round(lng), Math.round(lat)], zoom: map.getZoom(), pressed });
  };
  const press = (name: string) => (): void => {
    pressed = name;
    tell();
  };
  const lands: GeoJSON.FeatureCollection<GeoJSON.Polygon, Land> = {
    type: "FeatureCollection",
    features: [square("Westland", -200, -40), square("Eastland", 120, -40)],
  };
  geoJSON<Land>(lands, {
    onEachFeature: ({ properties: { name } }, layer) => layer.bindTooltip(name).on("click", press(name)),
  }).addTo(map);
  marker([0, 0], { icon: icon({ iconUrl: PIN, iconSize: [24, 24] }), alt: "Harbour", draggable: true })
    .bindPopup("The harbour")
    .on("click", press("Harbour"))
    .on("dragend", ({ target }) => press(`Harbour at ${Math.round((target as Marker).getLatLng().lng)}`)())
    .addTo(map);
  circleMarker([60, 60]).addTo(map);
  map.on("moveend zoomend", tell);
  tell();
};
