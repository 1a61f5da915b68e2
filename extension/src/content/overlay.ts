// The overlay: a watermark that says whose tab this is, and a glow around what is acted on. For people who look on.
//
// It lies in a closed shadow root, takes no clicks, and is taken off while a picture is taken.

import type { Look } from "../shared/panel";

interface Overlay {
  show(look: Look): void;
  /** For the time of a picture. */
  hide(hidden: boolean): void;
}

declare global {
  var clzOverlay: Overlay | undefined;
}

const GLOW_MS = 1_200;
const STYLE = `
:host { all: initial !important; position: fixed !important; inset: 0 !important; pointer-events: none !important;
  z-index: 2147483647 !important; }
:host([hidden]) { display: none !important; }
.mark { position: absolute; right: 8px; bottom: 8px; padding: 2px 8px; border-radius: 9px; font: 600 11px/16px sans-serif;
  color: #fff; background: #7b2ff7cc; }
.glow { position: absolute; border-radius: 6px; opacity: 0; transition: opacity .3s; box-shadow: 0 0 0 2px #7b2ff7,
  0 0 14px 5px #7b2ff799; }
.glow.on { opacity: 1; }
[hidden] { display: none; }
`;

globalThis.clzOverlay ??= make();

function make(): Overlay {
  const host = document.createElement("div");
  const root = host.attachShadow({ mode: "closed" });
  const style = document.createElement("style");
  style.textContent = STYLE;
  const mark = document.createElement("div");
  mark.className = "mark";
  mark.textContent = "clz";
  const glow = document.createElement("div");
  glow.className = "glow";
  root.append(style, mark, glow);
  host.setAttribute("aria-hidden", "true");
  let glows = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const shine = (event: Event): void => {
    const target = event.composedPath()[0];
    if (!glows || !(target instanceof Element) || target === document.documentElement || target === document.body) return;
    const { x, y, width, height } = target.getBoundingClientRect();
    Object.assign(glow.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
    glow.classList.add("on");
    clearTimeout(timer);
    timer = setTimeout(() => glow.classList.remove("on"), GLOW_MS);
  };
  for (const type of ["mousedown", "focusin", "input"]) window.addEventListener(type, shine, { capture: true, passive: true });

  return {
    show: (look) => {
      mark.hidden = !look.watermark;
      glow.hidden = !look.glow;
      glows = look.glow;
      if (look.watermark || look.glow) document.documentElement.append(host);
      else host.remove();
    },
    hide: (hidden) => {
      host.hidden = hidden;
    },
  };
}
