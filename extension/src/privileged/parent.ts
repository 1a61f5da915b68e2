// The helper's actor in Firefox's main process: does what a page's own process cannot, and brings on what a page says.

import type { SaidMessage } from "../shared/messages";
import { focusTab } from "./input/focus";

interface Message {
  name: string;
  data: unknown;
}

/** Takes what a page of a tab has said. False if nobody may listen to it. */
type Heard = (browser: GeckoBrowser, message: SaidMessage) => Promise<boolean>;

/** Where it goes; null before the background script has asked for it. */
let heard: Heard | null = null;

export class ClzHelperParent extends JSWindowActorParent {
  static set heard(by: Heard | null) {
    heard = by;
  }

  async receiveMessage({ name, data }: Message): Promise<boolean> {
    const { top } = this.browsingContext;
    if (name === "said") {
      const browser = top.embedderElement as GeckoBrowser | null;
      return browser !== null && heard !== null && (await heard(browser, data as SaidMessage));
    }
    if (name !== "focus") throw new Error(`the helper knows no ${name}`);
    await focusTab(top);
    return true;
  }
}
