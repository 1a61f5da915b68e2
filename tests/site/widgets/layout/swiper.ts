import Swiper from "swiper";
import { A11y, Navigation, Pagination } from "swiper/modules";
import type { Widget } from "../widget";

export const widget: Widget = (stage, say) => {
  const slides = ["One", "Two", "Three", "Four"].map((name) => `<div class="swiper-slide">${name}</div>`).join("");
  stage.innerHTML = `<div class="swiper" style="width: 400px; height: 120px"><div class="swiper-wrapper">${slides}</div>
    <div class="swiper-button-prev"></div><div class="swiper-button-next"></div><div class="swiper-pagination"></div></div>`;
  const swiper = new Swiper(stage.firstElementChild as HTMLElement, {
    modules: [A11y, Navigation, Pagination],
    navigation: { prevEl: ".swiper-button-prev", nextEl: ".swiper-button-next" },
    pagination: { el: ".swiper-pagination", clickable: true },
  });
  const tell = (): void => say(swiper.activeIndex);
  swiper.on("transitionEnd", tell);
  tell();
};
