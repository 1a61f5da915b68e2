import "@shoelace-style/shoelace/dist/components/button/button.js";
import "@shoelace-style/shoelace/dist/components/dialog/dialog.js";
import "@shoelace-style/shoelace/dist/components/input/input.js";
import "@shoelace-style/shoelace/dist/components/option/option.js";
import "@shoelace-style/shoelace/dist/components/range/range.js";
import "@shoelace-style/shoelace/dist/components/rating/rating.js";
import "@shoelace-style/shoelace/dist/components/select/select.js";
import "@shoelace-style/shoelace/dist/components/split-panel/split-panel.js";
import "@shoelace-style/shoelace/dist/components/switch/switch.js";
import type { SlDialog, SlInput, SlRange, SlRating, SlSelect, SlSwitch } from "@shoelace-style/shoelace";
import type { Widget } from "../widget";

export const widget: Widget = (stage, say) => {
  stage.innerHTML = `
    <sl-select label="Drink"><sl-option value="tea">Tea</sl-option><sl-option value="coffee">Coffee</sl-option></sl-select>
    <sl-range label="Volume" value="20"></sl-range>
    <sl-rating label="Stars"></sl-rating>
    <sl-switch>Loud</sl-switch>
    <sl-button>Rename</sl-button>
    <sl-dialog label="A new name"><sl-input label="Name" clearable></sl-input><sl-button slot="footer">Done</sl-button></sl-dialog>`;
  const part = <T extends Element>(name: string): T => stage.querySelector(name) as T;
  const [open, done] = stage.querySelectorAll("sl-button");
  const dialog = part<SlDialog>("sl-dialog");
  open?.addEventListener("click", () => void dialog.show());
  done?.addEventListener("click", () => void dialog.hide());
  const tell = (): void =>
    say({
      drink: part<SlSelect>("sl-select").value,
      volume: part<SlRange>("sl-range").value,
      stars: part<SlRating>("sl-rating").value,
      loud: part<SlSwitch>("sl-switch").checked,
      name: part<SlInput>("sl-input").value,
      open: dialog.open,
    });
  for (const type of ["sl-change", "sl-input", "sl-after-show", "sl-after-hide"]) stage.addEventListener(type, tell);
  tell();
};
