// Markdown, and the article in a page: a bundle of its own, brought in when one is first asked for.

import { Readability } from "@mozilla/readability";
import { highlightedCodeBlock, strikethrough, taskListItems } from "@truto/turndown-plugin-gfm";
import TurndownService from "turndown";
import type { Article } from "../../shared/content-globals";
import { copyOf } from "./copy";
import { tables } from "./tables";

const turndown = new TurndownService({
  headingStyle: "atx",
  codeBlockStyle: "fenced",
  bulletListMarker: "-",
  emDelimiter: "*",
  hr: "---",
});
turndown.use([highlightedCodeBlock, strikethrough, tables, taskListItems]);
turndown.remove(["head", "script", "style", "noscript", "template", "title"] as never[]);

function markdownOf(element: Element, marks: ReadonlyMap<Element, string>): string {
  const copy = copyOf(element, marks);
  return turndown.turndown(copy.body ?? copy.documentElement).trim();
}

function articleOf(): Article | null {
  const found = new Readability<Node>(copyOf(document.documentElement), { serializer: (node) => node }).parse();
  if (!found?.content) return null;
  return {
    markdown: turndown.turndown(found.content as HTMLElement).trim(),
    about: {
      title: found.title ?? "",
      byline: found.byline ?? "",
      siteName: found.siteName ?? "",
      excerpt: found.excerpt ?? "",
      publishedTime: found.publishedTime ?? "",
    },
  };
}

globalThis.__clz.article = { markdownOf, articleOf };
