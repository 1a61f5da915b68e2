// Actions: planned and performed in the page, as trusted input if there is a helper, and answered with what came of
// it.

import { Deadline } from "../../shared/deadline";
import { CommandError, ownWords } from "../../shared/errors";
import { pastedNowhere, type Clip } from "../../shared/input/clipboard";
import { LIMITS, type Commands, type ActionName } from "../../generated/registry";
import type { Acted, ActionResult } from "../../shared/messages";
import type { CommandContext } from "../command-context";
import type { Effects, SeenEffects, EffectWatcher } from "./action-effects";
import { holdingForms } from "../policy/confirmed";
import type { OpenedTabs } from "./opened-tabs";
import { TOP_FRAME } from "../page/frame-tree";
import { NavigatedDuringAction, type ContentScriptClient } from "../page/content-client";
import type { Clipboards } from "../state/clipboards";
import type { SecretTexts } from "../secrets/secret-texts";
import { privileged } from "../privileged/api";

type Params<K extends ActionName> = Commands[K]["params"] & { waitMs?: number };

interface Extras {
  /** What the page gets, where the helper does not read the files itself. */
  files?: File[];
  paths?: string[];
  /** What is pasted, where it is not the agent's own. */
  clipboard?: Clip;
}

type Outcome<K extends ActionName> = ActionResult<K> & SeenEffects & { tabId: number };

/** So long a tab is new to the page that opened it. */
const JUST_OPENED_MS = 30_000;

const NOTHING: Omit<Acted, "result"> = { expectedEffects: [], links: [], opens: [] };

export class Actions {
  constructor(
    private readonly contentScripts: ContentScriptClient,
    private readonly effects: Effects,
    private readonly openedTabs: OpenedTabs,
    private readonly secretTexts: SecretTexts,
    private readonly clipboards: Clipboards,
  ) {}

  async run<K extends ActionName>(
    name: K,
    params: Params<K>,
    context: CommandContext,
    extras: Extras = {},
  ): Promise<Outcome<K>> {
    const watch = this.effects.watch(context.tabId);
    try {
      const taken = await holdingForms(context, () => this.take(name, params, context, watch, extras));
      const { result, expectedEffects, links, moved } = taken;
      if (moved !== undefined) watch.moved(moved);
      const seen = await watch.settle(expectedEffects, links, context);
      const url = seen.navigated ?? result.url;
      return { tabId: context.tabId, ...result, ...seen, url };
    } finally {
      watch.done();
    }
  }

  /** Watches what comes of an action that the background itself leads through several frames. */
  async watched<K extends ActionName>(
    context: CommandContext,
    act: (told: (partialResult: ActionResult<K>) => void) => Promise<ActionResult<K>>,
  ): Promise<Outcome<K>> {
    const watch = this.effects.watch(context.tabId);
    try {
      context.tellsDialogs = true;
      context.onTabClosed((error) => watch.tabClosed(error));
      let partialResult: ActionResult<K> | null = null;
      const acting = act((told) => void (partialResult = told));
      let result = await context.race(Promise.race([acting, watch.outOfReach().then(() => null)]));
      if (!result) {
        // The rest of it is done when the dialog has its answer.
        context.goesOn(acting);
        result = partialResult;
      }
      if (!result)
        throw watch.closed ?? new CommandError("NAVIGATED", ownWords`The page went away before the command acted`);
      return { tabId: context.tabId, ...result, ...(await watch.settle([], [], context)) };
    } finally {
      watch.done();
    }
  }

