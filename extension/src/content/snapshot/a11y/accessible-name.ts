// The accessible name of an element, by the steps of the standard (accname 1.2, HTML-AAM), over the flat tree: shadow
// roots and slots are read as they are drawn, whether open or closed.

import { isSecretField, masked } from "../../../shared/secrets/secret-fields";
import { referred } from "../../dom/roots";
import { drawnText } from "./drawn-text";
import { internal } from "../../dom/internals";
import type { Styles } from "./styles/styles";
import { table } from "../../../shared/table";

/** Never read, hidden or not. */
const UNREAD = new Set("defs desc head metadata noscript script style symbol template title".split(" "));
const TEXT_INPUTS = new Set("date datetime-local email month password search tel text time url week".split(" "));
const BUTTON_INPUTS = new Set(["button", "reset", "submit"]);
/** What those buttons say by themselves. */
const BUTTON_WORDS = table<string>({ submit: "Submit", reset: "Reset" });
const LABELLED = new Set("button input meter output progress select textarea".split(" "));
const RANGES = new Set("meter progressbar scrollbar slider spinbutton".split(" "));
/** Displays that leave the words before and after them in one line; all others set them apart. */
const IN_LINE = /^(?:inline|contents|ruby|ruby-base|ruby-text|none)$/;
const CONTROLS = /[\p{Cc}\s]+/gu;

/** How a node was reached. */
interface Step {
  /** True below the element whose name is asked for. */
  nested: boolean;
  /** True on a way that began with a reference: by `aria-labelledby`, or by a label. It follows no other reference. */
  referenced: boolean;
  /** True if what is hidden counts: what was referred to is hidden itself. */
  hidden: boolean;
}

/** The name; `byContent` says whether its role takes one from what it holds. Control characters count as spaces. */
export function accessibleName(element: Element, byContent: boolean, styles: Styles): string {
  const name = new Naming(element, styles).name(byContent);
  return name.replace(CONTROLS, " ").trim();
}

/** The same of what nothing names but the text that is all it holds; null where more may. */
export function leafName(element: Element, tag: string, attributes: string[], styles: Styles): string | null {
  if (UNREAD.has(tag) || /^(?:details|slot)$/.test(tag) || tag.includes("-") || attributes.includes("aria-owns"))
    return null;
  if (element.openOrClosedShadowRoot || (tag === "button" && styles.labels.of(element).length > 0)) return null;
  const words = wordsDrawn(element, "::before", styles) + element.textContent + wordsDrawn(element, "::after", styles);
  return words.replace(CONTROLS, " ").trim();
}

/** The name that `aria-labelledby`, `aria-label` or `title` gives, whatever the role. */
export function authorName(element: Element, styles: Styles): string {
  return accessibleName(element, false, styles);
}

/** One computation. No node counts twice in it. */
class Naming {
  readonly #seen = new Set<Element>();

  constructor(
    private readonly named: Element,
    private readonly styles: Styles,
  ) {}

