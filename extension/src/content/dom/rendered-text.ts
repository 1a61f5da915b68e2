// The text of what `innerText` leaves out: shadow trees, and what Firefox has not laid out.
// https://html.spec.whatwg.org/multipage/dom.html#rendered-text-collection-steps

/** What shows something else than the text in it. */
const REPLACED = new Set("audio canvas embed iframe img input object textarea video".split(" "));
const BLOCK = /^(?:block|flex|flow-root|grid|list-item|table|table-caption|table-row)$/;

type Whole = (element: HTMLElement) => string | null;

/**
 * The text that `top` shows. `whole` gives that of an element in one piece, null for one to look into; `marks` are
 * written in the place of some elements.
 */
export function renderedText(top: HTMLElement, whole: Whole, marks: ReadonlyMap<Node, string> = new Map()): string {
  const lines = new Lines();
  collect(top, top, lines, whole, marks);
  return lines.text;
}

function collect(node: Node, holder: Node, lines: Lines, whole: Whole, marks: ReadonlyMap<Node, string>): void {
  const mark = marks.get(node);
  if (mark !== undefined) return lines.block(1, () => lines.add(mark, true));
  if (node instanceof Text && holder instanceof Element) return addText(node, getComputedStyle(holder), lines);
  if (!(node instanceof Element) || REPLACED.has(node.localName)) return;
  const { display, visibility } = getComputedStyle(node);
  if (display === "none" || (display !== "contents" && !node.checkVisibility())) return;
  const shown = visibility === "visible";
  if (node.localName === "br") return lines.add(shown ? "\n" : "", true);
  if (shown && display === "table-cell" && node.previousElementSibling) lines.add("\t", true);
  lines.block(!shown ? 0 : node.localName === "p" ? 2 : BLOCK.test(display) ? 1 : 0, () => {
    const text = node instanceof HTMLElement ? whole(node) : null;
    if (text !== null) return lines.add(text, true);
    for (const inner of contentOf(node)) collect(inner, node, lines, whole, marks);
  });
}

/** What is drawn in an element: what its slot was given, its shadow tree, or its children. */
function contentOf(element: Element): Iterable<Node> {
  const slotted = element instanceof HTMLSlotElement ? element.assignedNodes() : [];
  return slotted.length > 0 ? slotted : (element.openOrClosedShadowRoot ?? element).childNodes;
}

function addText({ data }: Text, style: CSSStyleDeclaration, lines: Lines): void {
  const { visibility, contentVisibility, whiteSpaceCollapse, textTransform } = style;
  if (visibility !== "visible" || contentVisibility === "hidden") return;
  lines.add(transformed(data, textTransform), /preserve|break-spaces/.test(whiteSpaceCollapse));
}

function transformed(text: string, how: string): string {
  if (how === "uppercase") return text.toUpperCase();
  if (how === "lowercase") return text.toLowerCase();
  return how === "capitalize" ? text.replace(/(?<![\p{L}\p{N}])\p{L}/gu, (first) => first.toUpperCase()) : text;
}

/** Text as it is put together: blanks as they are drawn, and between blocks as many breaks as the one that wants most. */
class Lines {
  text = "";
  #breaks = 0;
  #blank = false;

  add(text: string, preserves: boolean): void {
    const drawn = preserves ? text : text.replace(/[ \t\n\f\r]+/g, " ");
    const words = preserves ? text : drawn.replace(/^ | $/g, "");
    if (!preserves && drawn.startsWith(" ")) this.#blank = true;
    if (words === "") return;
    const isOpen = this.text !== "" && this.#breaks === 0 && !/\s$/.test(this.text);
    if (this.text !== "") this.text += "\n".repeat(this.#breaks);
    if (this.#blank && isOpen && !/^\s/.test(words)) this.text += " ";
    this.text += words;
    this.#breaks = 0;
    this.#blank = !preserves && drawn.endsWith(" ");
  }

  /** What `fill` adds is so many lines below what came before, and above what comes. */
  block(breaks: number, fill: () => void): void {
    this.#breaks = Math.max(this.#breaks, breaks);
    fill();
    this.#breaks = Math.max(this.#breaks, breaks);
  }
}
