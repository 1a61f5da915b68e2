// Reachability: what to do about a page or frame that did not answer. It is loading, takes its scripts late, is shown
// by Firefox itself, or is gone.

import { Deadline } from "../../shared/deadline";
import { CommandError, ownWords } from "../../shared/errors";
import { isRestricted } from "../../shared/restricted";
import { pause, type CommandContext } from "../command-context";
import { privileged } from "../privileged/api";
import type { FrameMessenger } from "./frame-messenger";
import { TOP_FRAME, type Frames } from "./frame-tree";
import { loadFailed, type Navigation } from "../navigation/navigation";

/** Why a page takes no script: it can be pictured all the same, and Firefox knows its address and title. */
export const WITHOUT_SCRIPT = new Set<string>([
  "RESTRICTED_PAGE",
  "NON_HTML_TAB",
  "PAGE_LOAD_FAILED",
  "CONTENT_SCRIPT_UNAVAILABLE",
]);

/** A page that takes no script and is not on its way anywhere gets this long to show that it is. */
const GRACE_MS = 250;

/** A page that takes the scripts but never answers is asked this often. */
const MAX_UNANSWERED = 5;

/** A frame that went away is looked for again after this long. */
const FRAME_AGAIN_MS = 50;

export class Reachability {
  constructor(
    private readonly navigation: Navigation,
    private readonly frames: Frames,
    private readonly messenger: FrameMessenger,
  ) {}

  /** A frame took no message: it is loading, or gone with what it held. Resolves when it is worth another look. */
  async frame(frameId: number, unanswered: number, context: CommandContext): Promise<void> {
    const frames = await this.frames.list(context);
    const url = frames.find((frame) => frame.frameId === frameId)?.url;
    if (url !== undefined && isRestricted(url)) {
      throw new CommandError("RESTRICTED_PAGE", `Firefox lets no extension into the frame ${url}`, { url });
    }
    if (
      url !== undefined &&
      unanswered >= MAX_UNANSWERED &&
      !(await this.messenger.inject("bootstrap", frameId, context))
    ) {
      throw new CommandError("CONTENT_SCRIPT_UNAVAILABLE", `The frame ${url} does not answer`, { url });
    }
    await pause(FRAME_AGAIN_MS, context);
  }

  /** No page answered: waits for one that is loading, brings the scripts into one that has none, or says why not. */
  async page(unanswered: number, patience: () => Deadline, context: CommandContext): Promise<void> {
    const { tabId } = context;
    const tab = await context.race(browser.tabs.get(tabId));
    const url = tab.url ?? "";
    const failure = this.navigation.failureOf(tabId);
    if (failure && !this.navigation.isPending(tabId)) throw loadFailed(url, failure.error);
    if (isRestricted(url)) {
      throw new CommandError("RESTRICTED_PAGE", `Firefox lets no extension into ${url}`, { url });
    }
    if (await this.messenger.inject("bootstrap", TOP_FRAME, context)) {
      if (unanswered < MAX_UNANSWERED) return;
      throw new CommandError("CONTENT_SCRIPT_UNAVAILABLE", `${url} takes the script of clz, but never answers`, {
        url,
      });
    }
    const loading = this.navigation.isPending(tabId) || tab.status === "loading";
    const grace = Deadline.after(GRACE_MS);
    await this.navigation.next(
      tabId,
      ["committed", "parsed", "loaded", "failed"],
      context,
      loading ? patience() : grace,
    );
    if (loading || !grace.minus(1).passed) return;
    if (url === "about:blank") throw noPage(url);
    const way = privileged.available
      ? ownWords`A PDF is read as text: clz content`
      : ownWords`A PDF is saved from the link that leads to it: clz download TARGET`;
    throw new CommandError("NON_HTML_TAB", `${url} is shown by Firefox itself, not as a page`, { url }, way);
  }
}

/** The error for a tab that shows nothing, and does not say why. */
function noPage(url: string): CommandError {
  const message = ownWords`There is no page to act in: the tab is blank, or its page has crashed`;
  return new CommandError("TAB_UNAVAILABLE", message, { url }, ownWords`Load one: clz navigate URL`);
}