  name(byContent: boolean): string {
    const element = this.named;
    // What is hidden as a whole is named by all that is in it, for those who ask.
    const step = { nested: false, referenced: false, hidden: element.localName === "area" || this.#isUnseen(element) };
    return this.#of(element, step, byContent);
  }

  #of(element: Element, step: Step, byContent: boolean): string {
    if (this.#seen.has(element) || UNREAD.has(element.localName)) return "";
    if (step.nested && !step.hidden) {
      if (isHiddenByAuthor(element)) return "";
      if (!isSeen(element)) {
        if (!this.#isDrawn(element)) return "";
        // What is in it may be seen all the same.
        if (this.styles(element).visibility !== "visible") return this.#content(element, step, false);
      }
    }
    if (!step.referenced) {
      const referred = this.#byReferences(referencesOf(element));
      if (referred) return referred;
    }
    this.#seen.add(element);
    const tag = element.localName;
    const role = (element.getAttribute("role") ?? "").trim().toLowerCase();
    const value = step.nested && element !== this.named ? this.#value(element, tag, role, step) : null;
    if (value) return value;
    const label = tag === "slot" ? "" : saidBy(element, "aria-label") || internal(element, "ariaLabel", tag).trim();
    if (label) return label;
    let blank = "";
    if (value === null) {
      const native = role === "none" || role === "presentation" ? "" : this.#native(element, tag, step);
      if (native) return native;
      const content = step.nested || step.referenced || byContent ? this.#content(element, step, true) : "";
      if (isSaid(content)) return content;
      blank = content; // the space between two words, which an element may hold alone
    }
    return saidBy(element, "title") || (tag === "input" && step.nested ? "" : placeholderOf(element)) || blank;
  }

  /** What several elements say that are referred to, in their order. */
  #byReferences(elements: Iterable<Element>): string {
    const said: string[] = [];
    for (const element of elements) {
      const words = this.#of(element, { nested: true, referenced: true, hidden: this.#isUnseen(element) }, true);
      if (isSaid(words)) said.push(words.trim());
    }
    return said.join(" ");
  }

  /** What a control holds, as a part of the name of something else; null for what is no control. */
  #value(element: Element, tag: string, role: string, step: Step): string | null {
    if (tag === "input") {
      const { type, value } = element as HTMLInputElement;
      if (TEXT_INPUTS.has(type)) return isSecretField(element) ? masked(value) : value;
      return type === "range" || type === "number" ? rangeOf(element) || value : null;
    }
    if (tag === "textarea") {
      const { value } = element as HTMLTextAreaElement;
      return isSecretField(element) ? masked(value) : value;
    }
    if (tag === "select") {
      return [...(element as HTMLSelectElement).selectedOptions].map(({ label }) => label).join(" ");
    }
    if (tag === "meter" || tag === "progress") return rangeOf(element) || String((element as HTMLMeterElement).value);
    if (RANGES.has(role)) return rangeOf(element);
    if (role !== "combobox" && role !== "listbox") return null;
    const within = [element, ...referred(element, "aria-owns")];
    const chosen = within.flatMap((one) => [...one.querySelectorAll('[role="option"][aria-selected="true"]')]);
    return chosen.length > 0 ? chosen.map((option) => this.#of(option, step, true).trim()).join(" ") : null;
  }

  /** What HTML and SVG name it by. */
  #native(element: Element, tag: string, step: Step): string {
    if ((LABELLED.has(tag) || tag.includes("-")) && !step.referenced) {
      const labels = this.#byReferences(this.styles.labels.of(element));
      if (labels) return labels;
    }
    switch (tag) {
      case "input": {
        const { type, value } = element as HTMLInputElement;
        if (BUTTON_INPUTS.has(type)) return value || saidBy(element, "title") || (BUTTON_WORDS[type] ?? "");
        if (type === "image") return saidBy(element, "alt") || saidBy(element, "title") || "Submit Query";
        return "";
      }
      case "img":
      case "area":
        return saidBy(element, "alt");
      case "fieldset":
        return this.#child(element, "legend");
      case "table":
        return this.#child(element, "caption");
      case "figure":
        return this.#child(element, "figcaption");
      case "optgroup":
        return saidBy(element, "label");
      case "option":
        return saidBy(element, "label");
      default:
        return element instanceof SVGElement ? titleOf(element) : "";
    }
  }

