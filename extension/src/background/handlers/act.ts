// What an agent does in a page: the mouse, the keyboard, fields, files and scrolling.

import type { Deadline } from "../../shared/deadline";
import { ACTIONS, LIMITS, type Commands, type ActionName } from "../../generated/registry";
import { CommandError, ownWords, type OwnWords } from "../../shared/errors";
import type { CommandContext } from "../command-context";
import { dragAcrossFrames } from "../input/drag-across-frames";
import { checkChosen } from "../input/file-choosers";
import type { Handler, Handlers } from "../dispatcher";
import type { Services } from "../services";
import { EndInOtherFrame } from "../page/drag-ends";
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

export function actHandlers(services: Services) {
  const { actions, tabDownloads } = services;
  const run = (name: ActionName): Handler<ActionName> => {
    return (params, context) => actions.run(name, params, context) as Promise<Commands[ActionName]["result"]>;
  };
  const plain = Object.fromEntries(ACTIONS.map((name) => [name, run(name)])) as Pick<Handlers, ActionName>;
  const commands = new ActCommands(services);
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
  } satisfies Partial<Handlers>;
}

/** The actions of which more comes than what the page says. */
class ActCommands {
  constructor(private readonly services: Services) {}

  async click(params: Commands["click"]["params"], context: CommandContext): Promise<Commands["click"]["result"]> {
    if (params.newTab && !privileged.available) return this.#clickIntoNewTab(params, context);
    const since = Date.now();
    const outcome = await this.services.actions.run("click", params, context);
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
      const opened = await this.services.effects.openedBy(tabId, since, deadline.atMost(AGAIN_MS), context);
      if (opened || deadline.passed || !this.services.networkLog.isBusy(tabId)) return opened?.tabId ?? null;
    }
  }

  async drag(params: Commands["drag"]["params"], context: CommandContext): Promise<Commands["drag"]["result"]> {
    try {
      return await this.services.actions.run("drag", params, context);
    } catch (thrown) {
      if (!(thrown instanceof EndInOtherFrame)) throw thrown;
      return this.services.actions.watched<"drag">(context, (told) =>
        dragAcrossFrames(this.services.contentScripts, thrown, params, context, told),
      );
    }
  }

  /** A long list takes long; whatever it takes, it says how far it came before its time is over. */
  scroll(params: Commands["scroll"]["params"], context: CommandContext): Promise<Commands["scroll"]["result"]> {
    const searches = params.until != null || params.untilText != null;
    return this.services.actions.run(
      "scroll",
      { ...params, ...(searches && { waitMs: params.waitMs ?? SCROLL_MS }) },
      context,
    );
  }

  async upload(params: Commands["upload"]["params"], context: CommandContext): Promise<Commands["upload"]["result"]> {
    const extras = privileged.available
      ? { paths: params.files }
      : { files: this.services.staged.take(context.id, params.files.length) };
    const given = await this.services.actions.run("upload", params, context, extras);
    if (given.uploaded.length > 0) return given;
    return { ...given, ...(await this.#choose(params, context)) };
  }

  async download(
    params: Commands["download"]["params"],
    context: CommandContext,
  ): Promise<Commands["download"]["result"]> {
    const watch = this.services.effects.watch(context.tabId);
    try {
      const { result, links } = await this.services.actions.take("download", params, context, watch, {});
      const item = await watch.started(links, startDeadline(context).atMost(DOWNLOAD_BEGINS_MS), context);
      if (!item) {
        const message = `${params.target} was clicked, but no download began`;
        const hint = ownWords`See what it did: clz snapshot -i`;
        throw new CommandError("DOWNLOAD_FAILED", message, { target: params.target }, hint);
      }
      // The rest is between Firefox and the server: others may act in the tab meanwhile.
      context.acted();
      const { filename, fileSize, bytesReceived, url, mime } = await this.services.downloads.whole(item.id, context);
      const bytes = fileSize >= 0 ? fileSize : bytesReceived;
      return { ...result, tabId: context.tabId, path: filename, bytes, downloadUrl: url, mimeType: mime ?? "" };
    } finally {
      watch.done();
    }
  }

  /** Firefox opens no tab for a click that a script has made: it is opened here, unless the page prevented it. */
  async #clickIntoNewTab(params: Click["params"], context: CommandContext): Promise<Click["result"]> {
    const watch = this.services.effects.watch(context.tabId);
    try {
      const { result, expectedEffects, links } = await this.services.actions.take("click", params, context, watch, {});
      const url = links.at(-1);
      if (!expectedEffects.includes("tab") || url === undefined) throw noNewTab(params.target);
      return {
        ...result,
        tabId: context.tabId,
        openedTab: await this.services.openedTabs.openBeside(url, context.tabId),
      };
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
    if (!privileged.available) throw takesNone(target, ownWords`Name the file input itself: clz snapshot -i`);
    const over = new AbortController();
    const watch = this.services.effects.watch(context.tabId);
    this.services.fileChoosers.expect(context.tabId, files, over.signal);
    try {
      const press = { target, force, waitMs, frame, nth, button: "left", count: 1, newTab: false } as Click["params"];
      const { result, expectedEffects, links } = await this.services.actions.take("click", press, context, watch, {});
      const chooser = await watch.chosen(startDeadline(context).atMost(CHOOSER_OPENS_MS), context);
      if (!chooser) throw takesNone(target, ownWords`It was clicked, too. Name the file input itself: clz snapshot -i`);
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

function takesNone(target: string, hint: OwnWords): CommandError {
  return new CommandError("NO_EFFECT", `${target} takes no files and opens no file chooser`, { target }, hint);
}

function noNewTab(target: string): CommandError {
  return new CommandError("NO_EFFECT", `${target} opened no new tab`, { target }, ownWords`Is it a link?`);
}

/** By when what an action sets going has to start, so that its end can be waited for. */
function startDeadline({ deadline }: CommandContext): Deadline {
  return deadline.atMost(LIMITS.defaultTimeoutMs).halfway;
}
