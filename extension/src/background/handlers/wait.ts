// wait: for what one page shows, for all its frames, for an address, and for what the network still brings.

import type { Deadline } from "../../shared/deadline";
import type { Commands } from "../../generated/registry";
import { advice, CommandError, ownWords } from "../../shared/errors";
import { matchesGlob } from "../../shared/text/glob";
import { redactUrl } from "../../shared/secrets/redact";
import { longerHint, waited, waitedWords } from "../../shared/waited";
import { pause, within, type CommandContext } from "../command-context";
import { withTree } from "../devtools/expression";
import type { Handlers } from "../dispatcher";
import type { Services } from "../services";
import { readBody } from "../network/bodies/read-body";
import { missingRequest, waitForRequest, type EndedRequest } from "../network/request-waiter";
import { privileged } from "../privileged/api";

type WaitFor = Commands["waitFor"];
type Params = WaitFor["params"];

const CONDITIONS = ["target", "text", "url", "load", "fn", "request", "popup"] as const;

/** What is under way is looked at again after this long. */
const AGAIN_MS = 50;

export function waitHandlers(services: Services): Pick<Handlers, "waitFor"> {
  const { contentScripts, navigation, networkLog, pool } = services;
  return { waitFor: (params, context) => withDialogs(services, context, waitFor(params, context)) };

  async function waitFor(given: Params, context: CommandContext): Promise<WaitFor["result"]> {
    check(given, services.bodyRecorder.isOn(context.tabId));
    const params = await withTree(given, "fn", context);
    const { target, text, url, load, fn, gone, hidden } = params;
    const deadline = context.waitDeadline(params.waitMs);
    const request = params.request == null ? {} : await answered(params, params.request, services, context);
    const popup = params.popup ? await opened(params, services, context) : {};
    const alone = target == null && text == null && load == null && fn == null;
    if (url != null) {
      const arrived = await waitForAddress(params, url, services, context);
      if (alone) return { ...arrived, ...request, ...popup };
    } else if (alone) {
      const { tabId } = context;
      const page = await context.race(browser.tabs.get(tabId));
      const elapsedMs = Math.round(context.elapsed());
      return { found: true, elapsedMs, ...request, ...popup, tabId, url: redactUrl(page.url ?? "") };
    }
    for (;;) {
      if (load != null) await navigation.settled(context.tabId, context, deadline);
      const rest = { ...params, url: null, request: null, popup: false } as unknown as Params;
      const { value, frameId } = await contentScripts.call(
        "waitFor",
        rest,
        deadline,
        context,
        (spentMs) => noPage(params, spentMs),
        { helper: (fn != null || load === "rest") && privileged.available },
      );
      const busy = (gone || hidden) && (await mayShow(frameId, params, deadline, context));
      const underWay =
        load === "quiet" || load === "rest" ? networkLog.underWay(context.tabId, pool.actedAt(context.tabId)) : [];
      const done = { tabId: context.tabId, ...request, ...popup, ...value, elapsedMs: Math.round(context.elapsed()) };
      if (!busy && underWay.length === 0) return done;
      if (deadline.passed) throw unfinished(params, underWay, value.url, context);
      await pause(AGAIN_MS, context);
    }
  }

  /** True if another frame still has what is to go, or is on its way to a document that may have it. */
  async function mayShow(
    frameId: number,
    params: Params,
    deadline: Deadline,
    context: CommandContext,
  ): Promise<boolean> {
    if (await stillIn(frameId, params, deadline, context)) return true;
    return params.frame == null && (await contentScripts.hasMoreToCome(context)) && !deadline.passed;
  }

  /** True if another frame still has what is to go; waits there until it goes. */
  async function stillIn(
    frameId: number,
    params: Params,
    deadline: Deadline,
    context: CommandContext,
  ): Promise<boolean> {
    if (params.frame != null || params.target?.trim().startsWith("@")) return false;
    const { target, text } = params;
    const need = params.gone ? ("any" as const) : ("visible" as const);
    const what = target != null ? { target } : { text: text ?? "" };
    const having = await contentScripts.framesWith({ ...what, need, first: true, patient: false }, context);
    const [other] = having.filter((id) => id !== frameId);
    const { target: _target, text: _text, load: _load, fn: _fn, url: _url, ...rest } = params;
    if (other === undefined) {
      const inside = having.length === 0 && target != null ? await contentScripts.inside(target, context) : null;
      return inside !== null && !(await isGone({ ...rest, ...inside }, services, deadline, context));
    }
    await contentScripts.inFrame(other, "waitFor", { ...rest, ...what }, deadline, context);
    return true;
  }
}

