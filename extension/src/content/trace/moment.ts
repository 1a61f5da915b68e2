// traceMoment, the page's part: the document as it is now.

import type { Commands } from "../../generated/registry";
import type { ContentValue } from "../../shared/messages";
import { CommandError, ownWords } from "../../shared/errors";
import type { FrameCall } from "../command";
import { until } from "../actionability/wait";
import { secretValues } from "../dom/held-secrets";
import { documentSnapshot } from "./document";
import { keptNow } from "./storage";
import { drawnView } from "./view";

declare const MANAGED: boolean;

type Params = Commands["traceMoment"]["params"];

/** A page that is still coming in is looked at once it is parsed, or after this many milliseconds; its frames at once. */
const PARSING_MS = 500;

export async function traceMoment(
  { prefix, images, storage, picture }: Params,
  call: FrameCall,
): Promise<ContentValue<"traceMoment">> {
  if (window === window.top && document.readyState === "loading") await parsed(call);
  const begun = performance.now();
  const { html, cut } = documentSnapshot(document, { prefix, images });
  const ms = Math.round(performance.now() - begun);
  const drawing = MANAGED && picture ? drawnView() : null;
  // What is secret in it now is known, though the page runs while its picture is encoded.
  if (drawing) secretValues();
  return {
    url: location.href,
    html,
    cut,
    doctype: document.doctype?.name ?? "",
    width: window.innerWidth,
    height: window.innerHeight,
    dark: matchMedia("(prefers-color-scheme: dark)").matches,
    kept: storage ? keptNow() : null,
    ms,
    drawn: await drawing,
  };
}

function parsed(call: FrameCall): Promise<boolean> {
  const patience = call.deadline.halfway.atMost(PARSING_MS);
  return until(call, () =>
    document.readyState !== "loading" || patience.passed
      ? { ready: true, value: true }
      : { ready: false, fault: () => new CommandError("TIMEOUT", ownWords`The page is still coming in`) },
  );
}
