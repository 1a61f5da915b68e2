// Actions: planned in the page, taken by the helper where there is one and by the page's content script where not, and
// answered with what came of it.

import type { Commands } from "../generated/registry";
import { CommandError } from "../shared/errors";
import type { ActionName, ContentValue } from "../shared/messages";
import type { Call } from "./call";
import type { Effects, Seen, Watch } from "./effects";
import type { Acted, ContentLink } from "./link";
import { privileged } from "./privileged";

type Params<K extends ActionName> = Commands[K]["params"] & { waitMs: number };

export interface Extras {
  /** What the page gets, where the helper does not open the files itself. */
  files?: File[];
  paths?: string[];
}

export type Outcome<K extends ActionName> = ContentValue<K> & Seen & { tabId: number };

/** A page that goes away before anything was sent gives its action to the next one, once. */
const MAX_TRIES = 2;

export class Actions {
  readonly #link: ContentLink;
  readonly #effects: Effects;

  constructor(link: ContentLink, effects: Effects) {
    this.#link = link;
    this.#effects = effects;
  }

  async run<K extends ActionName>(name: K, params: Params<K>, call: Call, extras: Extras = {}): Promise<Outcome<K>> {
    const watch = this.#effects.watch(call.tabId);
    try {
      const acted = await this.take(name, params, call, watch, extras);
      const seen = await watch.settle(acted.signs, acted.links, acted.url, call);
      return { tabId: call.tabId, ...acted.value, ...seen };
    } finally {
      watch.done();
    }
  }

  /** Takes the steps of an action, and says what the page tells about it. */
  async take<K extends ActionName>(name: K, params: Params<K>, call: Call, watch: Watch, extras: Extras): Promise<Acted<K>> {
    const { files, paths } = extras;
    const helper = privileged.available;
    for (let tries = 1; ; tries += 1) {
      const planning = this.#link.act(name, params, params.waitMs, call, { helper, ...(files && { files }) });
      const planned = await call.race(Promise.race([planning, watch.asked().then(() => null)]));
      if (!planned) return { ...NOTHING, value: {} as ContentValue<K> };
      watch.inPage(planned.value.url);
      const { steps, frameId } = planned;
      if (!steps) return planned;
      const taking = privileged.input(call.tabId, frameId, steps, paths);
      const taken = await call.race(Promise.race([taking, watch.asked().then(() => null)]));
      const value = { ...planned.value, trusted: true };
      if (!taken) return { ...NOTHING, value };
      if (!taken.sent && tries < MAX_TRIES) continue;
      if (!taken.sent) throw new CommandError("NAVIGATED", "The page went away before anything was done in it");
      const finished = taken.gone ? null : await this.#link.finish<K>(frameId, call);
      // A page that is gone cannot be asked: it was left because of the action.
      if (!finished) return { ...NOTHING, signs: ["navigation"], value };
      return { ...finished, value: { ...finished.value, trusted: true } };
    }
  }
}

const NOTHING = { signs: [], links: [], url: "", frameId: 0 };
