// Moments of a tab, for traces: its documents, a picture, and what it has said and asked for since the last one. All of
// it in one answer, for a trace must cost little; what does not come soon is left out.

import { Deadline } from "../../shared/deadline";
import { LIMITS, type Commands } from "../../generated/registry";
import { redactUrl } from "../../shared/secrets/redact";
import { within, type CommandContext } from "../command-context";
import type { ConsoleLog } from "../devtools/console-log";
import type { BodyRecorder } from "../network/bodies/body-recorder";
import type { NetworkLog } from "../network/network-log";
import type { ContentScriptClient } from "../page/content-client";
import { TOP_FRAME } from "../page/frame-tree";
import type { Capture } from "../screenshot/capture";
import { titleOf } from "../tabs/page-info";

type Params = Commands["traceMoment"]["params"];
type Result = Commands["traceMoment"]["result"];

/** A frame or a picture that takes longer is left out. */
const PATIENCE_MS = 1_500;
const MAX_FRAMES = 40;
/** Pictures are as wide as this at most. */
const PICTURE_PX = 960;
const QUALITY = 60;

export class TraceMoments {
  readonly #contentScripts: ContentScriptClient;
  readonly #capture: Capture;
  readonly #consoleLog: ConsoleLog;
  readonly #networkLog: NetworkLog;
  readonly #recorder: BodyRecorder;

  constructor(
    contentScripts: ContentScriptClient,
    capture: Capture,
    consoleLog: ConsoleLog,
    networkLog: NetworkLog,
    recorder: BodyRecorder,
  ) {
    this.#contentScripts = contentScripts;
    this.#capture = capture;
    this.#consoleLog = consoleLog;
    this.#networkLog = networkLog;
    this.#recorder = recorder;
  }

  async moment(params: Params, context: CommandContext): Promise<Result> {
    const { tabId } = context;
    const tab = await context.race(browser.tabs.get(tabId));
    const documents = (): Promise<Result["frames"]> => (params.documents ? this.#documents(params, context) : none());
    const picture = (): Promise<Result["picture"]> =>
      params.picture ? this.#picture(tab.width ?? 0, tab.height ?? 0, context) : Promise.resolve(null);
    // Where secrets are hidden from a picture, the page is changed for it.
    const hides = context.hidden.length > 0;
    const first = documents();
    if (hides) await first;
    const [frames, shot, said, asked] = await Promise.all([
      first,
      picture(),
      this.#said(params, context),
      this.#asked(params, context),
    ]);
    return {
      frames,
      picture: shot,
      logs: said.logs,
      logsCursor: said.cursor,
      requests: asked.requests,
      requestsCursor: asked.cursor,
      recorded: this.#recorder.has(tabId),
      tabId,
      url: redactUrl(tab.url ?? ""),
      title: titleOf(tab),
    };
  }

  async #documents(params: Params, context: CommandContext): Promise<Result["frames"]> {
    const deadline = context.deadline.halfway.atMost(PATIENCE_MS);
    const images = params.images && context.hidden.length === 0;
    const all = (await this.#contentScripts.frameTree(context)).slice(0, MAX_FRAMES);
    const found = await Promise.all(
      all.map(async ({ frameId }) => {
        const asked = this.#contentScripts.inFrame(frameId, "traceMoment", { ...params, images }, deadline, context);
        const value = await asked.catch(() => null);
        return value && { ...value, url: redactUrl(value.url), frameId };
      }),
    );
    context.signal.throwIfAborted();
    return found
      .filter((frame) => frame !== null)
      .sort((one, other) => Number(other.frameId === TOP_FRAME) - Number(one.frameId === TOP_FRAME));
  }

  async #picture(width: number, height: number, context: CommandContext): Promise<Result["picture"]> {
    let taken: Result["picture"] = null;
    const scale = width > PICTURE_PX ? PICTURE_PX / width : 1;
    const options = { ...PICTURE, quality: QUALITY, scale };
    const asked = this.#capture.take(options, { stage: null, rect: null }, context).then(
      ({ image, width: wide, height: high }) => {
        taken = { image, width: wide, height: high, viewWidth: width, viewHeight: height };
      },
      () => undefined,
    );
    await within(Deadline.after(PATIENCE_MS), asked, context);
    return taken;
  }

  #said({ consoleSince }: Params, context: CommandContext): Promise<Commands["getConsoleLogs"]["result"]> {
    const query = { limit: LIMITS.consoleEntries, since: consoleSince, clear: false, waitMs: 0, page: false };
    return this.#consoleLog.read(query, context);
  }

  #asked({ requestsSince }: Params, context: CommandContext): Promise<Commands["getNetworkRequests"]["result"]> {
    const query = { limit: LIMITS.networkEntries, since: requestsSince, clear: false, waitMs: 0 };
    return this.#networkLog.read({ ...query, includeHeaders: true, bodies: false }, context);
  }
}

function none(): Promise<Result["frames"]> {
  return Promise.resolve([]);
}

const PICTURE = {
  format: "jpeg",
  purpose: "read-text",
  full: false,
  slices: false,
  annotate: false,
  anySize: false,
  skipReadiness: true,
  maxWait: 0,
  waitForImages: false,
} as const;
