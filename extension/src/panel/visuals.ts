// The switches of the watermark and the glow.

import type { PanelState } from "../shared/panel";
import { find } from "./dom";
import { act } from "./link";

const NAMES = { watermark: "Watermark", glow: "Glow" } as const;

type Name = keyof typeof NAMES;

export function listenToVisuals(): void {
  for (const name of Object.keys(NAMES) as Name[]) {
    const box = find<HTMLInputElement>(name);
    box.addEventListener("change", () => {
      void act("visuals", { [name]: box.checked }, `${NAMES[name]} ${box.checked ? "on" : "off"}`);
    });
  }
}

export function showVisuals({ visuals }: PanelState): void {
  for (const name of Object.keys(NAMES) as Name[]) find<HTMLInputElement>(name).checked = visuals[name];
}