/** Tells also of the dialogs that came since the last action, or meanwhile. */
async function withDialogs(
  { dialogs }: Services,
  { tabId }: CommandContext,
  waiting: Promise<WaitFor["result"]>,
): Promise<WaitFor["result"]> {
  const over = new AbortController();
  const teller = dialogs.tellerOf(tabId, over.signal);
  try {
    return { ...(await waiting), ...teller.told() };
  } finally {
    over.abort();
  }
}

/** Waits until a frame has no more what is to go; false if the frame itself went. */
async function isGone(
  params: Params,
  { contentScripts }: Services,
  deadline: Deadline,
  context: CommandContext,
): Promise<boolean> {
  try {
    await contentScripts.call("waitFor", params, deadline, context);
    return true;
  } catch (thrown) {
    if (thrown instanceof CommandError && thrown.code === "STALE_REF") return false;
    throw thrown;
  }
}

/** The request that was asked for, once it has ended. Throws TIMEOUT. */
async function awaited(
  { status, method, waitMs }: Params,
  glob: string,
  { pool, networkLog }: Services,
  context: CommandContext,
): Promise<EndedRequest> {
  const { tabId } = context;
  const query = { glob, status, method, since: pool.actedAt(tabId) };
  const request = await waitForRequest(query, networkLog, context.waitDeadline(waitMs), context);
  if (request) return request;
  const { details, hint } = missingRequest(query, tabId, networkLog);
  const spentMs = context.elapsed();
  const message = `Still missing ${waitedWords(waitMs, spentMs)}: request ${glob}`;
  throw new CommandError("TIMEOUT", message, { missing: ["request"], ...details, ...waited(waitMs, spentMs) }, hint);
}

/** The tab that a page of this one has opened. Throws TIMEOUT. */
async function opened(
  { waitMs }: Params,
  { pool, effects }: Services,
  context: CommandContext,
): Promise<Pick<WaitFor["result"], "openedTab" | "openedAndClosed">> {
  const { tabId } = context;
  const since = pool.actedAt(tabId);
  if (await effects.openedBy(tabId, since, context.waitDeadline(waitMs), context))
    return effects.openedBetween(tabId, since);
  const spentMs = context.elapsed();
  const message = `Still missing ${waitedWords(waitMs, spentMs)}: a tab that the page opens`;
  const hint = longerHint(waitMs, spentMs);
  throw new CommandError("TIMEOUT", message, { missing: ["popup"], ...waited(waitMs, spentMs) }, hint);
}

/** The request, and its body if that was asked for. Throws NO_BODY. */
async function answered(
  params: Params,
  glob: string,
  services: Services,
  context: CommandContext,
): Promise<Pick<WaitFor["result"], "request" | "body">> {
  const request = await awaited(params, glob, services, context);
  if (!params.body) return { request };
  const { bodyRecorder, networkLog } = services;
  await context.race(bodyRecorder.flush());
  const which = { id: request.id, request: false, encoded: false };
  const entry = networkLog.find(context.tabId, request.id);
  const { state, bytes, mimeType, masked, text } = await readBody(which, entry, bodyRecorder, context);
  return { request, body: { state, bytes, mimeType, masked, ...(text !== undefined && { text }) } };
}

