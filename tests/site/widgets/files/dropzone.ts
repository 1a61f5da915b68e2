import Dropzone from "dropzone";
import type { Widget } from "../widget";

export const widget: Widget = (stage, say) => {
  stage.innerHTML = '<div class="dropzone"></div>';
  const zone = new Dropzone(stage.firstElementChild as HTMLElement, {
    url: "/status/200",
    autoProcessQueue: false,
    addRemoveLinks: true,
  });
  const tell = (): void => say(zone.files.map(({ name, size }) => [name, size]));
  zone.on("addedfile", tell).on("removedfile", tell);
  tell();
};
