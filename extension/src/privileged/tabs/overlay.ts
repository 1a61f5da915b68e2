// The overlay: a watermark that says whose tab this is, and a glow around what is acted on. For people who look on.
//
// It is content of Firefox's own beside the page's, as its developer tools draw it: it takes no clicks, and no script,
// no selector and no observer of the page sees it. It is taken off while a picture is taken.

import type { Drawn } from "../../shared/panel";

const GLOW_MS = 1_200;
const ACTS = ["mousedown", "focusin", "input"];
const STYLE = `
.all { position: fixed; inset: 0; pointer-events: none; }
.mark { position: absolute; right: 8px; bottom: 8px; padding: 2px 8px; border-radius: 9px; font: 600 11px/16px sans-serif;
  color: #fff; background: #7b2ff7cc; }
.mark.recording { background: #c62828; }
.glow { position: absolute; border-radius: 6px; opacity: 0; transition: opacity .3s; box-shadow: 0 0 0 2px #7b2ff7,
  0 0 14px 5px #7b2ff799; }
.glow.on { opacity: 1; }
[hidden] { display: none; }
`;

interface Shown {
  content: GeckoAnonymousContent;
  mark: HTMLElement;
  glow: HTMLElement;
}

export class Overlay {
  #shown: Shown | null = null;
  /** Counts glows: each one ends itself alone. */
  #glows = 0;

  constructor(private readonly window: GeckoWindow) {}

  show({ watermark, glow: glows, recording }: Drawn): void {
    if (!watermark && !glows && !recording) {
      this.#remove();
      return;
    }
    const { mark, glow } = (this.#shown ??= this.#insert());
    mark.hidden = !watermark && !recording;
    mark.textContent = recording ? "● recording" : "clz";
    mark.classList.toggle("recording", recording);
    glow.hidden = !glows;
  }

  #insert(): Shown {
    const { document } = this.window;
    const content = document.insertAnonymousContent();
    const make = (name: string, text: string): HTMLElement => {
      const made = document.createElement("div");
      made.className = name;
      made.textContent = text;
      return made;
    };
    const style = document.createElement("style");
    style.textContent = STYLE;
    const [all, mark, glow] = [make("all", ""), make("mark", "clz"), make("glow", "")];
    all.append(mark, glow);
    content.root.append(style, all);
    for (const type of ACTS) this.window.addEventListener(type, this.#shine, { capture: true, passive: true });
    return { content, mark, glow };
  }

  #remove(): void {
    if (!this.#shown) return;
    for (const type of ACTS) this.window.removeEventListener(type, this.#shine, { capture: true });
    this.window.document.removeAnonymousContent(this.#shown.content);
    this.#shown = null;
  }

  readonly #shine = (event: Event): void => {
    const glow = this.#shown?.glow;
    const { documentElement, body } = this.window.document;
    const target = event.composedPath()[0] as Element | undefined;
    if (!glow || glow.hidden || target?.nodeType !== 1 || target === documentElement || target === body) return;
    const { x, y, width, height } = target.getBoundingClientRect();
    Object.assign(glow.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
    glow.classList.add("on");
    const mine = (this.#glows += 1);
    this.window.setTimeout(() => mine === this.#glows && glow.classList.remove("on"), GLOW_MS);
  };
}
