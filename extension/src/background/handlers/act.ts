// What an agent does in a page: the mouse, the keyboard, fields, files and scrolling.

import type { Deadline } from "../../shared/deadline";
import { ACTIONS, LIMITS, type Commands, type ActionName } from "../../generated/registry";
import { CommandError, ours, type Ours } from "../../shared/errors";
import type { Actions, OpenBeside } from "../input/actions";
import type { CommandContext } from "../command-context";
import { dragAcrossFrames } from "../input/drag-across-frames";
import { checkChosen, type FileChoosers } from "../input/file-choosers";
import type { Handler, Handlers } from "../dispatcher";
import type { Downloads } from "../input/downloads";
import type { TabDownloads } from "../input/tab-downloads";
import type { Effects } from "../input/action-effects";
import type { ContentScriptClient } from "../page/content-client";
import { EndInOtherFrame } from "../page/drag-ends";
import type { StagedFiles } from "../host/staged-files";
import { privileged } from "../privileged/api";

type Click = Commands["click"];

/** A download begins within this time of its click, or does not. */
const DOWNLOAD_BEGINS_MS = 10_000;

/** So long a list is searched, unless somebody says how long. */
const SCROLL_MS = 20_000;

/** Whether the page still waits for its server is asked again after this long. */
const AGAIN_MS = 50;

/** A page may have to do something before it opens a file chooser. */
const CHOOSER_OPENS_MS = 3_000;

export function actHandlers(
  tabDownloads: TabDownloads,
  ...given: ConstructorParameters<typeof ActCommands>
): Pick<Handlers, ActionName | "takeDownloads" | "getDownload" | "endDownload"> {
  const [actions] = given;
  const run = (name: ActionName): Handler<ActionName> => {
    return (params, context) => actions.run(name, params, context) as Promise<Commands[ActionName]["result"]>;
  };
  const plain = Object.fromEntries(ACTIONS.map((name) => [name, run(name)])) as Pick<Handlers, ActionName>;
  const commands = new ActCommands(...given);
  return {
    ...plain,
    click: (params, context) => commands.click(params, context),
    drag: (params, context) => commands.drag(params, context),
    scroll: (params, context) => commands.scroll(params, context),
    upload: (params, context) => commands.upload(params, context),
    download: (params, context) => commands.download(params, context),
    takeDownloads: (params, context) => tabDownloads.take(params, context),
    getDownload: (params, context) => tabDownloads.state(params, context),
    endDownload: (params, context) => tabDownloads.end(params, context),
  };
}

/** The actions of which more comes than what the page says. */
class ActCommands {
  constructor(
    private readonly actions: Actions,
    private readonly effects: Effects,
    private readonly downloads: Downloads,
    private readonly fileChoosers: FileChoosers,
    private readonly staged: StagedFiles,
    private readonly openBeside: OpenBeside,
    private readonly contentScripts: ContentScriptClient,
    /** Whether a tab waits for an answer from the network. */
    private readonly isBusy: (tabId: number) => boolean,
  ) {}

  async click(params: Commands["click"]["params"], context: CommandContext): Promise<Commands["click"]["result"]> {
    if (params.newTab && !privileged.available) return this.#clickIntoNewTab(params, context);
    const since = Date.now();
    const outcome = await this.actions.run("click", params, context);
    if (!params.newTab || outcome.openedTab !== undefined) return outcome;
    const openedTab = await this.#openedLater(since, params.waitMs ?? LIMITS.autoWaitMs, context);
    if (openedTab === null) throw noNewTab(params.target);
    return { ...outcome, openedTab };
  }

