// What this frame does in a drag that begins in one frame and ends in another. The background leads it.

import { performActions } from "../../shared/input/trusted-input";
import type { DragMessage, DragPartValue, DragPlace } from "../../shared/messages";
import { waitForActionTarget } from "../actionability/action-target";
import { lookForOne } from "../actionability/actionability";
import { until } from "../actionability/wait";
import type { FrameCall } from "../command";
import { describe } from "../dom/describe";
import { ConfirmGuard } from "./confirm-guard";
import { fingerprint } from "./fingerprint";
import { deepElementFromPoint } from "../dom/roots";
import { bringIntoView } from "../dom/scroller";
import { clickBox, frameAt, middle } from "../dom/visible";
import { trustedInputFor } from "../lazy-bundles";
import { claimFocus } from "../synthetic-input/focus";
import { performSynthetic } from "../synthetic-input/perform";
import { pointsOf, type DragParams } from "./drag";

/** What the drag under way is about here. */
let around: Element[] = [];
let before = "";

export async function dragPart({ part }: DragMessage, call: FrameCall): Promise<DragPartValue> {
  switch (part.do) {
    case "start":
      return { place: await startPlace(part.params, call) };
    case "end":
      return { place: await endPlace(part.params, part.scrolls, call) };
    case "hit": {
      const hit = deepElementFromPoint(part.x, part.y);
      return hit ? { frame: frameAt(part, hit) } : {};
    }
    case "changed":
      return before === "" ? {} : { changed: before !== fingerprint(around) };
    case "input": {
      const trustedInput = trustedInputFor(call);
      call.acting();
      const guard = call.confirm && new ConfirmGuard(call.confirm, trustedInput !== null, call.over);
      guard?.check([part.action], false);
      const outcome = trustedInput
        ? await performActions(trustedInput, call.id, [part.action], call.signal)
        : await performSynthetic([part.action], { dispatchTo: null, files: [], signal: call.signal });
      guard?.throwIfKept(false);
      return { outcome: outcome.dragPart ?? {} };
    }
  }
}

async function startPlace(params: DragParams, call: FrameCall): Promise<DragPlace> {
  if (!trustedInputFor(call) && !document.hasFocus()) claimFocus();
  const { fromPoint } = params;
  const named = { ...params, ...(fromPoint != null && { at: fromPoint }) };
  // The frame itself may be out of view in the page around it.
  bringIntoView((await waitForActionTarget(named, call)).element);
  const { element, x, y } = await waitForActionTarget(named, call);
  const { left, top } = element.getBoundingClientRect();
  const through = pointsOf(params.path).map((point) => ({ x: left + point.x, y: top + point.y }));
  note(element);
  return { x, y, through, element: describe(element), url: location.href };
}

async function endPlace({ to, toPoint }: DragParams, scrolls: boolean, call: FrameCall): Promise<DragPlace> {
  const element = await until(call, () => lookForOne({ target: to ?? "" }, call));
  if (scrolls) bringIntoView(element);
  const { left, top } = element.getBoundingClientRect();
  const [point] = pointsOf(toPoint);
  note(element);
  const { x, y } = point ? { x: left + point.x, y: top + point.y } : middle(clickBox(element));
  return { x, y, through: [], element: describe(element), url: location.href };
}

function note(element: Element): void {
  around = [element];
  before = element.localName === "canvas" ? "" : fingerprint(around);
}
