// Marks: the numbers of the notes that a person has written, over the elements that these are about. Like all of clz's
// that lies over a page they are content of Firefox's own, which the page neither sees nor finds.

const MOVES = ["scroll", "resize", "load", "transitionend", "animationend"];
const SIDE_PX = 20;
const STYLE = `
.all { position: fixed; inset: 0; pointer-events: none; }
.all.covered { opacity: 0; }
.mark { position: absolute; min-width: 10px; height: 20px; padding: 0 5px; border-radius: 10px; text-align: center;
  font: 700 12px/20px sans-serif; color: #fff; background: #7b2ff7; box-shadow: 0 0 0 2px #fffc; }
[hidden] { display: none; }
`;

export class Marks {
  readonly #content: GeckoAnonymousContent;
  readonly #all: HTMLElement;
  readonly #marks = new Map<number, { element: Element; mark: HTMLElement }>();
  readonly #observer: MutationObserver;
  #isPlacing = false;

  constructor(private readonly window: GeckoWindow) {
    const { document } = window;
    this.#content = document.insertAnonymousContent();
    const style = document.createElement("style");
    style.textContent = STYLE;
    this.#all = document.createElement("div");
    this.#all.className = "all";
    this.#content.root.append(style, this.#all);
    for (const type of MOVES) window.addEventListener(type, this.#move, { capture: true, passive: true });
    this.#observer = new window.MutationObserver(this.#move);
    this.#observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  }

  add(element: Element, number: number): void {
    const mark = this.window.document.createElement("div");
    mark.className = "mark";
    mark.textContent = String(number);
    this.#all.append(mark);
    this.#marks.set(number, { element, mark });
    this.#place();
  }

  /** Takes off those that are not among these numbers. True if none is left: it is over then. */
  keep(open: readonly number[]): boolean {
    for (const [number, { mark }] of this.#marks) {
      if (open.includes(number)) continue;
      mark.remove();
      this.#marks.delete(number);
    }
    if (this.#marks.size > 0) return false;
    this.#observer.disconnect();
    for (const type of MOVES) this.window.removeEventListener(type, this.#move, { capture: true });
    this.window.document.removeAnonymousContent(this.#content);
    return true;
  }

  cover(on: boolean): void {
    this.#all.classList.toggle("covered", on);
  }

  readonly #move = (): void => {
    if (this.#isPlacing) return;
    this.#isPlacing = true;
    this.window.requestAnimationFrame(() => {
      this.#isPlacing = false;
      this.#place();
    });
  };

  #place(): void {
    for (const { element, mark } of this.#marks.values()) {
      const { x, y, width, height } = element.getBoundingClientRect();
      mark.hidden = !element.isConnected || (width === 0 && height === 0);
      const place = { left: `${Math.max(0, x + width - SIDE_PX / 2)}px`, top: `${Math.max(0, y - SIDE_PX / 2)}px` };
      Object.assign(mark.style, place);
    }
  }
}
