// Actions: planned and performed in the page, as trusted input where there is a helper, and answered with what came of it.

import { LIMITS, type Commands, type ActionName } from "../../generated/registry";
import type { Acted, ActionResult } from "../../shared/messages";
import type { Call } from "../command-context";
import type { Effects, SeenEffects, EffectWatcher } from "./action-effects";
import { TOP_FRAME } from "../page/frame-tree";
import { NavigatedDuringAction, type ContentScriptClient } from "../page/content-client";
import { privileged } from "./privileged-api";

type Params<K extends ActionName> = Commands[K]["params"] & { waitMs?: number };

export interface Extras {
  /** What the page gets, where the helper does not read the files itself. */
  files?: File[];
  paths?: string[];
}

/** Opens an address in a tab beside the one with this id, for the same agent, and gives its own id. */
export type OpenBeside = (url: string, opener: number) => Promise<number>;

export type Outcome<K extends ActionName> = ActionResult<K> & SeenEffects & { tabId: number };

const NOTHING = { expectedEffects: [], links: [], opens: [] };

export class Actions {
  readonly #contentScripts: ContentScriptClient;
  readonly #effects: Effects;
  readonly #openBeside: OpenBeside;

  constructor(contentScripts: ContentScriptClient, effects: Effects, openBeside: OpenBeside) {
    this.#contentScripts = contentScripts;
    this.#effects = effects;
    this.#openBeside = openBeside;
  }

  async run<K extends ActionName>(name: K, params: Params<K>, call: Call, extras: Extras = {}): Promise<Outcome<K>> {
    const watch = this.#effects.watch(call.tabId);
    try {
      const { result, expectedEffects, links, moved } = await this.take(name, params, call, watch, extras);
      if (moved !== undefined) watch.moved(moved);
      const seen = await watch.settle(expectedEffects, links, call);
      const url = seen.navigated ?? result.url;
      return { tabId: call.tabId, ...result, ...seen, url };
    } finally {
      watch.done();
    }
  }

  /** Takes an action, and gives what the page tells about it. */
  async take<K extends ActionName>(
    name: K,
    params: Params<K>,
    call: Call,
    watch: EffectWatcher,
    { files, paths }: Extras,
  ): Promise<Acted<K>> {
    call.tellsDialogs = true;
    const how = {
      helper: privileged.available,
      early: params.waitMs == null,
      ...(files && { files }),
      ...(paths && { paths }),
    };
    const acting = this.#contentScripts
      .call(name, params, params.waitMs ?? LIMITS.autoWaitMs, call, undefined, how)
      .then(
        // The type of a value does not tell the compiler which action it belongs to.
        ({ value }) => value as unknown as Acted<K>,
        (thrown: unknown) => {
          if (!(thrown instanceof NavigatedDuringAction) || !thrown.partialResult) throw thrown;
          // It was left because of the action.
          const sign = thrown.frameId === TOP_FRAME ? ("navigation" as const) : ("frame" as const);
          return { ...NOTHING, expectedEffects: [sign], result: thrown.partialResult as ActionResult<K> };
        },
      );
    const asked = watch.asked().then(() => null);
    let acted = await call.race(Promise.race([acting, asked]));
    if (!acted) {
      // The rest of it is done when the dialog has its answer.
      call.goesOn(acting);
      acted = { ...NOTHING, result: (this.#contentScripts.partialResultOf(call) ?? {}) as ActionResult<K> };
    }
    watch.inPage(acted.result.url);
    for (const url of acted.opens) watch.opened(await call.race(this.#openBeside(url, call.tabId)));
    return acted;
  }
}
