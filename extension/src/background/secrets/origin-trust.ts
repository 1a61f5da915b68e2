// Origin trust: whether a page is its site's own. Its origin says so, unless somebody else may have made it: a proxy,
// where nothing but plain http or a certificate that is let pass speaks against it, or a route of the agent's.
//
// Such a page gets nothing that is meant for the site alone, such as a secret: it counts as no site's.

import { CommandError, ownWords } from "../../shared/errors";
import { privileged } from "../privileged/api";
import type { Proxies } from "../network/proxies";
import { AgentMap } from "../scopes";

/** What a page is given of one origin, in one cookie jar. */
interface Place {
  origin: string;
  cookieStoreId: string | undefined;
}

type Request = Pick<
  Parameters<Parameters<typeof browser.webRequest.onBeforeRequest.addListener>[0]>[0],
  "type" | "url" | "documentUrl" | "originUrl"
>;

/** What a page takes for data: an answer to any other request makes a page, or runs in one. */
const DATA = new Set<string>(
  "beacon csp_report font image imageset json media ping stylesheet web_manifest websocket xmlhttprequest".split(" "),
);

export class OriginTrust {
  /** By agent, the origins whose pages its routes have changed. */
  readonly #made = new AgentMap<Set<string>>();

  constructor(private readonly proxies: Proxies) {}

  /**
   * Notes what a route answers in the place of a server. It holds until the agent leaves: Firefox keeps pages and
   * scripts, and shows and runs them again without a request. Service workers outlive it nowhere: in the jar that tabs share
   * nobody knows for whom one is asked for, so no route answers, and an agent's own jar goes with it.
   */
  madeBy(agent: string, { type, url, documentUrl, originUrl }: Request): void {
    if (DATA.has(type)) return;
    const made = this.#made.get(agent) ?? new Set<string>();
    for (const address of [url, documentUrl, originUrl]) {
      const origin = URL.parse(address ?? "")?.origin;
      if (origin !== undefined) made.add(origin);
    }
    this.#made.set(agent, made);
  }

  /**
   * What somebody else than the site may have made a page with; null if it is the site's own. An agent whose page of a
   * container passes although nothing but its way vouches for it gets no proxy there any more.
   */
  async doubt(agent: string, { origin, cookieStoreId }: Place): Promise<"route" | "proxy" | null> {
    const isVouchedFor = origin.startsWith("https:") && !(await privileged.acceptsCertificates());
    if (!isVouchedFor) {
      const everywhere = await this.proxies.standsEverywhere();
      // From here on nothing comes in between.
      if (everywhere || this.proxies.standsIn(cookieStoreId)) return "proxy";
      this.proxies.seal(cookieStoreId);
    }
    return this.#made.get(agent)?.has(origin) ? "route" : null;
  }

  /** Throws SECRET_NOT_FOR_SITE for a page that somebody else may have made. */
  async check(secret: string, agent: string, place: Place): Promise<void> {
    const doubt = await this.doubt(agent, place);
    if (doubt === null) return;
    const details = { secret, site: place.origin, by: doubt };
    if (doubt === "proxy") {
      const hint = ownWords`Behind a proxy, secrets are entered only over https. Enter it without the proxy: clz open URL, as another agent`;
      const message = `${secret} is not entered: a proxy on the way may have forged this page of ${place.origin}`;
      throw new CommandError("SECRET_NOT_FOR_SITE", message, details, hint);
    }
    const hint = ownWords`Enter it as an agent that has no routes: --agent NAME. Routes that answer what scripts fetch do not matter.`;
    const message = `${secret} is not entered: your route has answered a page or a script of ${place.origin}`;
    throw new CommandError("SECRET_NOT_FOR_SITE", message, details, hint);
  }
}
