// Actions: planned in the page, taken by the helper where there is one and by the page's content script where not, and
// answered with what came of it.

import type { Commands } from "../generated/registry";
import { CommandError } from "../shared/errors";
import type { Acted, ActionName, ActionResult } from "../shared/messages";
import type { Call } from "./call";
import type { Effects, Seen, Watch } from "./effects";
import type { ContentLink } from "./link";
import { privileged } from "./privileged";

type Params<K extends ActionName> = Commands[K]["params"] & { waitMs: number };

export interface Extras {
  /** What the page gets, where the helper does not open the files itself. */
  files?: File[];
  paths?: string[];
}

/** Opens an address in a tab beside the one with this id, for the same agent, and gives its own id. */
export type OpenBeside = (url: string, opener: number) => Promise<number>;

export type Outcome<K extends ActionName> = ActionResult<K> & Seen & { tabId: number };

/** A page that goes away before anything was sent gives its action to the next one, once. */
const MAX_TRIES = 2;

const NOTHING = { signs: [], links: [] };

export class Actions {
  readonly #link: ContentLink;
  readonly #effects: Effects;
  readonly #openBeside: OpenBeside;

  constructor(link: ContentLink, effects: Effects, openBeside: OpenBeside) {
    this.#link = link;
    this.#effects = effects;
    this.#openBeside = openBeside;
  }

  async run<K extends ActionName>(name: K, params: Params<K>, call: Call, extras: Extras = {}): Promise<Outcome<K>> {
    const watch = this.#effects.watch(call.tabId);
    try {
      const { result, signs, links } = await this.take(name, params, call, watch, extras);
      const seen = await watch.settle(signs, links, call);
      return { tabId: call.tabId, ...result, ...seen };
    } finally {
      watch.done();
    }
  }

  /** Takes the steps of an action, and says what the page tells about it. */
  async take<K extends ActionName>(
    name: K,
    params: Params<K>,
    call: Call,
    watch: Watch,
    { files, paths }: Extras,
  ): Promise<Acted<K>> {
    const how = { helper: privileged.available, ...(files && { files }) };
    const asked = watch.asked().then(() => null);
    for (let tries = 1; ; tries += 1) {
      const planning = this.#link.call(name, params, params.waitMs, call, undefined, how);
      const planned = await call.race(Promise.race([planning, asked]));
      if (!planned) return { ...NOTHING, result: {} as ActionResult<K> };
      const { frameId } = planned;
      // The type of a value does not tell the compiler which action it belongs to.
      const plan = planned.value as unknown as Acted<K>;
      watch.inPage(plan.result.url);
      if (!plan.steps) return plan;
      const result = { ...plan.result, trusted: true };
      const taking = privileged.input(call.tabId, frameId, plan.steps, paths);
      const taken = await call.race(Promise.race([taking, asked]));
      if (!taken) return { ...NOTHING, result };
      if (!taken.sent && tries < MAX_TRIES) continue;
      if (!taken.sent) throw new CommandError("NAVIGATED", "The page went away before anything was done in it");
      for (const url of taken.opens) watch.opened(await call.race(this.#openBeside(url, call.tabId)));
      const finished = taken.gone ? null : await this.#link.finish<K>(frameId, call);
      // A page that is gone cannot be asked: it was left because of the action.
      if (!finished) return { signs: ["navigation"], links: [], result };
      return { ...finished, result: { ...finished.result, trusted: true } };
    }
  }
}
