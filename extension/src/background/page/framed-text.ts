// The text of a page with that of its frames, each where it is drawn.

import type { Commands } from "../../generated/registry";
import type { AsksForFrames, WithFrames } from "../../shared/messages";
import { LIMITS } from "../../generated/registry";
import { cutContent } from "../../shared/text/cut-content";
import type { CommandContext } from "../command-context";
import type { ContentScriptClient } from "./content-client";

/** When no frame has answered for so long, those that have not are left out, and named. */
const FRAME_MS = 1_500;

type Format = Commands["getContent"]["params"]["format"];
type LeftOut = NonNullable<Commands["getContent"]["result"]["framesLeftOut"]>;

interface Whole {
  text: string;
  /** The frames whose text is not in it. */
  leftOut: LeftOut;
}

/** The pieces of a text with the frames between them; null where there are no frames. */
export async function withFrames(
  { pieces, framesBeside = [] }: WithFrames,
  format: Format,
  contentScripts: ContentScriptClient,
  context: CommandContext,
): Promise<{ text: string | null; leftOut: LeftOut }> {
  if (!pieces && framesBeside.length === 0) return { text: null, leftOut: [] };
  const addresses = new Map((await contentScripts.frameTree(context)).map(({ frameId, url }) => [frameId, url]));
  const named = (frameId: number): LeftOut => [
    { frame: contentScripts.nameOf(frameId, context), url: addresses.get(frameId) ?? "" },
  ];
  const last = context.framesDeadline;
  const blank = { ...cutContent("", 0, LIMITS.maxTextChars), format, url: "about:blank", title: "" };
  const frame = async (frameId: number): Promise<Whole> => {
    const asked: Commands["getContent"]["params"] & AsksForFrames = {
      ...{ format, includeHtml: false, offset: 0, maxLength: LIMITS.maxTextChars, framed: true },
    };
    const read = await contentScripts.inFrame(frameId, "getContent", asked, last.atMost(FRAME_MS), context, {
      ...{ last, ifBlank: blank },
    });
    const isComing = read?.text === "" && contentScripts.isComing(frameId, context);
    if (!read || read.unloaded || isComing) return { text: "", leftOut: named(frameId) };
    return read.pieces ? joined(read.pieces) : { text: read.text, leftOut: [] };
  };
  const joined = async (some: NonNullable<WithFrames["pieces"]>): Promise<Whole> => {
    const parts = await Promise.all(
      some.map(async (piece) => (typeof piece === "number" ? frame(piece) : { text: piece, leftOut: [] })),
    );
    return {
      text: parts
        .map(({ text }) => text)
        .join("")
        .trim(),
      leftOut: parts.flatMap(({ leftOut }) => leftOut),
    };
  };
  const beside = framesBeside.flatMap(named);
  if (!pieces) return { text: null, leftOut: beside };
  const { text, leftOut } = await joined(pieces);
  return { text, leftOut: [...leftOut, ...beside] };
}
