import { TimepickerUI } from "timepicker-ui";
import type { Widget } from "../widget";

export const widget: Widget = (stage, say) => {
  stage.innerHTML = `<div><input aria-label="Wake up at" value="07:15"></div>`;
  const picker = new TimepickerUI(stage.querySelector("input") as HTMLInputElement, {
    clock: { type: "24h" },
    ui: { animation: false },
  });
  picker.create();
  const tell = (): void => say(picker.getValue().time);
  picker.on("confirm", () => setTimeout(tell));
  tell();
};
