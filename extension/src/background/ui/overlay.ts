// Overlays: where a person may look on, a watermark says which tabs are agents', and a glow what is done in them. With
// the helper they are drawn over the page, where no page sees them, and are off while a picture is taken. Without it
// nothing can be drawn there that the page could not find: then both are on clz's button, in the agents' tabs alone.
//
// Where a person's doings are recorded, that is drawn too and is on the button, whatever the person chose.
//
// What the person chose in the settings counts; without a choice they are on, but off in a Firefox without a window.

import type { Drawn, Look } from "../../shared/panel";
import type { TabPool } from "../tabs/tab-pool";
import type { Badge } from "./badge";
import { privileged } from "../privileged/api";
import { TabMap } from "../scopes";
import { onDOMContentLoaded } from "../tab-events";

/** The key of the person's choice in storage.local; a member that is missing means no choice. */
const VISUALS = "visuals";

const NOTHING: Look = { watermark: false, glow: false };

const GLOW_MS = 1_200;
const COVER_MS = 1_000;
const QUIET = "#7b2ff7";
const BRIGHT = "#ff9100";
const RECORDED = "#c62828";
/** What fits on the button whole, however small that is. */
const DOT = "●";

export class Overlays {
  readonly #shown = new Set<number>();
  readonly #recorded = new TabMap<true>();
  /** By tab, the frames that have notes. */
  readonly #noted = new TabMap<Set<number>>();
  readonly #glowing = new Map<number, ReturnType<typeof setTimeout>>();
  #byDefault = false;
  #look = NOTHING;

  constructor(
    private readonly pool: TabPool,
    private readonly badge: Badge,
  ) {
    browser.storage.local.onChanged.addListener((changes) => {
      if (VISUALS in changes) void this.#refresh();
    });
    onDOMContentLoaded.addListener(({ tabId, frameId }) => {
      if (frameId === 0 && pool.has(tabId) && this.isDrawn(tabId)) this.#show(tabId, this.#look);
    });
    pool.onChange(() => {
      for (const tabId of this.#shown) if (!pool.has(tabId)) this.#show(tabId, NOTHING);
      if (this.#isOn) for (const { tabId } of pool.all()) if (!this.#shown.has(tabId)) this.#show(tabId, this.#look);
    });
    if (!privileged.available) pool.onAct((tabId) => this.#glow(tabId));
  }

  /** Says whether they are on if nobody chose. */
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

  /** Says that what is done in a tab is recorded, or is no longer. */
  record(tabId: number, on: boolean): void {
    if (on) this.#recorded.set(tabId, true);
    else if (!this.#recorded.delete(tabId)) return;
    if (privileged.available) this.badge.set(tabId, on ? DOT : null, RECORDED);
    this.#show(tabId, this.pool.has(tabId) ? this.#look : NOTHING);
  }

  /** Says that notes are written in a frame. */
  note(tabId: number, frameId: number): void {
    this.#noted.set(tabId, (this.#noted.get(tabId) ?? new Set()).add(frameId));
  }

  /** True where it is over the tab's page. */
  isDrawn(tabId: number): boolean {
    return this.#isOn || this.#recorded.has(tabId);
  }

  get #isOn(): boolean {
    return this.#look.watermark || this.#look.glow;
  }

  /** Takes the overlay off a tab's picture. What it gives puts it back. */
  async cover(tabId: number): Promise<() => void> {
    if (!privileged.available) return () => undefined;
    const noted = [...(this.#noted.get(tabId) ?? [])];
    const isDrawn = this.isDrawn(tabId);
    // A frame that hangs must not keep the page from being pictured.
    const late = new Promise((resolve) => setTimeout(resolve, COVER_MS));
    if (noted.length > 0) await Promise.race([privileged.coverNotes(tabId, noted, true), late]);
    if (isDrawn) await privileged.overlay(tabId, { ...NOTHING, recording: false });
    return () => {
      if (noted.length > 0) void privileged.coverNotes(tabId, noted, false);
      if (isDrawn) this.#show(tabId, this.pool.has(tabId) ? this.#look : NOTHING);
    };
  }

  async #refresh(): Promise<void> {
    const stored = (await browser.storage.local.get(VISUALS)) as { [VISUALS]?: Partial<Look> };
    const chosen = stored[VISUALS] ?? {};
    const was = this.#isOn;
    this.#look = { watermark: chosen.watermark ?? this.#byDefault, glow: chosen.glow ?? this.#byDefault };
    if (was || this.#isOn) for (const { tabId } of this.pool.all()) this.#show(tabId, this.#look);
  }

  #show(tabId: number, look: Look): void {
    const recording = this.#recorded.has(tabId);
    const drawn: Drawn = { ...look, recording };
    if (look.watermark || look.glow || recording) this.#shown.add(tabId);
    else this.#shown.delete(tabId);
    if (privileged.available) void privileged.overlay(tabId, drawn);
    else if (recording) this.badge.set(tabId, DOT, RECORDED);
    else this.badge.set(tabId, look.watermark ? "clz" : null, QUIET);
  }

  #glow(tabId: number): void {
    if (!this.#look.glow || this.#recorded.has(tabId)) return;
    clearTimeout(this.#glowing.get(tabId));
    this.badge.set(tabId, "clz", BRIGHT);
    const over = (): void => {
      this.#glowing.delete(tabId);
      this.#show(tabId, this.pool.has(tabId) ? this.#look : NOTHING);
    };
    this.#glowing.set(tabId, setTimeout(over, GLOW_MS));
  }
}
