// Which tabs' sockets are listened to. While there are none, no page has an actor for it.

import type { SocketBatch, SocketSettings } from "../../shared/sockets";
import { system } from "../system";
import { SOCKETS_ACTOR, SOCKETS_DATA } from "./socket-names";
import { registerActor } from "../window-actors";

/** Handshakes of which it is known what webRequest calls them. */
const MAX_HANDSHAKES = 2_000;
const TYPE_WEBSOCKET = 16;
const OPENING = "http-on-modify-request";

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
  #isOn = false;

  /** `modules` is where the actor's are. */
  constructor(private readonly modules: string) {}

  /** Listens in all that a tab shows from now on. */
  async listen(tabId: number, { browsingContext: top }: GeckoBrowser, settings: SocketSettings): Promise<void> {
    this.#tabs.set(tabId, { browserId: top.browserId, settings });
    this.#start();
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
    if (!this.#isOn) return;
    this.#isOn = false;
    this.#tabs.clear();
    this.#handshakes.clear();
    this.#share();
    Services.obs.removeObserver(this.#opening, OPENING);
    ChromeUtils.unregisterWindowActor(SOCKETS_ACTOR);
  }

  #start(): void {
    if (this.#isOn) return;
    this.#isOn = true;
    Services.obs.addObserver(this.#opening, OPENING);
    registerActor(SOCKETS_ACTOR, {
      parent: { esModuleURI: `${this.modules}/parent.sys.mjs` },
      child: {
        esModuleURI: `${this.modules}/child.sys.mjs`,
        // Before the first script of a page runs, and when it leaves.
        events: { DOMWindowCreated: {}, pagehide: { mozSystemGroup: true, createActor: false } },
      },
    });
  }

  /** Processes that begin later get it as well. */
  #share(): void {
    const { sharedData } = Services.ppmm;
    sharedData.set(SOCKETS_DATA, new Map([...this.#tabs.values()].map((one) => [one.browserId, one.settings])));
    sharedData.flush();
  }

  async #tell(top: GeckoBrowsingContext, settings: SocketSettings | null): Promise<void> {
    const frames = top.getAllBrowsingContextsInSubtree().flatMap((frame) => frame.currentWindowGlobal ?? []);
    // What has gone meanwhile has nothing to listen to.
    await Promise.allSettled(frames.map((frame) => frame.getActor(SOCKETS_ACTOR).sendQuery("sockets", settings)));
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
