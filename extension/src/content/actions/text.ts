// focus, type, fill: the focus, and text into what has it.

import type { Commands } from "../../generated/registry";
import { CommandError, ours } from "../../shared/errors";
import type { ActionResult } from "../../shared/messages";
import type { Step } from "../../shared/steps";
import { aimKeys } from "../aim";
import type { Call } from "../call";
import { describe, selectorOf } from "../describe";
import { asEditable, checkWhole, currentValue, hasCaret, isSetWhole, placeCaret, rawValue, setValue, type Editable } from "../edit";
import { focusOn, isField, noteBeforeTyping, settleChange } from "../focus";
import { characterKey, keyOf } from "../keys";
import { nodePath } from "../nodepath";
import { keySteps, type Plan } from "../plan";
import { bringIntoView } from "../scroller";

export async function focus(params: Commands["focus"]["params"], call: Call): Promise<Plan<"focus">> {
  const element = await aimKeys(params, call);
  const seen = { focused: true, ...describe(element), url: location.href, trusted: true };
  call.acting();
  bringIntoView(element);
  if (!focusOn(element)) throw cannotFocus(params.target, element);
  return { steps: [], seen, done: () => seen };
}

export async function type(params: Commands["type"]["params"], call: Call): Promise<Plan<"type">> {
  const element = asEditable(await aimKeys(params, call));
  const { delayMs, submit } = params;
  if (isField(element) && isSetWhole(element)) return planWhole(element, params.text, call, submit);
  // A field that does not tell where its caret is gets its whole text anew.
  const again = !params.clear && isField(element) && !hasCaret(element);
  const clear = params.clear || again;
  const before = enter(element, clear, call);
  const text = again ? before + params.text : params.text;
  const steps: Step[] = [];
  const empties = clear && before !== "";
  if (empties && (text === "" || !isField(element))) steps.push(...keySteps(keyOf("Backspace")));
  for (const character of text.replace(/\r\n?/g, "\n")) {
    // Editors do what they do after each key before they can take the next one, as from a person.
    if (steps.length > 0 && (delayMs > 0 || !isField(element))) steps.push({ do: "pause", ms: delayMs });
    steps.push(...characterSteps(character));
  }
  if (submit) steps.push({ do: "pause", ms: 0 }, ...keySteps(keyOf("Enter")));
  return planText(element, clear ? text : before + text, steps);
}

export async function fill(params: Commands["fill"]["params"], call: Call): Promise<Plan<"fill">> {
  const element = asEditable(await aimKeys(params, call));
  const { text } = params;
  if (isField(element) && isSetWhole(element)) return planWhole(element, text, call, false);
  const before = enter(element, true, call);
  const steps: Step[] = before === "" && text === "" ? [] : [{ do: "text", text: text.replace(/\r\n?/g, "\n") }];
  return planText(element, text, steps);
}

/** Gives the element the focus, and puts the caret where the text goes. What it holds by then. */
function enter(element: Editable, clear: boolean, call: Call): string {
  call.acting();
  bringIntoView(element);
  if (!focusOn(element)) throw cannotFocus(selectorOf(element), element);
  if (isField(element)) noteBeforeTyping(element);
  const before = rawValue(element);
  placeCaret(element, clear);
  return before;
}

/** What no key types is put in as text: pages get it as from an on-screen keyboard. */
function characterSteps(character: string): Step[] {
  const key = characterKey(character);
  return key.keyCode === 0 && character.length > 1 ? [{ do: "text", text: character }] : keySteps(key);
}

function planText(element: Editable, expected: string, steps: Step[]): Plan<"type"> & Plan<"fill"> {
  const described = describe(element);
  const url = location.href;
  const result = (currentValue: string, changedByPage: boolean): ActionResult<"type"> & ActionResult<"fill"> => {
    return { typed: true, currentValue, changedByPage, ...described, url, trusted: false };
  };
  return {
    steps,
    seen: result("", false),
    done: () => result(currentValue(element), !holds(element, expected)),
  };
}

/** Dates, colours and sliders: nobody types letters into them. */
function planWhole(field: HTMLInputElement | HTMLTextAreaElement, text: string, call: Call, submit: boolean): Plan<"type"> & Plan<"fill"> {
  checkWhole(field, text);
  call.acting();
  bringIntoView(field);
  focusOn(field);
  noteBeforeTyping(field);
  const plan = planText(field, text, [{ do: "value", path: nodePath(field), value: text }]);
  if (submit) plan.steps.push(...keySteps(keyOf("Enter")));
  return plan;
}

/** Sets it without the helper. */
export function setWhole(field: Element, value: string): void {
  if (!isField(field)) return;
  setValue(field, value);
  settleChange(field);
}

function holds(element: Editable, expected: string): boolean {
  const now = rawValue(element);
  if (isField(element)) return now === expected.replace(/\r\n?/g, element instanceof HTMLTextAreaElement ? "\n" : "");
  const flat = (text: string): string => text.replace(/\s+/g, "");
  return flat(now) === flat(expected);
}

export function cannotFocus(target: string, element: Element): CommandError {
  const details = { target, element: selectorOf(element) };
  return new CommandError("NOT_EDITABLE", `${target} cannot have the focus`, details, ours`Name an element that can.`);
}
