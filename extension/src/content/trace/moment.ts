// traceMoment, the page's part: the document as it is now.

import type { Commands } from "../../generated/registry";
import type { ContentValue } from "../../shared/messages";
import { documentSnapshot } from "./document";

type Params = Commands["traceMoment"]["params"];

export function traceMoment({ prefix, images }: Params): Promise<ContentValue<"traceMoment">> {
  const begun = performance.now();
  const { html, cut } = documentSnapshot(document, { prefix, images });
  return Promise.resolve({
    url: location.href,
    html,
    cut,
    doctype: document.doctype?.name ?? "",
    width: window.innerWidth,
    height: window.innerHeight,
    ms: Math.round(performance.now() - begun),
  });
}
