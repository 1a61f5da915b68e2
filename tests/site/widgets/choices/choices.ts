import Choices from "choices.js";
import type { Widget } from "../widget";

export const widget: Widget = (stage, say) => {
  stage.innerHTML = `
    <label for="country">Country</label>
    <select id="country"><option value="">Choose</option><option>France</option><option>Greece</option><option>Italy</option></select>
    <label for="berries">Berries</label>
    <select id="berries" multiple><option>Bilberry</option><option>Cloudberry</option><option>Raspberry</option></select>`;
  const [country, berries] = [...stage.querySelectorAll("select")].map(
    (element) => new Choices(element, { removeItemButton: element.multiple }),
  );
  const tell = (): void => say([country?.getValue(true), berries?.getValue(true)]);
  stage.addEventListener("change", tell);
  tell();
};
