import Cropper from "cropperjs";
import type { Widget } from "../widget";

const PICTURE = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="400" height="200" fill="teal"/><circle cx="120" cy="100" r="60" fill="gold"/></svg>')}`;

export const widget: Widget = (stage, say) => {
  stage.innerHTML = '<div style="width: 400px; height: 200px"><img alt="A sun" width="400" height="200"></div>';
  const picture = stage.querySelector("img") as HTMLImageElement;
  picture.src = PICTURE;
  const cropper = new Cropper(picture);
  const selection = cropper.getCropperSelection();
  const tell = (): void => {
    const { x = 0, y = 0, width = 0, height = 0 } = selection ?? {};
    say([x, y, width, height].map(Math.round));
  };
  selection?.addEventListener("change", () => requestAnimationFrame(tell));
  tell();
};
