// Hidden text: while a picture of the page is taken, what shows a secret is not drawn. A bundle of its own, brought in
// for that.
//
// The document asks for the values itself, and gets those alone that are for its site. What is drawn transparent keeps
// its place; a canvas and a picture show what they show.

import type { HiddenTexts } from "../../shared/messages";

const TRANSPARENT: Array<[property: string, value: string]> = [
  ["transition", "none"],
  ["color", "transparent"],
  ["-webkit-text-fill-color", "transparent"],
  ["-webkit-text-stroke-color", "transparent"],
  ["text-shadow", "none"],
  ["fill", "transparent"],
  ["stroke", "transparent"],
];
const INVISIBLE: Array<[property: string, value: string]> = [
  ["transition", "none"],
  ["visibility", "hidden"],
];

type Styled = Element & ElementCSSInlineStyle;

let restore: Array<() => void> = [];

async function hide(id: string): Promise<boolean> {
  const { texts } = (await browser.runtime.sendMessage({ clz: "hiddenTexts", id })) as HiddenTexts;
  show();
  if (texts.length === 0) return true;
  const forms = texts.flatMap(formsOf).map((form) => form.toLowerCase());
  const shows = (text: string): boolean => forms.some((form) => text.toLowerCase().includes(form));
  const roots: Array<Document | ShadowRoot> = [document];
  // The list grows while it is walked.
  for (const root of roots) {
    hideTexts(root, forms);
    for (const element of root.querySelectorAll("*")) {
      if (element.openOrClosedShadowRoot) roots.push(element.openOrClosedShadowRoot);
      hideElement(element, shows);
    }
  }
  return true;
}

function show(): void {
  for (const undo of restore.reverse()) undo();
  restore = [];
}

/** The texts of a root are searched as one: a value may go on from one element to the next. */
function hideTexts(root: Document | ShadowRoot, forms: string[]): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const nodes: Array<{ node: Node; from: number; to: number }> = [];
  let all = "";
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const text = (node.nodeValue ?? "").toLowerCase();
    nodes.push({ node, from: all.length, to: all.length + text.length });
    all += text;
  }
  for (const form of forms) {
    for (let at = all.indexOf(form); at >= 0; at = all.indexOf(form, at + form.length)) {
      for (const { node, from, to } of nodes)
        if (from < at + form.length && to > at && node.parentElement) style(node.parentElement, TRANSPARENT);
    }
  }
}

function hideElement(element: Element, shows: (text: string) => boolean): void {
  const { localName } = element;
  if (/^(?:input|textarea|select|option)$/.test(localName)) {
    const field = element as HTMLInputElement;
    const said = [field.value, field.placeholder, localName === "option" ? field.getAttribute("label") : ""];
    const chosen =
      localName === "select" ? [...(element as HTMLSelectElement).selectedOptions].map((one) => one.label) : [];
    if (field.type !== "password" && [...said, ...chosen].some((text) => text && shows(text)))
      style(element, TRANSPARENT);
    return;
  }
  if (!element.hasAttributes() || !Array.from(element.attributes).some(({ value }) => shows(value))) return;
  const drawn = ["::before", "::after"].map((part) => getComputedStyle(element, part).content);
  if (localName === "img" || localName === "iframe" || drawn.some(shows)) style(element, INVISIBLE);
}

function style(element: Element, properties: Array<[string, string]>): void {
  const { style: own } = element as Styled;
  const before = element.getAttribute("style");
  for (const [property, value] of properties) own.setProperty(property, value, "important");
  restore.push(() => {
    if (before === null) element.removeAttribute("style");
    else element.setAttribute("style", before);
  });
}

/** A text as pages show it: as it is, and as it stands in addresses and programs. */
function formsOf(text: string): string[] {
  const encoded = encodeURIComponent(text);
  const form = new URLSearchParams({ text }).toString().slice("text=".length);
  return [...new Set([text, encoded, encodeURI(text), form, JSON.stringify(text).slice(1, -1)])];
}

globalThis.__clz.hiddenText = { hide, show };
