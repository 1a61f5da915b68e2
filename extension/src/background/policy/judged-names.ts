// Names whose addresses were judged to be public. In clz's own Firefox they lead there and nowhere else until a minute after
// they were last asked for, so that a connection goes to no address that nobody has judged (DNS rebinding).

import { privileged } from "../privileged/api";
import { hostName, isNumber } from "./domain-patterns";
import { isPublic } from "./public-addresses";

const PINNED_MS = 60_000;

export class JudgedNames {
  /** What ends each. */
  readonly #pinned = new Map<string, number>();
  readonly #judging = new Map<string, Promise<string | null>>();

  /** An address of the host that is not public; null if all are, or there is none. */
  async innerAddressOf(host: string): Promise<string | null> {
    const name = hostName(host);
    if (isNumber(name)) return isPublic(name) ? null : name;
    if (this.#pinned.has(name)) {
      this.#keep(name);
      return null;
    }
    const judging = this.#judging.get(name) ?? this.#judge(name).finally(() => this.#judging.delete(name));
    this.#judging.set(name, judging);
    return judging;
  }

  async #judge(name: string): Promise<string | null> {
    const { addresses = [] } = (await browser.dns.resolve(name).catch(() => null)) ?? {};
    const inner = addresses.find((address) => !isPublic(address));
    if (inner !== undefined) return inner;
    if (privileged.available && addresses.length > 0) {
      await privileged.pinName(name, addresses);
      this.#keep(name);
    }
    return null;
  }

  #keep(name: string): void {
    clearTimeout(this.#pinned.get(name));
    const end = setTimeout(() => {
      this.#pinned.delete(name);
      void privileged.pinName(name, []);
    }, PINNED_MS);
    this.#pinned.set(name, end);
  }
}
