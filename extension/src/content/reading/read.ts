// Reading: what a page holds, as text, HTML or Markdown.

import type { Commands } from "../../generated/registry";
import { CommandError, ownWords } from "../../shared/errors";
import type { Article, Articles } from "../../shared/content-globals";
import type { AsksForFrames, ContentValue } from "../../shared/messages";
import { cut, normalizeWhitespace } from "../../shared/text/text";
import { cutContent } from "../../shared/text/cut-content";
import { lazyBundle } from "../lazy-bundles";
import type { FrameCall } from "../command";
import { findAll, lookForAny } from "../locators/find";
import { framesIn, idOf, isUnloaded, markOf, piecesOf } from "../text/frames-in-text";
import { textOf } from "../text/page-text";
import { allRoots, flatContains } from "../dom/roots";
import { longTextsIn, unseenNow } from "../obstacles/unseen";
import { maskFields } from "../../shared/secrets/secret-fields";
import { notFound } from "../locators/suggestions";
import { until } from "../actionability/wait";

type Params = Commands["getContent"]["params"];

/** What a command reads: its target, hidden or not, else the page. */
interface Reading {
  target?: string | null;
  nth?: number | null;
}

export async function elementToRead({ target, nth }: Reading, call: FrameCall): Promise<Element> {
  return until<Element>(call, () => {
    if (target != null) {
      const look = lookForAny({ target, nth }, call);
      return look.ready ? look : { ...look, final: true };
    }
    const page = document.body ?? document.documentElement;
    return page
      ? { ready: true, value: page }
      : { ready: false, final: true, fault: () => notFound("body", call, findAll) };
  });
}

export async function getContent(params: Params & AsksForFrames, call: FrameCall): Promise<ContentValue<"getContent">> {
  const { target, format, offset, maxLength, includeHtml } = params;
  const articles = format === "markdown" || format === "article" ? lazyBundle("article") : null;
  const element = await elementToRead(params, call);
  const article = format === "article" ? articleIn(articles) : null;
  const html = format === "html" || includeHtml ? htmlOf(target == null ? document.documentElement : element) : "";
  const isText = format !== "html";
  const frames = params.framed && isText ? framesIn(element) : [];
  const unseen = isText ? unseenIn(element, format === "text" ? offset + maxLength : Infinity) : [];
  const marks = new Map([...unseen, ...frames.map((frame) => [frame, markOf(frame)] as const)]);
  const whole =
    article?.markdown ?? articles?.markdownOf(element, marks) ?? (format === "html" ? html : textOf(element, marks));
  return {
    url: location.href,
    title: document.title,
    format,
    ...cutContent(whole, offset, maxLength),
    ...(article ? { framesBeside: frames.map(idOf) } : frames.length > 0 && { pieces: piecesOf(whole) }),
    ...(isUnloaded(window.frameElement) && { unloaded: true }),
    ...(html !== "" && { html: cut(html, maxLength) }),
    ...(article && { article: article.about }),
  };
}

/** The elements in one whose text nobody sees, with what is written in their place: all in its first characters, so many. */
function unseenIn(element: Element, most: number): Map<Element, string> {
  const isUnseen = unseenNow();
  const found = new Map<Element, string>();
  const roots = allRoots().filter((one) => one instanceof ShadowRoot && flatContains(element, one.host));
  for (const within of [...roots.flatMap((root) => [...root.children]), element]) {
    let chars = 0;
    for (const { parentElement: holder, data } of longTextsIn(within)) {
      if (!(holder instanceof HTMLElement) || found.has(holder) || !holder.checkVisibility()) continue;
      if (isUnseen(holder)) found.set(holder, `[not visible: ${normalizeWhitespace(holder.textContent)}]`);
      chars += normalizeWhitespace(data).length;
      if (chars > most) break;
    }
  }
  return found;
}

/** The element as HTML, or what is in it, with the secrets that its markup holds masked. */
export function htmlOf(element: Element, part: "outerHTML" | "innerHTML" = "outerHTML"): string {
  // A document without a window: nothing in it loads, and no element of the page's own comes to life.
  const copy = document.implementation.createHTMLDocument("").importNode(element, true);
  return maskFields(copy, element) ? copy[part] : element[part];
}

function articleIn(articles: Articles | null): Article {
  const article = articles?.articleOf();
  if (article) return article;
  throw new CommandError("NO_ARTICLE", ownWords`This page has no main text that reads as an article`, {
    url: location.href,
  });
}
