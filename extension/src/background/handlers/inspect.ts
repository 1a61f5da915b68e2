// get and element: what is read from elements, which may be a count over all frames, or a place in the page around theirs.

import { Deadline } from "../../shared/deadline";
import { LIMITS, type Commands } from "../../generated/registry";
import { CommandError, ownWords } from "../../shared/errors";
import { boxIn, type Box } from "../../shared/frame-layout";
import type { CommandContext } from "../command-context";
import type { Handlers } from "../dispatcher";
import type { Services } from "../services";
import type { AsksForFrames } from "../../shared/messages";
import { cutContent } from "../../shared/text/cut-content";
import type { ContentValue } from "../../shared/messages";
import { WITHOUT_SCRIPT } from "../page/reachability";
import { outOfReach } from "../expect/observations";
import { privileged } from "../privileged/api";
import { pageInfo } from "../tabs/page-info";
import { redactTitle, redactUrl } from "../../shared/secrets/redact";
import { withFrames } from "../page/framed-text";
import { TOP_FRAME } from "../page/frame-tree";

type Get = Commands["get"];

/** When no frame has answered for so long, those that have not do not answer. */
const FRAME_MS = 1_000;

export function inspectHandlers({ contentScripts }: Services) {
  return {
    async getContent(given, context) {
      const params: typeof given & AsksForFrames = { ...given, framed: true };
      const asked = contentScripts.result("getContent", params, Deadline.after(LIMITS.readMs), context);
      const read = await asked.catch((thrown: unknown) => ofPdf(given, thrown, context));
      const { pieces: _pieces, framesBeside: _beside, unloaded: _unloaded, ...value } = read;
      const { text, leftOut } = await withFrames(read, params.format, contentScripts, context);
      return {
        ...value,
        ...(text !== null && cutContent(text, params.offset, params.maxLength)),
        ...(leftOut.length > 0 && { framesLeftOut: leftOut }),
      };
    },
    async get(given, context) {
      if (given.what === "count") return count(given, context);
      const params: typeof given & AsksForFrames = { ...given, framed: true };
      const asked = contentScripts.call("get", params, Deadline.after(LIMITS.readMs), context);
      const { value: read, frameId } = await asked.catch((thrown: unknown) => ofTab(params, thrown, context));
      const { pieces: _pieces, framesBeside: _beside, ...value } = read;
      const { tabId } = context;
      const { text, leftOut } = await withFrames(read, "text", contentScripts, context);
      if (text !== null) {
        const { text: part, truncated, nextOffset } = cutContent(text, params.offset, params.maxLength);
        const beside = leftOut.length > 0 && { framesLeftOut: leftOut };
        return { ...value, value: part, truncated, nextOffset, tabId, ...beside };
      }
      if (params.what !== "box") return { ...value, tabId };
      const place = await placer(frameId, context);
      const boxes: unknown = value.value;
      const placed = Array.isArray(boxes) ? (boxes as Box[]).map(place) : boxes && place(boxes as Box);
      return { ...value, value: placed as Get["result"]["value"], tabId };
    },
    async getElementInfo(params, context) {
      const deadline = Deadline.after(LIMITS.readMs);
      const { value, frameId } = await contentScripts.call("getElementInfo", params, deadline, context);
      const place = await placer(frameId, context);
      return { ...value, position: place(value.position), tabId: context.tabId };
    },
  } satisfies Partial<Handlers>;

  /** Makes of a place in a frame one in the viewport of the page. */
  async function placer(frameId: number, context: CommandContext): Promise<(box: Box) => Box> {
    const layout = await contentScripts.layoutOf(frameId, context);
    if (!layout) throw new CommandError("NOT_VISIBLE", ownWords`The frame of this element has no place on the page`);
    return (box) => boxIn(layout, box);
  }

  /** Matches are counted in all frames, unless the command is for one. */
  async function count(params: Get["params"], context: CommandContext): Promise<Get["result"]> {
    const { value, frameId } = await contentScripts.call("get", params, Deadline.after(LIMITS.readMs), context);
    const { tabId } = context;
    if (frameId !== TOP_FRAME || params.frame != null || params.target?.startsWith("@")) return { ...value, tabId };
    const others = (await contentScripts.frameTree(context)).filter((frame) => frame.frameId !== TOP_FRAME);
    const ids = others.map((frame) => frame.frameId);
    const counts = await contentScripts.inFrames(ids, "get", params, FRAME_MS, context);
    const silent = others.find((frame) => context.silentFrames.has(frame.frameId));
    if (silent)
      throw outOfReach(silent.url, tabId, ownWords`Count only in the page itself: clz get count TARGET --frame top`);
    const total = counts.reduce((sum, one) => sum + Number(one?.value ?? 0), Number(value.value));
    const inside = total === 0 ? await contentScripts.inside(params.target ?? "", context) : null;
    return inside ? count({ ...params, ...inside }, context) : { ...value, value: total, tabId };
  }
}

/** The words of a PDF that Firefox shows in its viewer. Throws what was `thrown` for all else. */
async function ofPdf(
  { target, format, offset, maxLength }: Commands["getContent"]["params"],
  thrown: unknown,
  context: CommandContext,
): Promise<ContentValue<"getContent"> & { tabId: number }> {
  const isAsked = thrown instanceof CommandError && thrown.code === "NON_HTML_TAB" && target == null;
  const text = isAsked && format === "text" ? await context.race(privileged.pdfText(context.tabId)) : null;
  if (text === null) throw thrown;
  return { ...(await pageInfo(context.tabId, "")), format, ...cutContent(text, offset, maxLength) };
}

/** The address or the title of a tab whose page takes no script: Firefox knows them. Throws what was `thrown` for the rest. */
async function ofTab(
  { what, offset, maxLength }: Get["params"],
  thrown: unknown,
  { tabId }: CommandContext,
): Promise<{ value: ContentValue<"get">; frameId: number }> {
  const isClosed = thrown instanceof CommandError && WITHOUT_SCRIPT.has(thrown.code);
  if (!isClosed || (what !== "url" && what !== "title")) throw thrown;
  const { url, title } = await pageInfo(tabId, "");
  const { text: value, ...rest } = cutContent(what === "url" ? redactUrl(url) : redactTitle(title), offset, maxLength);
  return { value: { what, value, truncated: rest.truncated, nextOffset: rest.nextOffset, url }, frameId: TOP_FRAME };
}
