// Moments of a tab, for traces: its documents, a picture, and what it has said and asked for since the last one. All of
// it in one answer, for a trace must cost little; what does not come soon is left out.

import { Deadline } from "../../shared/deadline";
import { LIMITS, type Commands } from "../../generated/registry";
import { redactUrl } from "../../shared/secrets/redact";
import { PICTURE_PX, QUALITY } from "../../shared/values/trace-pictures";
import { within, type CommandContext } from "../command-context";
import { TabMap } from "../scopes";
import type { ConsoleLog } from "../devtools/console-log";
import type { BodyRecorder } from "../network/bodies/body-recorder";
import type { NetworkLog } from "../network/network-log";
import type { Navigation } from "../navigation/navigation";
import type { ContentScriptClient } from "../page/content-client";
import { TOP_FRAME } from "../page/frame-tree";
import { AT_ONCE, type Capture } from "../screenshot/capture";
import type { Policy } from "../policy/policy";
import { titleOf } from "../tabs/page-info";
import { PageEvents } from "./page-events";

type Params = Commands["traceMoment"]["params"];
type Result = Commands["traceMoment"]["result"];
type Moment = Result["moments"][number];

/** A frame or a picture that takes longer is left out. */
const PATIENCE_MS = 4_000;
/** A page that is on its way is waited for. */
const ARRIVAL_MS = 1_500;
const MAX_FRAMES = 40;
/** Frames are waited for as long as this before the next command; they are taken later, too, if they are still there. */
const FRAMES_MS = 250;
/** Of one tab: those that nobody has asked for any more are forgotten. */
const MAX_UNTOLD = 12;

/** A moment on its way. */
interface Untold {
  moment: number;
  value: Moment | null;
  whole: Promise<unknown>;
}

/** A look that has asked whom it asks. */
interface Looking {
  tab: browser.tabs.Tab;
  frames: Promise<Array<Moment["frames"][number] | null>>;
  drawn: Promise<Moment["picture"]>;
}

/** The frames that were asked, and the picture that the page has drawn of itself. */
interface Asked {
  frames: Array<Promise<Moment["frames"][number] | null>>;
  own: Promise<Moment["picture"]>;
}

const NOBODY: Asked = { frames: [], own: Promise.resolve(null) };

type Seen = Pick<Result, "logs" | "logsCursor" | "requests" | "requestsCursor">;

export class TraceMoments {
  readonly #pageEvents = new PageEvents();
  readonly #untold = new TabMap<Untold[]>();
  readonly #beginning = new TabMap<Promise<unknown>>();
  /** The address of a page that has drawn its picture itself. */
  readonly #drawsItself = new TabMap<string>();
  #last = 0;

  constructor(
    private readonly contentScripts: ContentScriptClient,
    private readonly navigation: Navigation,
    private readonly capture: Capture,
    private readonly consoleLog: ConsoleLog,
    private readonly networkLog: NetworkLog,
    private readonly recorder: BodyRecorder,
    private readonly policy: Policy,
    private readonly isOverlaid: (tabId: number) => boolean,
  ) {}

