// What an agent does in a page: the mouse, the keyboard, fields, files and scrolling.

import { ACTIONS, LIMITS, type Commands, type ActionName } from "../../generated/registry";
import { CommandError, ours, type Ours } from "../../shared/errors";
import type { Actions, OpenBeside } from "../input/actions";
import type { Call } from "../command-context";
import { checkTaken, type FileChoosers } from "../input/file-choosers";
import type { Handler, Handlers } from "../dispatcher";
import type { Downloads } from "../input/downloads";
import type { Effects } from "../input/action-effects";
import type { StagedFiles } from "../host/staged-files";
import { privileged } from "../input/privileged-api";

type Click = Commands["click"];

/** A download begins within this time of its click, or does not. */
const DOWNLOAD_BEGINS_MS = 10_000;

/** So long a list is searched, unless somebody says how long. */
const SCROLL_MS = 20_000;

/** A page may have to do something before it opens a file chooser. */
const CHOOSER_OPENS_MS = 3_000;

export function actHandlers(
  actions: Actions,
  effects: Effects,
  downloads: Downloads,
  fileChoosers: FileChoosers,
  staged: StagedFiles,
  openBeside: OpenBeside,
): Pick<Handlers, ActionName> {
  /** Firefox opens no tab for a click that a script has made: it is opened here, unless the page prevented it. */
  async function clickIntoNewTab(params: Click["params"], call: Call): Promise<Click["result"]> {
    const watch = effects.watch(call.tabId);
    try {
      const { result, expectedEffects, links } = await actions.take("click", params, call, watch, {});
      const url = links.at(-1);
      if (!expectedEffects.includes("tab") || url === undefined) throw noNewTab(params.target);
      return { ...result, tabId: call.tabId, openedTab: await openBeside(url, call.tabId) };
    } finally {
      watch.done();
    }
  }

  /** Presses what takes no files itself, and gives them to the file chooser that it opens. */
  async function choose(
    params: Commands["upload"]["params"],
    call: Call,
  ): Promise<Partial<Commands["upload"]["result"]>> {
    const { target, force, waitMs, frame, nth, files } = params;
    if (!privileged.available) throw takesNone(target, ours`Name the file input itself: clz snapshot -i`);
    const over = new AbortController();
    const watch = effects.watch(call.tabId);
    fileChoosers.expect(call.tabId, files, over.signal);
    try {
      const press = { target, force, waitMs, frame, nth, button: "left", count: 1, newTab: false } as Click["params"];
      const { result, expectedEffects, links } = await actions.take("click", press, call, watch, {});
      const chooser = await watch.chosen(Math.min(CHOOSER_OPENS_MS, startsWithin(call)), call);
      if (!chooser) throw takesNone(target, ours`It was clicked, too. Name the file input itself: clz snapshot -i`);
      checkTaken(target, chooser, files);
      const { fileChooser: _, ...seen } = await watch.settle(expectedEffects, links, call);
      const uploaded = await call.race(privileged.describeFiles(files));
      return { ...seen, uploaded, dropped: false, trusted: result.trusted };
    } finally {
      over.abort();
      watch.done();
    }
  }

  const run = (name: ActionName): Handler<ActionName> => {
    return (params, call) => actions.run(name, params, call) as Promise<Commands[ActionName]["result"]>;
  };
  const plain = Object.fromEntries(ACTIONS.map((name) => [name, run(name)])) as Pick<Handlers, ActionName>;
  return {
    ...plain,
    click: async (params, call) => {
      if (params.newTab && !privileged.available) return clickIntoNewTab(params, call);
      const outcome = await actions.run("click", params, call);
      if (!params.newTab || outcome.openedTab !== undefined) return outcome;
      throw noNewTab(params.target);
    },
    // A long list takes long; whatever it takes, it says how far it came before its time is over.
    scroll: (params, call) => {
      const searches = params.until != null || params.untilText != null;
      return actions.run("scroll", { ...params, ...(searches && { waitMs: params.waitMs ?? SCROLL_MS }) }, call);
    },
    upload: async (params, call) => {
      const extras = privileged.available
        ? { paths: params.files }
        : { files: staged.take(call.id, params.files.length) };
      const given = await actions.run("upload", params, call, extras);
      if (given.uploaded.length > 0) return given;
      return { ...given, ...(await choose(params, call)) };
    },
    download: async (params, call) => {
      const watch = effects.watch(call.tabId);
      try {
        const { result, links } = await actions.take("download", params, call, watch, {});
        const item = await watch.started(links, Math.min(DOWNLOAD_BEGINS_MS, startsWithin(call)), call);
        if (!item) {
          const message = `${params.target} was clicked, but no download began`;
          throw new CommandError(
            "DOWNLOAD_FAILED",
            message,
            { target: params.target },
            ours`See what it did: clz content`,
          );
        }
        // The rest is between Firefox and the server: others may act in the tab meanwhile.
        call.acted();
        const { filename, fileSize, bytesReceived, url, mime } = await downloads.whole(item.id, call);
        const bytes = fileSize >= 0 ? fileSize : bytesReceived;
        return { ...result, tabId: call.tabId, path: filename, bytes, downloadUrl: url, mime: mime ?? "" };
      } finally {
        watch.done();
      }
    },
  };
}

function takesNone(target: string, hint: Ours): CommandError {
  return new CommandError("NO_EFFECT", `${target} takes no files and opens no file chooser`, { target }, hint);
}

function noNewTab(target: string): CommandError {
  return new CommandError("NO_EFFECT", `${target} opened no new tab`, { target }, ours`Is it a link?`);
}

function startsWithin(call: Call): number {
  return Math.max(0, Math.min(LIMITS.defaultTimeoutMs, call.left()) / 2);
}
