// The helper's actor in Firefox's main process: does what a page's own process cannot, and brings on what a page says.

import type { PageClipboard } from "../shared/input/clipboard";
import type { SaidMessage } from "../shared/messages";
import type { CallReply, FunctionCall } from "../shared/privileged";
import type { PasskeyRequest } from "../shared/values/passkeys";
import type { SocketBatch } from "../shared/sockets";
import { ACTOR, focusTab } from "./input/focus";
import type { PasskeyTurns } from "./passkeys/turns";
import { documentsIn } from "./window-actors";

interface Message {
  name: string;
  data: unknown;
}

/** Takes what a page of a tab has said. False if nobody may listen to it. */
type Heard = (browser: GeckoBrowser, message: SaidMessage) => Promise<boolean>;

/** Takes what a page of a tab copies, or gives what it may read. False if the tab is nobody's. */
type Clipboards = (browser: GeckoBrowser, message: PageClipboard) => Promise<unknown>;

/** Passes a call to the program that drives the page. */
type Called = (browser: GeckoBrowser, call: FunctionCall) => Promise<CallReply>;

function browserOf({ browsingContext }: JSWindowActorParent): GeckoBrowser | null {
  return browsingContext.top.embedderElement as GeckoBrowser | null;
}

export class ClzHelperParent extends JSWindowActorParent {
  // Where each goes; null before the background script has asked for it.
  static called: Called | null = null;
  static clipboards: Clipboards | null = null;
  static heard: Heard | null = null;

  async receiveMessage({ name, data }: Message): Promise<unknown> {
    if (name === "clipboard") return this.#clipboard(data as PageClipboard);
    if (name === "acting") return this.#acting();
    if (name === "called") return this.#called(data as FunctionCall);
    if (name === "said") {
      const { heard } = ClzHelperParent;
      const browser = browserOf(this);
      return browser !== null && heard !== null && (await heard(browser, data as SaidMessage));
    }
    if (name !== "focus") throw new Error(`the helper knows no ${name}`);
    await focusTab(this.browsingContext.top);
    return true;
  }

  async #called(call: FunctionCall): Promise<CallReply> {
    const { called } = ClzHelperParent;
    const browser = browserOf(this);
    return browser && called ? called(browser, call) : { error: "This function is no longer exposed" };
  }

  /** Tells the tab's frames that are in other processes. */
  #acting(): void {
    const frames = documentsIn(this.browsingContext.top);
    const others = frames.filter(({ osPid }) => osPid !== this.manager.osPid);
    for (const frame of others) frame.getActor(ACTOR).sendAsyncMessage("acting", null);
  }

  /** What is copied in a tab that is not an agent's goes where it would have gone. */
  async #clipboard(message: PageClipboard): Promise<unknown> {
    const { clipboards } = ClzHelperParent;
    const browser = browserOf(this);
    const taken = browser !== null && clipboards !== null && (await clipboards(browser, message));
    if (taken === false && message.does === "copies") {
      const helper = Cc["@mozilla.org/widget/clipboardhelper;1"]?.getService(Ci["nsIClipboardHelper"]);
      (helper as { copyString(text: string): void }).copyString(message.clip.text);
    }
    return taken;
  }
}

/** Takes what was seen of the sockets in a document of a tab. False if nobody may listen to it. */
type Seen = (browser: GeckoBrowser, batch: SocketBatch) => Promise<boolean>;

export class ClzSocketsParent extends JSWindowActorParent {
  static seen: Seen | null = null;
  /** Its tab, and the number of its document, once there was something to tell. */
  #told: { browser: GeckoBrowser; page: number } | null = null;

  async receiveMessage({ data }: Message): Promise<boolean> {
    const { seen } = ClzSocketsParent;
    const batch = data as SocketBatch;
    const browser = browserOf(this);
    if (!browser || !seen) return false;
    this.#told = { browser, page: batch.page };
    return seen(browser, batch);
  }

  didDestroy(): void {
    const { seen } = ClzSocketsParent;
    if (!this.#told || !seen) return;
    const { browser, page } = this.#told;
    const batch = { page, frame: "", sockets: [], messages: [], dropped: 0, gone: true };
    // The tab may be gone as well.
    seen(browser, batch).catch(() => undefined);
  }
}

export class ClzPasskeysParent extends JSWindowActorParent {
  /** Null before the background script is there. */
  static turns: PasskeyTurns | null = null;

  async receiveMessage({ name, data }: Message): Promise<unknown> {
    const { turns } = ClzPasskeysParent;
    const { id, request, used } = data as { id: string; request: PasskeyRequest; used: string | null };
    if (name === "begin") return turns?.begin(this, id, request);
    return name === "end" ? turns?.end(id, used) : turns?.withdraw(id);
  }

  didDestroy(): void {
    ClzPasskeysParent.turns?.left(this);
  }
}