  /** The tab that a page opens once its server has answered. */
  async #openedLater(since: number, waitMs: number, context: CommandContext): Promise<number | null> {
    const { tabId } = context;
    const deadline = context.waitDeadline(waitMs);
    for (;;) {
      const opened = await this.effects.openedBy(tabId, since, deadline.atMost(AGAIN_MS), context);
      if (opened !== null || deadline.passed || !this.isBusy(tabId)) return opened;
    }
  }

  async drag(params: Commands["drag"]["params"], context: CommandContext): Promise<Commands["drag"]["result"]> {
    try {
      return await this.actions.run("drag", params, context);
    } catch (thrown) {
      if (!(thrown instanceof EndInOtherFrame)) throw thrown;
      return this.actions.watched<"drag">(context, (told) =>
        dragAcrossFrames(this.contentScripts, thrown, params, context, told),
      );
    }
  }

  /** A long list takes long; whatever it takes, it says how far it came before its time is over. */
  scroll(params: Commands["scroll"]["params"], context: CommandContext): Promise<Commands["scroll"]["result"]> {
    const searches = params.until != null || params.untilText != null;
    return this.actions.run("scroll", { ...params, ...(searches && { waitMs: params.waitMs ?? SCROLL_MS }) }, context);
  }

  async upload(params: Commands["upload"]["params"], context: CommandContext): Promise<Commands["upload"]["result"]> {
    const extras = privileged.available
      ? { paths: params.files }
      : { files: this.staged.take(context.id, params.files.length) };
    const given = await this.actions.run("upload", params, context, extras);
    if (given.uploaded.length > 0) return given;
    return { ...given, ...(await this.#choose(params, context)) };
  }

  async download(
    params: Commands["download"]["params"],
    context: CommandContext,
  ): Promise<Commands["download"]["result"]> {
    const watch = this.effects.watch(context.tabId);
    try {
      const { result, links } = await this.actions.take("download", params, context, watch, {});
      const item = await watch.started(links, startDeadline(context).atMost(DOWNLOAD_BEGINS_MS), context);
      if (!item) {
        const message = `${params.target} was clicked, but no download began`;
        throw new CommandError(
          "DOWNLOAD_FAILED",
          message,
          { target: params.target },
          ours`See what it did: clz snapshot -i`,
        );
      }
      // The rest is between Firefox and the server: others may act in the tab meanwhile.
      context.acted();
      const { filename, fileSize, bytesReceived, url, mime } = await this.downloads.whole(item.id, context);
      const bytes = fileSize >= 0 ? fileSize : bytesReceived;
      return { ...result, tabId: context.tabId, path: filename, bytes, downloadUrl: url, mime: mime ?? "" };
    } finally {
      watch.done();
    }
  }

  /** Firefox opens no tab for a click that a script has made: it is opened here, unless the page prevented it. */
  async #clickIntoNewTab(params: Click["params"], context: CommandContext): Promise<Click["result"]> {
    const watch = this.effects.watch(context.tabId);
    try {
      const { result, expectedEffects, links } = await this.actions.take("click", params, context, watch, {});
      const url = links.at(-1);
      if (!expectedEffects.includes("tab") || url === undefined) throw noNewTab(params.target);
      return { ...result, tabId: context.tabId, openedTab: await this.openBeside(url, context.tabId) };
    } finally {
      watch.done();
    }
  }

  /** Presses what takes no files itself, and gives them to the file chooser that it opens. */
  async #choose(
    params: Commands["upload"]["params"],
    context: CommandContext,
  ): Promise<Partial<Commands["upload"]["result"]>> {
    const { target, force, waitMs, frame, nth, files } = params;
    if (!privileged.available) throw takesNone(target, ours`Name the file input itself: clz snapshot -i`);
    const over = new AbortController();
    const watch = this.effects.watch(context.tabId);
    this.fileChoosers.expect(context.tabId, files, over.signal);
    try {
      const press = { target, force, waitMs, frame, nth, button: "left", count: 1, newTab: false } as Click["params"];
      const { result, expectedEffects, links } = await this.actions.take("click", press, context, watch, {});
      const chooser = await watch.chosen(startDeadline(context).atMost(CHOOSER_OPENS_MS), context);
      if (!chooser) throw takesNone(target, ours`It was clicked, too. Name the file input itself: clz snapshot -i`);
      checkChosen(target, chooser, files);
      const { fileChooser: _, ...seen } = await watch.settle(expectedEffects, links, context);
      const uploaded = await context.race(privileged.describeFiles(files));
      return { ...seen, uploaded, dropped: false, trusted: result.trusted };
    } finally {
      over.abort();
      watch.done();
    }
  }
}

function takesNone(target: string, hint: Ours): CommandError {
  return new CommandError("NO_EFFECT", `${target} takes no files and opens no file chooser`, { target }, hint);
}

function noNewTab(target: string): CommandError {
  return new CommandError("NO_EFFECT", `${target} opened no new tab`, { target }, ours`Is it a link?`);
}

/** By when what an action sets going has to start, so that its end can be waited for. */
function startDeadline({ deadline }: CommandContext): Deadline {
  return deadline.atMost(LIMITS.defaultTimeoutMs).halfway;
}
