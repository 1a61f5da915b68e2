// Drags that begin in one frame and end in another. The mouse goes through the page as a whole; each frame takes what of
// it happens there. Which one that is, is asked at each step: pages lay something over their frames while they drag.

import type { Commands } from "../../generated/registry";
import { LIMITS } from "../../generated/registry";
import { Deadline } from "../../shared/deadline";
import { CommandError, ownWords } from "../../shared/errors";
import { boxIn, placeIn, type FrameLayout } from "../../shared/frame-layout";
import { dragAlong, type Dragging, type Place } from "../../shared/input/drag";
import { waypoints } from "../../shared/input/waypoints";
import { NO_MODIFIERS, type Carried, type DragPartAction, type MouseAction } from "../../shared/input/input-actions";
import type { DragPartOutcome } from "../../shared/input/drag-across-frames";
import type { ActionResult, DragMessage, DragPartValue, DragPlace, FramePlace } from "../../shared/messages";
import { pause, type CommandContext } from "../command-context";
import type { ContentScriptClient } from "../page/content-client";
import type { EndInOtherFrame } from "../page/drag-ends";
import { TOP_FRAME } from "../page/frame-tree";
import { privileged } from "../privileged/api";

type Params = Commands["drag"]["params"];

/** How often both ends are brought into view: frames of other processes are scrolled to a moment later. */
const MOST_LOOKS = 3;

/** What an action of a frame is, without its place. */
type Part<T = DragPartAction> = T extends DragPartAction ? Omit<T, "do" | "x" | "y"> : never;

/** Where an end is: in its frame, and in the viewport of the page. */
interface End extends Pick<DragPlace, "element" | "url"> {
  own: Place;
  inPage: Place;
  through: Place[];
}

export async function dragAcrossFrames(
  contentScripts: ContentScriptClient,
  { start, end }: EndInOtherFrame,
  params: Params,
  context: CommandContext,
  told: (partialResult: ActionResult<"drag">) => void,
): Promise<ActionResult<"drag">> {
  const drag = new DragAcrossFrames(contentScripts, start.frameId, end.frameId, context);
  const from: Params = { ...params, target: start.inside ?? params.target, ...(start.nth && { nth: start.nth }) };
  const to: Params = { ...params, ...(end.inside !== undefined && { to: end.inside }) };
  return drag.run(from, to, told);
}

class DragAcrossFrames {
  #layout: FrameLayout | null = null;
  /** What the frame of the start said last. */
  #outcome: DragPartOutcome = {};
  #accepted: boolean | null = null;

  constructor(
    private readonly contentScripts: ContentScriptClient,
    private readonly from: number,
    private readonly to: number,
    private readonly context: CommandContext,
  ) {}

