import noUiSlider, { type API } from "nouislider";
import type { Widget } from "../widget";

export const widget: Widget = (stage, say) => {
  stage.innerHTML = `<div style="margin: 40px 20px; width: 400px"></div>`;
  const slider: API = noUiSlider.create(stage.firstElementChild as HTMLElement, {
    connect: true,
    handleAttributes: [{ "aria-label": "Lowest price" }, { "aria-label": "Highest price" }],
    range: { min: 0, max: 100 },
    start: [20, 80],
    step: 1,
    tooltips: true,
  });
  slider.on("set", () => say(slider.get(true)));
  say(slider.get(true));
};
