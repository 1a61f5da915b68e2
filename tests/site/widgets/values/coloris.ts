import Coloris from "@melloware/coloris";
import type { Widget } from "../widget";

export const widget: Widget = (stage, say) => {
  stage.innerHTML = `<input aria-label="Paint" value="#336699">`;
  const input = stage.firstElementChild as HTMLInputElement;
  Coloris.init();
  Coloris.coloris({ el: input, swatches: ["#264653", "#e76f51"], formatToggle: true });
  const tell = (): void => say(input.value);
  input.addEventListener("input", tell);
  input.addEventListener("change", tell);
  tell();
};