  async run(
    from: Params,
    to: Params,
    told: (partialResult: ActionResult<"drag">) => void,
  ): Promise<ActionResult<"drag">> {
    const [start, end] = await this.#ends(from, to);
    const partialResult: ActionResult<"drag"> = {
      dragged: true,
      kind: "pointer",
      ...start.element,
      url: start.url,
      trusted: privileged.available,
    };
    told(partialResult);
    const modifiers = { ...NO_MODIFIERS };
    for (const name of from.modifier ?? []) modifiers[name] = true;
    const path = waypoints(start.inPage, [...start.through, end.inPage], from.steps);
    await dragAlong(
      { do: "drag", path, durationMs: from.duration, modifiers },
      {
        mouse: (action) => this.#mouse(action, start.own),
        pause: (ms) => (ms > 0 ? pause(ms, this.context) : Promise.resolve()),
        isOver: () => this.#isOver,
        begun: () => (this.#outcome.begun ? this.#dragAndDrop(this.#outcome.begun) : null),
      },
    );
    const changes = await Promise.all([this.from, this.to].map((id) => this.#ask(id, { do: "changed" })));
    const known = changes.flatMap(({ changed }) => changed ?? []);
    return {
      ...partialResult,
      ...(this.#accepted !== null && { kind: "html5", accepted: this.#accepted }),
      ...(known.length === changes.length && { changed: known.includes(true) }),
    };
  }

  /** Both ends, as they lie when both have been brought into view. */
  async #ends(from: Params, to: Params): Promise<[End, End]> {
    for (let looks = 1; looks <= MOST_LOOKS; looks += 1) {
      await this.#end(this.to, { do: "end", params: to, scrolls: true });
      const start = await this.#end(this.from, { do: "start", params: from });
      const end = await this.#end(this.to, { do: "end", params: to, scrolls: false });
      const [first, last] = [await this.#frameAt(start.inPage), await this.#frameAt(end.inPage)];
      if (first?.frameId === this.from && last?.frameId === this.to) return [start, end];
    }
    const hint = ownWords`Give them room: clz viewport 1600x1200`;
    throw new CommandError("COVERED", `${from.target} and ${to.to} cannot both be brought into view`, {}, hint);
  }

  async #end(frameId: number, part: DragMessage["part"]): Promise<End> {
    const { place } = await this.#ask(frameId, part);
    const layout = await this.contentScripts.layoutOf(frameId, this.context);
    if (!place || !layout)
      throw new CommandError("NOT_VISIBLE", ownWords`A frame of this drag has no place on the page`);
    if (frameId === this.from) this.#layout = layout;
    const inPage = ({ x, y }: Place): Place => boxIn(layout, { x, y, width: 0, height: 0 });
    return { ...place, own: place, inPage: inPage(place), through: place.through.map(inPage) };
  }

  /**
   * The mouse is with the frame that it was pressed in until the button comes up, and with those of its origin inside
   * that one when it is over them. Firefox sees to that itself where it gets the events.
   */
  async #mouse({ type, buttons, modifiers, x, y }: MouseAction, start: Place): Promise<void> {
    const part = { part: type as "mousemove" | "mousedown" | "mouseup", modifiers, buttons };
    // Up to the press it is where the start was found to be reached.
    if (type === "mousedown" || (type === "mousemove" && buttons === 0)) return this.#input(this.from, start, part);
    const own = this.#own({ x, y });
    const inside =
      privileged.available || this.#isOver ? null : await this.#frameAt({ frameId: this.from, ...own }, true);
    if (!inside || inside.frameId === this.from) return this.#input(this.from, own, part);
    await this.#input(inside.frameId, inside, part);
    if (type === "mouseup") await this.#input(this.from, own, { part: "forget" });
  }

  /** The browser's own drag and drop, from its start on. */
  #dragAndDrop(carried: Carried): Dragging {
    this.#accepted = false;
    this.#outcome = {};
    let over: FramePlace | null = null;
    let effect: DataTransfer["dropEffect"] = "none";
    const finish = async (place: Place, drops: boolean): Promise<void> => {
      const own = this.#own(place);
      if (over) {
        await this.#input(over.frameId, over, { part: drops && effect !== "none" ? "drop" : "leave", carried });
      }
      this.#accepted = drops && effect !== "none";
      await this.#input(this.from, own, { part: "dragend", effect: drops ? effect : "none" });
      await this.#input(this.from, own, { part: "forget" });
    };
    return {
      move: async (place) => {
        await this.#input(this.from, this.#own(place), { part: "drag" });
        const left = over;
        over = await this.#frameAt(place);
        effect = "none";
        if (over) {
          const { outcome } = await this.#ask(over.frameId, input(over, { part: "over", carried }));
          effect = outcome?.effect ?? "none";
        }
        if (left && left.frameId !== over?.frameId) await this.#input(left.frameId, left, { part: "leave", carried });
      },
      letGo: (place) => finish(place, true),
      giveUp: (place) => finish(place, false),
    };
  }

  /** A place of the page, in the frame of the start. */
  #own(place: Place): Place {
    return this.#layout ? placeIn(this.#layout, place) : place;
  }

  /** The frame that lies at a place of the page, or of another frame; null if that is out of view. */
  async #frameAt(place: Place | FramePlace, sameOrigin = false): Promise<FramePlace | null> {
    let at: FramePlace = { frameId: TOP_FRAME, ...place };
    for (;;) {
      const { frame } = await this.#ask(at.frameId, { do: "hit", x: at.x, y: at.y });
      if (frame === undefined) return null;
      if (frame === null || (sameOrigin && !frame.sameOrigin)) return at;
      at = frame;
    }
  }

  get #isOver(): boolean {
    return this.context.signal.aborted;
  }

  async #input(frameId: number, place: Place, part: Part): Promise<void> {
    const message = input(place, part);
    if (this.#isOver) return this.contentScripts.endDrag(frameId, message.action, this.context);
    const { outcome = {} } = await this.#ask(frameId, message);
    if (frameId === this.from) this.#outcome = outcome;
  }

  #ask(frameId: number, part: DragMessage["part"]): Promise<DragPartValue> {
    return this.contentScripts.dragPart(frameId, part, Deadline.after(LIMITS.autoWaitMs), this.context);
  }
}

/** The mouse goes by whole pixels. */
function input({ x, y }: Place, part: Part): { do: "input"; action: DragPartAction } {
  return { do: "input", action: { do: "dragPart", x: Math.round(x), y: Math.round(y), ...part } };
}
