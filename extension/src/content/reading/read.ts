// Reading: the text that the page shows. Script, style and template text is never part of it, nor what is hidden.

import type { Commands } from "../../generated/registry";
import { CommandError, ours } from "../../shared/errors";
import type { Article, Articles } from "../../shared/holder";
import type { ContentValue } from "../../shared/messages";
import { cut, squeeze } from "../../shared/text/text";
import { lazyBundle } from "../lazy-bundles";
import type { Call } from "../command";
import { lookForAny } from "../locators/find";
import { allRoots, flatParent } from "../dom/roots";
import { isSecretField, masked } from "../../shared/secrets/secret-fields";
import { notFound } from "../locators/suggestions";
import { until } from "../actionability/wait";

type Params = Commands["getContent"]["params"];

/** What a command reads: its target, hidden or not, else the page. */
export interface Reading {
  target?: string | null;
  nth?: number | null;
}

/** A page that is still coming in gets half the time to come to its end; then what is there is what counts. */
export async function elementToRead({ target, nth }: Reading, call: Call): Promise<Element> {
  const patience = performance.now() + call.left() / 2;
  return until<Element>(call, () => {
    const parsed = document.readyState !== "loading" || performance.now() > patience;
    if (target == null) {
      const page = pageElement() ?? (parsed ? document.documentElement : null);
      if (page && parsed) return { ready: true, value: page };
      return { ready: false, fault: () => notFound("body", call) };
    }
    const look = lookForAny({ target, nth }, call);
    if (!look.ready) return { ...look, final: parsed };
    return parsed ? look : { ready: false, fault: () => notFound(target, call) };
  });
}

export async function getContent(params: Params, call: Call): Promise<ContentValue<"getContent">> {
  const { target, format, maxLength, includeHtml } = params;
  const articles = format === "markdown" || format === "article" ? lazyBundle("article") : null;
  const element = await elementToRead(params, call);
  const article = format === "article" ? articleIn(articles) : null;
  const html = format === "html" || includeHtml ? htmlOf(target == null ? document.documentElement : element) : "";
  const whole = article?.markdown ?? articles?.markdownOf(element) ?? (format === "html" ? html : textOf(element));
  const text = cut(whole, maxLength);
  return {
    url: location.href,
    title: document.title,
    text,
    format,
    textLength: whole.length,
    truncated: text.length < whole.length,
    ...(html !== "" && { html: cut(html, maxLength) }),
    ...(article && { article: article.about }),
  };
}

/** The element as HTML, or what is in it, with the secrets that its markup holds masked. */
export function htmlOf(element: Element, part: "outerHTML" | "innerHTML" = "outerHTML"): string {
  if (secretsWritten(element).length === 0) return element[part];
  // A document without a window: nothing in it loads, and no element of the page's own comes to life.
  const copy = document.implementation.createHTMLDocument("").importNode(element, true);
  for (const field of secretsWritten(copy)) {
    if (field.hasAttribute("value")) field.setAttribute("value", masked(field.getAttribute("value") ?? ""));
    if (field.localName === "textarea") field.textContent = masked(field.textContent ?? "");
  }
  return copy[part];
}

function secretsWritten(root: Element | DocumentFragment): Element[] {
  const own = root instanceof Element && isSecretField(root) ? [root] : [];
  const inside = [...root.querySelectorAll("template")].flatMap(({ content }) => secretsWritten(content));
  return [...own, ...[...root.querySelectorAll("input, textarea")].filter(isSecretField), ...inside];
}

function articleIn(articles: Articles | null): Article {
  const article = articles?.articleOf();
  if (article) return article;
  throw new CommandError("NO_ARTICLE", ours`This page has no main text that reads as an article`, {
    url: location.href,
  });
}

function pageElement(): Element | null {
  return document.body ?? document.documentElement;
}

/** The text of the whole page, on one line. */
export function pageText(): string {
  const page = document.body ?? document.documentElement;
  return page ? squeeze(textOf(page)) : "";
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
