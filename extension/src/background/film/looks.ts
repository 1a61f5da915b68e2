// What a person looks on at: which tabs there are, whether something happened in them, and pictures of them. To ask
// whether a tab was painted costs far less than a picture that shows that it was not.

import type { Commands } from "../../generated/registry";
import type { CommandContext } from "../command-context";
import { privileged } from "../privileged/api";
import { TabMap } from "../scopes";
import { AT_ONCE, type Capture } from "../screenshot/capture";
import { titleOf } from "../tabs/page-info";
import { shortId, type TabPool } from "../tabs/tab-pool";

/** Something that is counted up each time when it is another. */
class Changes {
  readonly #tabs = new TabMap<{ last: string; count: number }>();
  /** Of all tabs: a number never comes again, nor after the extension was loaded again. */
  #last = Date.now();

  count(tabId: number, now: string): number {
    const known = this.#tabs.get(tabId);
    if (known?.last === now) return known.count;
    this.#last += 1;
    this.#tabs.set(tabId, { last: now, count: this.#last });
    return this.#last;
  }
}

export class Looks {
  readonly #told = new Changes();
  readonly #painted = new Changes();
  readonly #pictures = new Changes();

  constructor(
    private readonly pool: TabPool,
    private readonly capture: Capture,
  ) {}

  /** All tabs of all agents: numbers that say whether they have changed, and nothing of what they show. */
  async watch(): Promise<Commands["watchTabs"]["result"]> {
    const known = this.pool.all().filter(({ tabId }) => !this.pool.isOnTrial(tabId));
    const states = await privileged.paintedStates(known.map(({ tabId }) => tabId));
    const tabs = known.map(async ({ tabId, owner }, at) => {
      const painted = states[at] ?? null;
      const tab = await browser.tabs.get(tabId).catch(() => null);
      if (!tab || !this.pool.has(tabId)) return [];
      const current = this.pool.currentOf(owner) === tabId;
      const told = this.#told.count(tabId, JSON.stringify([owner, tab.url, titleOf(tab), current]));
      return [
        { tabId, owner: shortId(owner), told, painted: painted === null ? null : this.#painted.count(tabId, painted) },
      ];
    });
    return { tabs: (await Promise.all(tabs)).flat() };
  }

  /** A picture, or only its number where that is the one that is known. */
  async look(
    params: Commands["lookAtTab"]["params"],
    context: CommandContext,
  ): Promise<Commands["lookAtTab"]["result"]> {
    const { tabId } = context;
    const options = { ...AT_ONCE, quality: params.quality, scale: params.scale };
    const { image, width, height } = await this.capture.take(options, { stage: null, rect: null, zoom: 1 }, context);
    const picture = this.#pictures.count(tabId, image);
    return { image: picture === params.known ? "" : image, width, height, picture };
  }
}
