// The frames of the tabs: which there are, the short names they have in refs, and the numbers that refs go on from.

import type { CommandContext } from "../command-context";
import { TabListeners } from "../tabs/tab-listeners";
import { TabMap } from "../scopes";
import { onCommitted, onDOMContentLoaded } from "../tab-events";

export const TOP_FRAME = 0;

interface TabFrames {
  /** By frame id: 2 for the frame that refs call f2. The top frame is 1 and never named. */
  numbers: Map<number, number>;
  lastNumber: number;
  /** By frame id: the highest number that a ref in it has had, in whichever document. */
  lastRefs: Map<number, number>;
}

export class Frames {
  readonly #tabs = new TabMap<TabFrames>();
  readonly #listeners = new TabListeners();

  listen(): void {
    const moved = ({ tabId }: { tabId: number }): void => this.#listeners.tell(tabId);
    onCommitted.addListener(moved);
    onDOMContentLoaded.addListener(moved);
  }

  /** The tab's frames, each after the one that holds it. They get their names in this order. */
  async list(context: CommandContext): Promise<Array<{ frameId: number; parentFrameId: number; url: string }>> {
    const all = (await context.race(browser.webNavigation.getAllFrames({ tabId: context.tabId }))) ?? [];
    const inside = Map.groupBy(all, ({ parentFrameId }) => parentFrameId);
    const ordered: typeof all = [];
    const walk = (frame: (typeof all)[number]): void => {
      ordered.push(frame);
      for (const inner of inside.get(frame.frameId) ?? []) walk(inner);
    };
    all.filter(({ frameId }) => frameId === TOP_FRAME).forEach(walk);
    for (const { frameId } of ordered) this.nameOf(context.tabId, frameId);
    return ordered;
  }

  /** What refs and errors call a frame: f2, or nothing for the top frame. */
  nameOf(tabId: number, frameId: number): string {
    if (frameId === TOP_FRAME) return "";
    const tab = this.#tab(tabId);
    let number = tab.numbers.get(frameId);
    if (number === undefined) {
      tab.lastNumber += 1;
      number = tab.lastNumber;
      tab.numbers.set(frameId, number);
    }
    return `f${number}`;
  }

  /** The frame that has this name; null if none ever had. */
  byName(tabId: number, name: string): number | null {
    for (const [frameId, number] of this.#tab(tabId).numbers) if (`f${number}` === name) return frameId;
    return null;
  }

  /** What refs in a frame begin with, and the highest number that one of them has had, in whichever document. */
  refs(tabId: number, frameId: number): { frame: string; last: number } {
    return { frame: this.nameOf(tabId, frameId), last: this.#tab(tabId).lastRefs.get(frameId) ?? 0 };
  }

  noteRef(tabId: number, frameId: number, number: number): void {
    this.#tab(tabId).lastRefs.set(frameId, Math.max(this.refs(tabId, frameId).last, number));
  }

  /** Calls `listener` when a document comes into any of the tab's frames, until `signal` is aborted. */
  onArrival(tabId: number, listener: () => void, signal: AbortSignal): void {
    this.#listeners.on(tabId, listener, signal);
  }

  #tab(tabId: number): TabFrames {
    let tab = this.#tabs.get(tabId);
    if (!tab) {
      tab = { numbers: new Map(), lastNumber: 1, lastRefs: new Map() };
      this.#tabs.set(tabId, tab);
    }
    return tab;
  }
}

/** Does something in each frame. Only the top one must take it: others may be gone, or take no script. */
export async function inFrames(tabId: number, act: (frameId: number) => Promise<unknown>): Promise<void> {
  const frames = (await browser.webNavigation.getAllFrames({ tabId })) ?? [];
  const inner = frames.filter(({ frameId }) => frameId !== TOP_FRAME);
  await Promise.all([act(TOP_FRAME), ...inner.map(({ frameId }) => act(frameId).catch(() => undefined))]);
}
