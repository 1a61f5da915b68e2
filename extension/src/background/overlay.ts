// Overlays in the agents' tabs: on where a person may look on, off while a picture is taken.
//
// What the person chose in the settings counts; without a choice they are on, but off in a Firefox without a window.

import type { Look } from "../shared/panel";
import type { TabPool } from "./pool";

/** The key of the person's choice in storage.local; a member that is missing is no choice. */
const VISUALS = "visuals";

export class Overlays {
  readonly #pool: TabPool;
  #byDefault = false;
  #look: Look = { watermark: false, glow: false };

  constructor(pool: TabPool) {
    this.#pool = pool;
    browser.storage.local.onChanged.addListener((changes) => {
      if (VISUALS in changes) void this.#refresh();
    });
    browser.webNavigation.onDOMContentLoaded.addListener(({ tabId, frameId }) => {
      if (frameId === 0 && this.#isOn && pool.has(tabId)) void this.#show(tabId);
    });
  }

  /** Says whether they are on where nobody chose. */
  set byDefault(on: boolean) {
    this.#byDefault = on;
    void this.#refresh();
  }

  get look(): Look {
    return this.#look;
  }

  /** Keeps what the person chose; a member that is left out stays as it is. */
  async choose({ watermark, glow }: Partial<Look>): Promise<void> {
    const stored = (await browser.storage.local.get(VISUALS)) as { [VISUALS]?: Partial<Look> };
    const chosen = { ...(watermark !== undefined && { watermark }), ...(glow !== undefined && { glow }) };
    await browser.storage.local.set({ [VISUALS]: { ...stored[VISUALS], ...chosen } });
    await this.#refresh();
  }

  get #isOn(): boolean {
    return this.#look.watermark || this.#look.glow;
  }

  /** Takes the overlay off a tab's picture. What it gives puts it back. */
  async cover(tabId: number): Promise<() => void> {
    if (!this.#isOn) return () => undefined;
    const hide = (hidden: boolean): Promise<unknown> =>
      // A page without a script has no overlay either.
      run(tabId, `globalThis.clzOverlay && clzOverlay.hide(${hidden}); true`).catch(() => undefined);
    await hide(true);
    return () => void hide(false);
  }

  async #refresh(): Promise<void> {
    const stored = (await browser.storage.local.get(VISUALS)) as { [VISUALS]?: Partial<Look> };
    const chosen = stored[VISUALS] ?? {};
    const was = this.#isOn;
    this.#look = { watermark: chosen.watermark ?? this.#byDefault, glow: chosen.glow ?? this.#byDefault };
    if (was || this.#isOn) for (const { tabId } of this.#pool.all()) void this.#show(tabId);
  }

  async #show(tabId: number): Promise<void> {
    try {
      await browser.tabs.executeScript(tabId, { file: "/overlay.js", runAt: "document_end" });
      await run(tabId, `clzOverlay.show(${JSON.stringify(this.#look)}); true`);
    } catch {
      // A page that takes no script has no overlay.
    }
  }
}

function run(tabId: number, code: string): Promise<unknown> {
  return browser.tabs.executeScript(tabId, { code, runAt: "document_end" });
}
