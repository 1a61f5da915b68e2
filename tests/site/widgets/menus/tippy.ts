import tippy from "tippy.js";
import type { Widget } from "../widget";

export const widget: Widget = (stage, say) => {
  stage.innerHTML = `<button>Harbour</button> <button>Airport</button>`;
  const held = { open: [] as string[], liked: [] as string[] };
  for (const place of stage.querySelectorAll("button")) {
    const name = place.textContent ?? "";
    const card = document.createElement("div");
    card.innerHTML = `${name}: open until ten <button>Like the ${name.toLowerCase()}</button>`;
    card.querySelector("button")?.addEventListener("click", () => {
      held.liked.push(name);
      say(held);
    });
    const tell = (): void => {
      held.open = tips.filter(({ state }) => state.isVisible).map(({ reference }) => reference.textContent ?? "");
      say(held);
    };
    const tips = [
      tippy(place, {
        content: card,
        interactive: true,
        appendTo: document.body,
        delay: 100,
        duration: 0,
        onShown: () => tell(),
        onHidden: () => tell(),
      }),
    ];
  }
  say(held);
};
