// clipboard paste: what a clipboard holds, into an element or wherever the focus is.

import type { Commands } from "../../generated/registry";
import { CommandError, ownWords } from "../../shared/errors";
import type { ActionResult } from "../../shared/messages";
import { waitForKeyTarget } from "../actionability/action-target";
import type { FrameCall } from "../command";
import { describe, fieldName, selectorOf } from "../dom/describe";
import { bringIntoView } from "../dom/scroller";
import { noteElement } from "../locators/durable";
import { placeCaret, takesText } from "../synthetic-input/edit";
import { focusOn, isField, noteBeforeTyping } from "../synthetic-input/focus";
import { focused } from "./keys";
import { focusSelector } from "./mouse";
import type { Plan } from "./plan";
import { cannotFocus } from "./text";

type Params = Commands["pasteClipboard"]["params"];

export async function pasteClipboard(params: Params, call: FrameCall): Promise<Plan<"pasteClipboard">> {
  const { target } = params;
  const { clipboard } = call;
  if (!clipboard) throw new CommandError("CLIPBOARD_EMPTY", ownWords`There is nothing to paste`);
  const element = target == null ? focused() : await waitForKeyTarget({ ...params, target }, call);
  if (target == null) noteElement(call, element);
  call.acting();
  if (target != null) {
    bringIntoView(element);
    if (!focusOn(element)) throw cannotFocus(target, element);
    // An editor that a script gives the focus has no caret yet.
    if (!isField(element) && takesText(element) && !element.contains(getSelection()?.anchorNode ?? null))
      placeCaret(element as HTMLElement, false);
  }
  if (isField(element)) noteBeforeTyping(element);
  const partialResult: ActionResult<"pasteClipboard"> = {
    takenBy: "page",
    length: clipboard.text.length,
    ...describe(element),
    url: location.href,
    trusted: false,
  };
  return {
    inputActions: [{ do: "paste", clip: clipboard }],
    partialResult,
    done: ({ pastedBy = null }) => {
      if (pastedBy === null) throw notTaken(element);
      return { ...partialResult, takenBy: pastedBy, url: location.href, focus: focusSelector() };
    },
  };
}

function notTaken(element: Element): CommandError {
  const message = `${fieldName(element)} takes no text, and the page did nothing with the paste`;
  const hint = ownWords`Name the field: clz clipboard paste TARGET`;
  return new CommandError("NOT_EDITABLE", message, { element: selectorOf(element) }, hint);
}