  #child(element: Element, tag: string): string {
    for (const child of element.children) {
      if (child.localName === tag) return this.#byReferences([child]);
    }
    return "";
  }

  /** What is in it, with what style sheets draw before and after that. Its own text counts if it can be seen. */
  #content(element: Element, step: Step, own: boolean): string {
    const inside = { ...step, nested: true };
    let words = own ? this.#drawn(element, "::before") : "";
    for (const node of flatChildren(element)) {
      if (node.nodeType === 3) {
        if (own) words += (node as Text).data;
      } else if (node.nodeType === 1) words += this.#apart(node as Element, inside);
    }
    for (const owned of referred(element, "aria-owns")) {
      // What is hidden from everybody cannot be owned; what only a part around it hides from those who listen can.
      if (this.#isDrawn(owned)) words += ` ${this.#of(owned, inside, true)}`;
    }
    return own ? words + this.#drawn(element, "::after") : words;
  }

  /** What a child says, set apart as it is drawn. */
  #apart(child: Element, step: Step): string {
    if (child.localName === "br") return " ";
    const words = this.#of(child, step, true);
    return words && !IN_LINE.test(this.styles(child).display) ? ` ${words} ` : words;
  }

  #drawn(element: Element, pseudo: "::before" | "::after"): string {
    return wordsDrawn(element, pseudo, this.styles);
  }

  /** True for what nobody sees, or nobody hears: as a whole, by itself or by what it is in. */
  #isUnseen(element: Element): boolean {
    if (element.closest('[aria-hidden="true"]')) return true;
    return !isSeen(element) && (!this.#isDrawn(element) || this.styles(element).visibility !== "visible");
  }

  #isDrawn(element: Element): boolean {
    if (element.checkVisibility()) return true;
    // What is laid out by its children has no box, and neither have options and areas, which something else draws.
    if (this.styles(element).display === "none") return false;
    const around = element.parentElement;
    if (/^(?:area|option|optgroup)$/.test(element.localName)) return true;
    if (around?.closest("canvas")) return true;
    return this.styles(element).display === "contents" && (!around || this.#isDrawn(around));
  }
}

/** What style sheets write before or after what is in an element. */
export function wordsDrawn(element: Element, pseudo: "::before" | "::after", styles: Styles): string {
  const style = styles.drawn(element, pseudo);
  if (!style || /^(?:none|normal)?$/.test(style.content) || isUndrawn(style, styles(element))) return "";
  const words = drawnText(style.content, element);
  return words && !IN_LINE.test(style.display) ? ` ${words} ` : words;
}

/** The text of an element with what style sheets write around it; empty if they write nothing. */
export function drawnWith(element: Element, styles: Styles): string {
  const [before, after] = [wordsDrawn(element, "::before", styles), wordsDrawn(element, "::after", styles)];
  return before || after ? before + element.textContent + after : "";
}

/** True for what a style sheet writes and hides again, on an element that is not hidden. */
export function isUndrawn({ display, visibility }: CSSStyleDeclaration, around: CSSStyleDeclaration): boolean {
  return display === "none" || (visibility !== "visible" && around.visibility === "visible");
}

/** True for what surely is; of the rest the style has to be asked. */
function isSeen(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}

function isHiddenByAuthor(element: Element): boolean {
  return element.getAttribute("aria-hidden") === "true";
}

function isSaid(words: string): boolean {
  return /[^\s\p{Cc}\p{Co}]/u.test(words);
}

function saidBy(element: Element, attribute: string): string {
  const said = element.getAttribute(attribute);
  return said === null ? "" : said.trim();
}

function rangeOf(element: Element): string {
  return saidBy(element, "aria-valuetext") || saidBy(element, "aria-valuenow");
}

function placeholderOf(element: Element): string {
  return saidBy(element, "placeholder") || saidBy(element, "aria-placeholder");
}

function titleOf(drawing: SVGElement): string {
  for (const child of drawing.children) if (child.localName === "title") return child.textContent.trim();
  return "";
}

/** The elements that `aria-labelledby` names, or what many write for it. */
function referencesOf(element: Element): Element[] {
  const named = referred(element, "aria-labelledby");
  return named.length > 0 ? named : referred(element, "aria-labeledby");
}

/** The children as they are drawn: those of the shadow root, and of a slot what it was given. */
function flatChildren(element: Element): Iterable<Node> {
  if (element.localName === "slot") {
    const given = (element as HTMLSlotElement).assignedNodes();
    if (given.length > 0) return given;
  }
  if (element instanceof HTMLDetailsElement && !element.open)
    return [...element.children].filter(({ localName }) => localName === "summary").slice(0, 1);
  return (element.openOrClosedShadowRoot ?? element).childNodes;
}