  /** Takes an action, and gives what the page tells about it. */
  async take<K extends ActionName>(
    name: K,
    params: Params<K>,
    context: CommandContext,
    watch: EffectWatcher,
    { files, paths, clipboard = this.clipboards.of(context.agent) }: Extras,
  ): Promise<Acted<K>> {
    context.tellsDialogs = true;
    context.onTabClosed((error) => watch.tabClosed(error));
    const how = {
      helper: privileged.available,
      early: params.waitMs == null,
      ...(files && { files }),
      ...(paths && { paths }),
      ...(context.secretText && { secret: true }),
      ...this.#pasted(name, clipboard, context),
    };
    const drop = this.secretTexts.hold(context);
    const acting = this.contentScripts
      .call(name, params, Deadline.after(params.waitMs ?? LIMITS.autoWaitMs), context, undefined, how)
      .then(
        // The type of a value does not tell the compiler which action it belongs to.
        ({ value }) => value as unknown as Acted<K>,
        (thrown: unknown) => {
          if (!(thrown instanceof NavigatedDuringAction)) throw this.#besideOpened(thrown, context);
          if (!thrown.partialResult) throw thrown;
          const isTop = thrown.frameId === TOP_FRAME;
          // Where the page itself goes, the result says so.
          if (!isTop && "typed" in thrown.partialResult && !thrown.partialResult.typed) throw cutShort(thrown);
          // It was left because of the action.
          const sign = isTop ? ("navigation" as const) : ("frame" as const);
          return { ...NOTHING, expectedEffects: [sign], result: thrown.partialResult as ActionResult<K> };
        },
      )
      .finally(drop);
    const outOfReach = watch.outOfReach().then(() => null);
    let acted = await context.race(Promise.race([acting, outOfReach]));
    if (!acted && watch.closed) {
      const last = this.contentScripts.lastResultOf(context);
      const known = last.then((result) => result && { ...NOTHING, result: result as ActionResult<K> });
      acted = (await context.race(Promise.race([acting.catch(() => known), known]))) ?? null;
      if (!acted) throw watch.closed;
    }
    if (!acted) {
      // The rest of it is done when the dialog has its answer.
      context.goesOn(acting);
      acted = { ...NOTHING, result: (this.contentScripts.partialResultOf(context) ?? {}) as ActionResult<K> };
    }
    if (acted.copied) this.clipboards.write(context.agent, acted.copied, acted.result.url);
    watch.inPage(acted.result.url);
    for (const url of acted.opens) watch.opened(await context.race(this.openedTabs.openBeside(url, context.tabId)));
    return acted;
  }

  /** What is not in a page may be in the one that this has opened a moment ago. */
  #besideOpened(thrown: unknown, { tabId }: CommandContext): unknown {
    if (!(thrown instanceof CommandError) || thrown.code !== "ELEMENT_NOT_FOUND") return thrown;
    const opened = this.effects.openedSince(tabId, Date.now() - JUST_OPENED_MS);
    if (!opened || opened.isClosed) return thrown;
    const { tabId: openedTab } = opened;
    const hint = ownWords`This page opened tab ${openedTab} a moment ago. If the element is in that tab: --tab ${openedTab}`;
    return new CommandError(thrown.code, thrown.message, { ...thrown.details, openedTab }, hint);
  }

  /** What an action may paste: whether keys do is known where they are read. Throws SECRET_NOT_FOR_SITE. */
  #pasted(
    name: ActionName,
    clipboard: Clip,
    context: CommandContext,
  ): { clipboard?: Clip; clipboardHoldsSecret?: boolean } {
    if (name !== "pasteClipboard" && name !== "pressKey") return {};
    const { text, html } = clipboard;
    if (!context.concealed.some((secret) => text.includes(secret.text) || html?.includes(secret.text)))
      return { clipboard };
    if (name === "pasteClipboard") throw pastedNowhere();
    return { clipboardHoldsSecret: true };
  }
}

/** Nobody can tell how much of a text a frame has taken that went away with its field. */
function cutShort({ details }: NavigatedDuringAction): CommandError {
  const message = ownWords`The frame went away before all of the text was in its field`;
  const hint = ownWords`See what is there now, and type it again: clz snapshot -i`;
  return new CommandError("NAVIGATED", message, details, hint);
}
