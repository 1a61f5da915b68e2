import rater from "rater-js";
import type { Widget } from "../widget";

/** Stars that are drawn as a background: where the mouse is says how many. */
export const widget: Widget = (stage, say) => {
  stage.innerHTML = `<div></div>`;
  const stars = rater({
    element: stage.firstElementChild as HTMLElement,
    rateCallback: (rating, done) => {
      stars.setRating(rating);
      say(rating);
      done?.();
    },
    starSize: 32,
    step: 0.5,
  });
  say(0);
};