function check(params: Params, isRecorded: boolean): void {
  const { target, text, gone, hidden } = params;
  if (CONDITIONS.every((name) => !isGiven(params[name]))) {
    const hint = ownWords`Give a target, --text, --url, --load, --fn, --request or --popup.`;
    throw new CommandError("INVALID_PARAMS", ownWords`Say what to wait for`, {}, hint);
  }
  if (params.request == null && params.body) {
    const hint = ownWords`Give --request GLOB with it: "**" is any.`;
    throw new CommandError("INVALID_PARAMS", ownWords`Say which request's body is meant`, {}, hint);
  }
  if (params.body && !isRecorded) throw new CommandError("NO_BODY", ownWords`Bodies are not recorded in this tab`);
  if (params.request == null && (params.status != null || params.method != null)) {
    const hint = ownWords`Give --request GLOB with it: "**" is any.`;
    throw new CommandError("INVALID_PARAMS", ownWords`Say which request is to have this status or method`, {}, hint);
  }
  if ((gone || hidden) && target == null && text == null) {
    const hint = ownWords`Give a target or --text with --gone.`;
    throw new CommandError("INVALID_PARAMS", ownWords`Say what is to be gone`, {}, hint);
  }
}

function isGiven(value: Params[(typeof CONDITIONS)[number]]): boolean {
  return value != null && value !== false;
}

function unfinished(params: Params, underWay: string[], url: string, context: CommandContext): CommandError {
  const missing = underWay.length > 0 ? ["load"] : [params.gone ? "gone" : "hidden"];
  const what =
    underWay.length > 0 ? `${underWay.length} requests are under way` : `${params.target ?? params.text} is in a frame`;
  const spentMs = context.elapsed();
  const message = `Still missing ${waitedWords(params.waitMs, spentMs)}: ${what}`;
  const details = { missing, lookalikes: [], underWay, ...waited(params.waitMs, spentMs), url };
  const hint = longerHint(params.waitMs, spentMs);
  return new CommandError("TIMEOUT", message, details, hint);
}

/** The error for a wait in which no page came that could be looked at. */
function noPage(params: WaitFor["params"], spentMs: number): CommandError {
  const missing = CONDITIONS.filter((name) => isGiven(params[name]));
  const details = { missing, lookalikes: [], ...waited(params.waitMs, spentMs) };
  const message = `No page came ${waitedWords(params.waitMs, spentMs)}`;
  return new CommandError("TIMEOUT", message, details, longerHint(params.waitMs, spentMs));
}

/** An address alone is waited for without the page: it may be one that no script can enter. */
async function waitForAddress(
  { waitMs }: WaitFor["params"],
  glob: string,
  { navigation }: Services,
  context: CommandContext,
): Promise<WaitFor["result"]> {
  const { tabId } = context;
  const deadline = context.waitDeadline(waitMs);
  for (;;) {
    const over = new AbortController();
    try {
      const moved = new Promise<void>((resolve) => {
        const told = ({ kind }: { kind: string }): void => {
          if (kind === "committed" || kind === "moved") resolve();
        };
        navigation.on(tabId, told, over.signal);
      });
      // The listener is set before the look: no move can slip through between the two.
      const tab = await context.race(browser.tabs.get(tabId));
      const url = tab.url ?? "";
      if (matchesGlob(url, glob)) return { found: true, elapsedMs: Math.round(context.elapsed()), tabId, url };
      if (deadline.passed) {
        const details = {
          missing: ["url"],
          lookalikes: [],
          ...waited(waitMs, context.elapsed()),
          url,
          title: tab.title,
        };
        const message = `Still missing ${waitedWords(waitMs, context.elapsed())}: url ${glob}`;
        const hint = advice`The address is ${url}`;
        throw new CommandError("TIMEOUT", message, details, hint);
      }
      await within(deadline, moved, context);
    } finally {
      over.abort();
    }
  }
}
