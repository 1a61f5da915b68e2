// Profiles of tabs by Firefox's own profiler. There is one of it, so one tab is profiled at a time.

import { LIMITS, type Commands } from "../../generated/registry";
import { CommandError, needsManaged, ownWords } from "../../shared/errors";
import { redactUrl } from "../../shared/secrets/redact";
import type { CommandContext } from "../command-context";
import { privileged } from "../privileged/api";
import { tabScope } from "../scopes";
import { pageInfo } from "../tabs/page-info";

type Started = Commands["startProfile"]["result"];
type Stopped = Commands["stopProfile"]["result"];

const ADDRESS = /\b(?:https?|wss?|file):\/\/[^\s"\\)]+/g;

export class Profiles {
  #running: { tabId: number; since: number } | null = null;

  constructor() {
    tabScope.onEnd((tabId) => {
      if (this.#running?.tabId !== tabId) return;
      this.#running = null;
      void privileged.stopProfile(null);
    });
  }

  async start({ interval }: Commands["startProfile"]["params"], context: CommandContext): Promise<Started> {
    const { tabId } = context;
    if (!privileged.available) throw needsManaged(ownWords`An extension by itself cannot use Firefox's profiler`);
    if (this.#running?.tabId === tabId) {
      const hint = ownWords`End that first: clz profile stop FILE`;
      throw new CommandError("BUSY", ownWords`Your tab is profiled already`, {}, hint);
    }
    if (this.#running || !(await context.race(privileged.startProfile(tabId, interval)))) {
      const message = ownWords`Firefox's only profiler is in use`;
      throw new CommandError("BUSY", message, {}, ownWords`Try again later`);
    }
    this.#running = { tabId, since: performance.now() };
    return { tabId, url: (await pageInfo(tabId, "")).url, interval };
  }

  async stop(_: Commands["stopProfile"]["params"], context: CommandContext): Promise<Stopped> {
    const { tabId } = context;
    const running = this.#running;
    if (running?.tabId !== tabId) {
      throw new CommandError(
        "INVALID_PARAMS",
        ownWords`Your tab is not profiled`,
        {},
        ownWords`Begin: clz profile start`,
      );
    }
    this.#running = null;
    const seconds = (performance.now() - running.since) / 1_000;
    const seen = await privileged.stopProfile(tabId);
    if (!seen)
      throw new CommandError("CAPTURE_FAILED", ownWords`Firefox's profiler was stopped by other means`, { tabId });
    if (seen.json.length > LIMITS.maxProfileChars) {
      const message = ownWords`The profile is longer than ${LIMITS.maxProfileChars} characters`;
      const hint = ownWords`Sample less often, or for a shorter time: clz profile start --interval 10`;
      throw new CommandError("CAPTURE_FAILED", message, { tabId }, hint);
    }
    const profile = seen.json.replace(ADDRESS, (url) => redactUrl(url));
    const { url } = await pageInfo(tabId, "");
    return { tabId, url, profile, seconds, samples: seen.samples, bytes: profile.length };
  }
}
