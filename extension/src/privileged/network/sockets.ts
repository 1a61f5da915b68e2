// Which tabs' sockets are listened to. While there are none, no page has an actor for it.

import type { SocketBatch, SocketSettings } from "../../shared/sockets";
import { system } from "../system";
import { SOCKETS_ACTOR, SOCKETS_DATA } from "./socket-names";
import { DocumentActor, documentsIn, share } from "../window-actors";

/** Handshakes of which it is known what webRequest calls them. */
const MAX_HANDSHAKES = 2_000;
const TYPE_WEBSOCKET = 16;
const OPENING = "http-on-modify-request";
/** Told when a page leaves, where it has an actor. */
const LEAVES = { mozSystemGroup: true, createActor: false };

interface Channel {
  readonly channelId: number;
  readonly loadInfo: { readonly externalContentPolicyType: number; readonly internalContentPolicyType: number };
  QueryInterface(iface: unknown): Channel;
}

export class Sockets {
  /** By tab: its number that stays when its process changes. */
  readonly #tabs = new Map<number, { browserId: number; settings: SocketSettings }>();
  /** By the number of their channels. */
  readonly #handshakes = new Map<number, { request: string; url: string }>();
  readonly #actor: DocumentActor;

  constructor(modules: string) {
    this.#actor = new DocumentActor(SOCKETS_ACTOR, modules, true, { pagehide: LEAVES });
  }

  /** Listens in all that a tab shows from now on. */
  async listen(tabId: number, { browsingContext: top }: GeckoBrowser, settings: SocketSettings): Promise<void> {
    this.#tabs.set(tabId, { browserId: top.browserId, settings });
    if (this.#actor.start()) Services.obs.addObserver(this.#opening, OPENING);
    this.#share();
    await this.#tell(top, settings);
  }

  /** Listens no more; the tab may be gone. */
  async ignore(tabId: number, browser: GeckoBrowser | null): Promise<void> {
    if (!this.#tabs.delete(tabId)) return;
    this.#share();
    if (browser) await this.#tell(browser.browsingContext, null);
    if (this.#tabs.size === 0) this.stop();
  }

  /** What was seen, with the requests of webRequest: a short stream is over before its page can say its address. */
  withRequests(batch: SocketBatch): SocketBatch {
    const sockets = batch.sockets.map((socket) => {
      const { request = null, url = null } = this.#handshakes.get(socket.channel ?? -1) ?? {};
      return { ...socket, request, url: socket.url ?? url };
    });
    return { ...batch, sockets };
  }

  stop(): void {
    if (!this.#actor.stop()) return;
    this.#tabs.clear();
    this.#handshakes.clear();
    this.#share();
    Services.obs.removeObserver(this.#opening, OPENING);
  }

  #share(): void {
    share(SOCKETS_DATA, new Map([...this.#tabs.values()].map((one) => [one.browserId, one.settings])));
  }

  async #tell(top: GeckoBrowsingContext, settings: SocketSettings | null): Promise<void> {
    // What has gone meanwhile has nothing to listen to.
    await Promise.allSettled(
      documentsIn(top).map((frame) => frame.getActor(SOCKETS_ACTOR).sendQuery("sockets", settings)),
    );
  }

  readonly #opening = (subject: Channel): void => {
    const { externalContentPolicyType: type, internalContentPolicyType: inner } = subject.QueryInterface(
      Ci["nsIChannel"],
    ).loadInfo;
    const { TYPE_INTERNAL_EVENTSOURCE } = Ci["nsIContentPolicy"] as { TYPE_INTERNAL_EVENTSOURCE: number };
    if (type !== TYPE_WEBSOCKET && inner !== TYPE_INTERNAL_EVENTSOURCE) return;
    const { channelId } = subject.QueryInterface(Ci["nsIIdentChannel"]);
    const { id, finalURL: url } = system.ChannelWrapper.get(subject);
    this.#handshakes.set(channelId, { request: String(id), url });
    const [oldest] = this.#handshakes.keys();
    if (this.#handshakes.size > MAX_HANDSHAKES && oldest !== undefined) this.#handshakes.delete(oldest);
  };
}
