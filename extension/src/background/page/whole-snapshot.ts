// The snapshot of a page with all of its frames.

import type { Deadline } from "../../shared/deadline";
import { FORMS, type FrameLine, type FrameSnapshot, type LookParams } from "../../shared/aria-snapshot";
import type { CommandContext } from "../command-context";
import { join, type Joined } from "./aria-snapshots";
import type { ContentScriptClient } from "./content-client";
import { TOP_FRAME } from "./frame-tree";

/** When no frame has answered for so long, those that have not are left out. */
const FRAME_MS = 1_500;

const BLANK: FrameSnapshot = { text: "", lines: 0, frames: [], url: "about:blank", title: "" };

interface WholeSnapshot extends Joined {
  url: string;
  title: string;
  /** Lines of the forms, where they were asked for. */
  forms: Map<string, string[]>;
  /** The elements that were not looked at. */
  left: number;
}

/** Until `deadline` the page may take its time to show the target. */
export async function wholeSnapshot(
  contentScripts: ContentScriptClient,
  params: LookParams,
  deadline: Deadline,
  context: CommandContext,
): Promise<WholeSnapshot> {
  const value = await firstFrame(contentScripts, params, deadline, context);
  const answers = new Map<number, Promise<FrameSnapshot | null>>();
  const answerOf = (frame: FrameLine, depth: number): Promise<FrameSnapshot | null> => {
    const { frameId } = frame;
    const answer = answers.get(frameId) ?? inFrame(frame, depth, contentScripts, params, context);
    answers.set(frameId, answer);
    return answer;
  };
  const joined = await join(value, 0, answerOf);
  const forms = new Map<string, string[]>();
  for (const form of value.forms ? FORMS : []) {
    const inForm = (snapshot: FrameSnapshot | null): FrameSnapshot | null => {
      const lines = snapshot?.forms?.[form];
      return lines ? { ...lines, url: snapshot.url, title: snapshot.title } : null;
    };
    const own = inForm(value);
    if (!own) forms.set(form, joined.lines);
    else forms.set(form, (await join(own, 0, async (id, depth) => inForm(await answerOf(id, depth)))).lines);
  }
  const frames = await Promise.all(answers.values());
  const left = [value, ...frames].reduce((sum, one) => sum + (one?.left ?? 0), 0);
  return { ...joined, url: value.url, title: value.title, forms, left };
}

/** The frame that has what is looked at. Boxes are those of the page, and which frame it is is known afterwards. */
async function firstFrame(
  contentScripts: ContentScriptClient,
  params: LookParams,
  deadline: Deadline,
  context: CommandContext,
): Promise<FrameSnapshot> {
  const look = (more: Pick<LookParams, "layout">): ReturnType<typeof contentScripts.call<"getAccessibilitySnapshot">> =>
    contentScripts.call("getAccessibilitySnapshot", { ...params, ...more }, deadline, context);
  const { value, frameId } = await look({});
  if (!params.boxes || frameId === TOP_FRAME) return value;
  const layout = await contentScripts.layoutOf(frameId, context);
  return layout ? (await look({ layout })).value : value;
}

async function inFrame(
  { frameId, layout }: FrameLine,
  depth: number,
  contentScripts: ContentScriptClient,
  { target: _target, frame: _frame, nth: _nth, ...params }: LookParams,
  context: CommandContext,
): Promise<FrameSnapshot | null> {
  const left = params.depth == null ? {} : { depth: params.depth - depth };
  if (left.depth !== undefined && left.depth < 1) return BLANK;
  const last = context.framesDeadline;
  const read = await contentScripts.inFrame(
    frameId,
    "getAccessibilitySnapshot",
    { ...params, ...left, ...(layout && { layout }) },
    last.atMost(FRAME_MS),
    context,
    { last, ifBlank: BLANK },
  );
  const isComing = read?.lines === 0 && contentScripts.isComing(frameId, context);
  return isComing ? { ...read, coming: true } : read;
}
