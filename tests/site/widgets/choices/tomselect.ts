import TomSelect from "tom-select";
import type { Widget } from "../widget";

const CAPITALS = ["Athens", "Berlin", "Lisbon", "London", "Madrid", "Paris", "Rome", "Vienna"];

export const widget: Widget = (stage, say) => {
  stage.innerHTML = `<label for="capital">Capital</label><select id="capital">${CAPITALS.map((name) => `<option>${name}</option>`).join("")}</select>`;
  const box = new TomSelect(stage.querySelector("select"), { create: true, onChange: say });
  say(box.getValue());
};
