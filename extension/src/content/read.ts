// Reading: the text that the page shows. Script, style and template text is never part of it, nor what is hidden.

import type { Commands } from "../generated/registry";
import type { ContentValue } from "../shared/messages";
import type { Call } from "./call";
import { findAll } from "./find";
import { allRoots, flatParent } from "./roots";
import { notFound } from "./suggest";
import { until } from "./wait";

type Params = Commands["getContent"]["params"];

/** A page that is still coming in gets half the time to come to its end; then what is there is what counts. */
export async function getContent(params: Params, call: Call): Promise<ContentValue<"getContent">> {
  const patience = performance.now() + call.left() / 2;
  const { target } = params;
  const element = await until(call, () => {
    const parsed = document.readyState !== "loading" || performance.now() > patience;
    const found = target == null ? pageElement() : findAll(target)[0];
    if (found && parsed) return { ready: true as const, value: found };
    if (parsed && target != null) throw notFound(target, call);
    if (parsed) return { ready: true as const, value: document.documentElement };
    return { ready: false as const, fault: () => notFound(target ?? "body", call) };
  });
  const whole = textOf(element);
  const text = whole.length > params.maxLength ? cut(whole, params.maxLength) : whole;
  return {
    url: location.href,
    title: document.title,
    text,
    textLength: whole.length,
    truncated: text.length < whole.length,
    ...(params.includeHtml && { html: (target == null ? document.documentElement : element).outerHTML }),
  };
}

function pageElement(): Element | null {
  return document.body ?? document.documentElement;
}

/** Never ends in half a character. */
function cut(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

/** The text an element shows, shadow roots included, in lines as the page is drawn. */
export function textOf(element: Element): string {
  if (!(element instanceof HTMLElement)) return element.textContent?.trim() ?? "";
  if (!element.checkVisibility() && getComputedStyle(element).display !== "contents") return "";
  const hosts = shadowed(element);
  return tidy(hosts.size === 0 ? element.innerText : assemble(element, hosts));
}

function tidy(text: string): string {
  return text
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Every element on the way from `top` to a shadow host or a filled slot; the others' `innerText` is whole already. */
function shadowed(top: Element): Set<Element> {
  const found = new Set<Element>();
  for (const root of allRoots()) {
    if (!(root instanceof ShadowRoot)) continue;
    const filled = [...root.querySelectorAll("slot")].filter((slot) => slot.assignedNodes().length > 0);
    for (const end of [root.host, ...filled]) {
      const way: Element[] = [];
      for (let at: Element | null = end; at; at = flatParent(at)) {
        way.push(at);
        if (at === top) for (const step of way) found.add(step);
      }
    }
  }
  return found;
}

function assemble(node: Node, hosts: Set<Element>): string {
  if (node instanceof Text) return node.data.replace(/\s+/g, " ");
  if (!(node instanceof HTMLElement))
    return node instanceof Element && node.checkVisibility() ? (node.textContent ?? "") : "";
  const { display, visibility } = getComputedStyle(node);
  if (display === "none") return "";
  const slotted = node instanceof HTMLSlotElement ? node.assignedNodes() : [];
  if (!hosts.has(node) && slotted.length === 0) return asBlock(node.innerText, display);
  const inside = node.openOrClosedShadowRoot ?? node;
  const children = slotted.length ? slotted : [...inside.childNodes];
  const shown = visibility === "visible" ? children : children.filter((child) => child instanceof Element);
  return asBlock(shown.map((child) => assemble(child, hosts)).join(""), display);
}

function asBlock(text: string, display: string): string {
  const inline = display.startsWith("inline") || display === "contents" || display.startsWith("ruby");
  return inline || text === "" ? text : `\n${text}\n`;
}
