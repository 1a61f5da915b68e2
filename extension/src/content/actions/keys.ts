// press: keys, combinations of them, and keys that stay down.

import type { Commands } from "../../generated/registry";
import type { ActionResult } from "../../shared/messages";
import type { Modifiers, InputAction } from "../../shared/input/input-actions";
import { pastedNowhere, type Clip, type ClipboardAction } from "../../shared/input/clipboard";
import { waitForKeyTarget } from "../actionability/action-target";
import { table } from "../../shared/table";
import { NotInThisFrame, type FrameCall } from "../command";
import { selectorOf } from "../dom/describe";
import { noteElement } from "../locators/durable";
import { focusOn, isField, noteBeforeTyping } from "../synthetic-input/focus";
import { chordsOf, HOLD_NAMES, holdOf, mainModifier, type Chord } from "../synthetic-input/keys";
import { held, hold, keyActions, type Plan } from "./plan";
import { deepActiveElement } from "../dom/roots";
import { focusSelector } from "./mouse";
import { bringIntoView } from "../dom/scroller";
import { cannotFocus } from "./text";

const NOTHING: Clip = { text: "", html: null };

type Params = Commands["pressKey"]["params"];

export async function pressKey(params: Params, call: FrameCall): Promise<Plan<"pressKey">> {
  const { ctrl, shift, alt, meta, target } = params;
  const chords = chordsOf(params.key, { ctrl, shift, alt, meta });
  const element = target == null ? focused() : await waitForKeyTarget({ ...params, target }, call);
  if (target == null) noteElement(call, element);
  const selector = selectorOf(element);
  call.acting();
  if (target != null) {
    bringIntoView(element);
    if (!focusOn(element)) throw cannotFocus(target, element);
  }
  if (isField(element)) noteBeforeTyping(element);
  const held = chords.flatMap(({ holds }) => Object.entries(holds).flatMap(([name, down]) => (down ? [name] : [])));
  const partialResult: ActionResult<"pressKey"> = {
    key: chords.map(written).join(" "),
    target: selector,
    modifiers: [...new Set(held)],
    url: location.href,
    trusted: false,
  };
  return {
    inputActions: chords
      .flatMap((chord): InputAction[] => [...stepsOf(chord, params), { do: "pause", ms: 0 }])
      .map((action) => withClipboard(action, call))
      .slice(0, -1),
    partialResult,
    done: () => ({ ...partialResult, url: location.href, focus: focusSelector() }),
  };
}

/**
 * What has the focus in this frame. Throws NotInThisFrame if that is a frame: it has the keys, and names what gets
 * them.
 */
export function focused(): Element {
  const element = deepActiveElement();
  const frameId = element.matches("iframe, frame") ? browser.runtime.getFrameId(element) : -1;
  if (frameId < 0) return element;
  throw new NotInThisFrame({ frameId, need: "any", first: true, patient: false });
}

/** As `press` takes it. */
function written({ key, holds }: Chord): string {
  const held = Object.entries(holds).flatMap(([name, down]) => (down ? [HOLD_NAMES[name as keyof Modifiers]] : []));
  return [...held, key.name].join("+");
}

/** The keys that `press --down` left down in this document, by their codes. */
const downKeys = new Set<string>();

function stepsOf({ key, holds }: Chord, { down, up }: Params): InputAction[] {
  const code = key.code || key.key;
  const repeat = downKeys.has(code) && { repeat: true };
  const isLeftDown = down && !up;
  if (isLeftDown) downKeys.add(code);
  else downKeys.delete(code);
  if (down === up)
    return keyActions(key, holds).map((action) =>
      action.do === "key" && action.type === "keydown" && action.key === key ? { ...action, ...repeat } : action,
    );
  const name = holdOf(key);
  if (name) hold(name, down);
  const modifiers: Modifiers = { ...held(), ...(name && { [name]: true }) };
  return [
    down ? { do: "key", type: "keydown", key, modifiers, ...repeat } : { do: "key", type: "keyup", key, modifiers },
  ];
}

const WITH_MAIN = table<ClipboardAction["does"]>({ c: "copy", x: "cut", v: "paste" });

/** What a chord does with the clipboard: Firefox would use the system's. Throws SECRET_NOT_FOR_SITE. */
function withClipboard(action: InputAction, call: FrameCall): InputAction {
  if (action.do !== "key" || action.type !== "keydown") return action;
  const does = clipboardUse(action.key.key, action.modifiers);
  if (does === null) return action;
  if (does !== "paste") return { ...action, clipboard: { does } };
  if (call.clipboardHoldsSecret) throw pastedNowhere();
  return { ...action, clipboard: { does, clip: call.clipboard ?? NOTHING } };
}

/** Control, or Command on a Mac, with C, X and V; elsewhere what was used before those came up too. */
function clipboardUse(key: string, { ctrl, shift, alt, meta }: Modifiers): ClipboardAction["does"] | null {
  const isMac = mainModifier() === "meta";
  if (alt) return null;
  if (isMac ? meta && !ctrl : ctrl && !meta)
    return WITH_MAIN[key.toLowerCase()] ?? (isCopy(key, isMac, shift) ? "copy" : null);
  if (isMac || ctrl || meta || !shift) return null;
  return key === "Insert" ? "paste" : null;
}

function isCopy(key: string, isMac: boolean, shift: boolean | undefined): boolean {
  return key === "Insert" && !isMac && !shift;
}
