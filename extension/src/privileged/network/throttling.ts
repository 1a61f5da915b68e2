// Slow networks: what the pages of a tab send and are answered goes through a line of its own. What comes from the cache
// or from a service worker is as fast as ever; so are the messages of WebSockets.

import type { TabThrottle } from "../../shared/privileged";
import { make } from "../make";
import { system } from "../system";
import { SlowLine, type TraceableChannel } from "./slow-line";

const REQUEST = "http-on-before-connect";
const ANSWER = "http-on-examine-response";

interface Lines {
  down: SlowLine | null;
  up: ThrottleQueue | null;
}

/** Firefox's own queue for what is sent. */
interface ThrottleQueue {
  /** It may be called again while something is in the queue. */
  init(meanBytesPerS: number, maxBytesPerS: number): void;
}

const AS_FAST_AS_IT_IS = 1e9; // bytes per second

export class Throttling {
  readonly #lines = new Map<GeckoBrowser, Lines>();
  #observing = false;

  /** Null for as fast as it is. What is under way goes on at once. */
  set(browser: GeckoBrowser, throttle: TabThrottle | null): void {
    this.#drop((known) => known === browser || !known.isConnected);
    if (throttle) this.#lines.set(browser, linesFor(throttle));
    this.#observe(this.#lines.size > 0);
  }

  stop(): void {
    this.#drop(() => true);
    this.#observe(false);
  }

  #drop(goes: (browser: GeckoBrowser) => boolean): void {
    for (const [browser, { down, up }] of this.#lines) {
      if (!goes(browser)) continue;
      down?.end();
      up?.init(AS_FAST_AS_IT_IS, AS_FAST_AS_IT_IS);
      this.#lines.delete(browser);
    }
  }

  #observe(observes: boolean): void {
    if (observes === this.#observing) return;
    this.#observing = observes;
    const change = observes ? "addObserver" : "removeObserver";
    Services.obs[change](this.#onRequest, REQUEST);
    Services.obs[change](this.#onAnswer, ANSWER);
  }

  readonly #onRequest = (channel: GeckoObject): void => {
    const up = this.#linesOf(channel)?.up;
    if (up)
      (channel.QueryInterface(Ci["nsIThrottledInputChannel"]) as unknown as { throttleQueue: object }).throttleQueue =
        up;
  };

  readonly #onAnswer = (channel: GeckoObject): void => {
    this.#linesOf(channel)?.down?.take(
      channel.QueryInterface(Ci["nsITraceableChannel"]) as unknown as TraceableChannel,
    );
  };

  #linesOf(channel: GeckoObject): Lines | undefined {
    const browser = system.ChannelWrapper.get(channel).browserElement;
    return browser ? this.#lines.get(browser) : undefined;
  }
}

function linesFor({ down, up, latency }: TabThrottle): Lines {
  return {
    down: down !== null || latency > 0 ? new SlowLine(down, latency) : null,
    up: up === null ? null : queueFor(up),
  };
}

function queueFor(bytesPerS: number): ThrottleQueue {
  const queue = make<ThrottleQueue>("@mozilla.org/network/throttlequeue;1", "nsIInputChannelThrottleQueue");
  queue.init(bytesPerS, bytesPerS);
  return queue;
}
