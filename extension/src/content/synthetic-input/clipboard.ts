// Copying and pasting by events of our own making.

import type { ClipboardMeans } from "../../shared/input/clipboard";
import { deepActiveElement } from "../dom/roots";
import { insert, takesText } from "./edit";
import { isField } from "./focus";

export const clipboardMeans: ClipboardMeans = {
  focused: deepActiveElement,
  waived: <T extends object>(object: T): T => (object as { wrappedJSObject?: T }).wrappedJSObject ?? object,
  insert: ({ text, html }, focused) => {
    if (!takesText(focused)) return;
    if (html === null || isField(focused) || !("setHTML" in focused))
      insert(isField(focused) ? text : text.replace(/\r\n?/g, "\n"));
    else document.execCommand("insertHTML", false, safe(html));
  },
  erase: () => insert(""),
};

/** Without what would run: Firefox's own paste leaves it out too. */
function safe(html: string): string {
  const holder = document.implementation.createHTMLDocument("").createElement("div");
  holder.setHTML(html);
  return holder.innerHTML;
}