  /**
   * Looks at the tab. A caller that does not wait goes on while it is drawn: each frame was asked by then, before
   * anything that comes next.
   */
  async moment(params: Params, context: CommandContext): Promise<Result> {
    const seen = this.#seen(params, context);
    const looking = this.#look(params, context);
    const one = this.#new(looking, context);
    const { tab } = await looking;
    // Where secrets are hidden from a picture, nothing else may see the page so.
    if (params.wait || context.concealed.length > 0)
      await context.race(Promise.all(this.#untoldOf(context.tabId).map(({ whole }) => whole)));
    return { ...this.#told(one, await seen, context), url: redactUrl(tab.url ?? ""), title: titleOf(tab) };
  }

  /** Begins to look at the tab, and tells at once what is known by now. */
  async begin(params: Params, context: CommandContext): Promise<{ seen: Result; whole: Promise<unknown> }> {
    const { tabId } = context;
    const looking = this.#look(params, context);
    const one = this.#new(looking, context);
    const begun = looking
      .catch(() => undefined)
      .then(() => {
        if (this.#beginning.get(tabId) === begun) this.#beginning.delete(tabId);
      });
    this.#beginning.set(tabId, begun);
    const seen = await this.#seen(params, context);
    return { seen: { ...this.#told(one, seen, context), url: "", title: "" }, whole: one.whole };
  }

  /** Resolves when every frame of the tab was asked that a look which has begun is to ask. */
  async begun(context: CommandContext): Promise<void> {
    const beginning = this.#beginning.get(context.tabId);
    if (beginning) await context.race(beginning);
  }

  async #look(params: Params, context: CommandContext): Promise<Looking> {
    const { tabId } = context;
    await this.navigation.settled(tabId, context, context.deadline.halfway.atMost(ARRIVAL_MS)).catch(() => undefined);
    context.signal.throwIfAborted();
    const known = context.race(browser.tabs.get(tabId)).then((found) => {
      this.#pageEvents.watch(tabId, found.url ?? "");
      return found;
    });
    known.catch(() => undefined);
    const { frames, own } = params.documents ? await this.#documents(params, context) : NOBODY;
    const asked = Promise.all(frames);
    const tab = await known;
    // Where secrets are hidden from a picture, the page is changed for it: nothing else may see it so.
    if (context.concealed.length > 0) await asked;
    // What comes next may leave the page before it has answered; a page that was asked alone, and draws itself, does both
    // before it does anything else.
    else if (frames.length > 1 || this.#drawsItself.get(tabId) !== tab.url)
      await within(Deadline.after(FRAMES_MS), asked, context);
    const drawn = params.picture ? this.#picture(own, tab, context) : Promise.resolve(null);
    return { tab, frames: asked, drawn };
  }

  #new(looking: Promise<Looking>, { tabId }: CommandContext): Untold {
    this.#last += 1;
    const one: Untold = { moment: this.#last, value: null, whole: Promise.resolve() };
    one.whole = looking
      .then(({ frames, drawn }) => Promise.all([frames, drawn]))
      .then(
        ([frames, picture]) => {
          one.value = { moment: one.moment, frames: frames.filter((frame) => frame !== null), picture };
        },
        () => {
          one.value = { moment: one.moment, frames: [], picture: null };
        },
      );
    const untold = this.#untoldOf(tabId);
    untold.push(one);
    untold.splice(0, untold.length - MAX_UNTOLD);
    return one;
  }

  #untoldOf(tabId: number): Untold[] {
    const untold = this.#untold.get(tabId) ?? [];
    this.#untold.set(tabId, untold);
    return untold;
  }

  /** What the tab has said and asked for since. */
  async #seen(params: Params, context: CommandContext): Promise<Seen> {
    const [said, requested] = await Promise.all([this.#said(params, context), this.#asked(params, context)]);
    return {
      logs: said.logs,
      logsCursor: said.cursor,
      requests: requested.requests,
      requestsCursor: requested.cursor,
    };
  }

  #told({ moment }: Untold, seen: Seen, { tabId }: CommandContext): Omit<Result, "url" | "title"> {
    return {
      moment,
      moments: this.#whole(this.#untoldOf(tabId)),
      ...seen,
      pageEvents: this.#pageEvents.told(tabId),
      recorded: this.recorder.has(tabId),
      tabId,
    };
  }

  /** The first ones that are whole; they are not kept any longer. */
  #whole(untold: Untold[]): Moment[] {
    const waiting = untold.findIndex(({ value }) => value === null);
    const whole = untold.splice(0, waiting < 0 ? untold.length : waiting);
    return whole.flatMap(({ value }) => (value ? [value] : []));
  }

  /** The documents of the frames, each of which was asked; that of the tab first. */
  async #documents(params: Params, context: CommandContext): Promise<Asked> {
    const deadline = Deadline.after(PATIENCE_MS);
    // A document may answer when the next command is under way already.
    const at = new Date();
    const images = params.images && context.concealed.length === 0;
    const storage = params.storage && this.policy.rights(context.agent).storage?.allowed === true;
    const picture = params.picture && context.concealed.length === 0 && !this.isOverlaid(context.tabId);
    const wanted = { ...params, prefix: params.prefix || `frame@${context.tabId}`, images, storage, picture };
    let own: Moment["picture"] = null;
    const look = (frameId: number) =>
      this.contentScripts.inFrame(frameId, "traceMoment", wanted, deadline, context).catch(() => null);
    const ask = async (frameId: number): Promise<Moment["frames"][number] | null> => {
      let value = await look(frameId);
      if (!value && frameId === TOP_FRAME) {
        // The page was left while it was looked at, or has come just now: the next one to answer is what there is to see.
        const called = this.contentScripts.call("traceMoment", wanted, deadline, context);
        value = await called.then((answered) => answered.value).catch(() => null);
      }
      if (!value) return null;
      const { kept, drawn, ...rest } = value;
      if (drawn) own = { ...drawn, viewWidth: value.width, viewHeight: value.height };
      if (kept) this.#pageEvents.keeps(context.tabId, value.url, kept, at);
      return { ...rest, url: redactUrl(value.url), frameId };
    };
    const top = ask(TOP_FRAME);
    const all = await this.contentScripts.frameTree(context);
    const inner = all.slice(0, MAX_FRAMES).filter(({ frameId }) => frameId !== TOP_FRAME);
    const frames = [top, ...inner.map(({ frameId }) => ask(frameId))];
    return { frames, own: top.then(() => own) };
  }

  /** The page's own where that is of all that is in view; else as Firefox draws it. */
  async #picture(
    own: Asked["own"],
    { width = 0, height = 0, url = "" }: browser.tabs.Tab,
    context: CommandContext,
  ): Promise<Moment["picture"]> {
    const drawn = await own;
    if (drawn?.viewWidth === width && drawn.viewHeight === height) {
      if (!context.signal.aborted) this.#drawsItself.set(context.tabId, url);
      return drawn;
    }
    this.#drawsItself.delete(context.tabId);
    let taken: Moment["picture"] = null;
    const scale = width > PICTURE_PX ? PICTURE_PX / width : 1;
    const options = { ...AT_ONCE, quality: QUALITY, scale };
    const asked = this.capture.take(options, { stage: null, rect: null, zoom: 1 }, context).then(
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
    return this.consoleLog.read(query, context);
  }

  #asked({ requestsSince }: Params, context: CommandContext): ReturnType<NetworkLog["listed"]> {
    const query = { limit: LIMITS.networkEntries, since: requestsSince, clear: false, waitMs: 0 };
    return this.networkLog.listed({ ...query, includeHeaders: true, bodies: false }, context);
  }
}
