// focus, type, fill: the focus, and text into the focused element.

import type { Commands } from "../../generated/registry";
import { CommandError, ownWords } from "../../shared/errors";
import type { ActionResult } from "../../shared/messages";
import { NO_MODIFIERS, type Modifiers, type InputAction } from "../../shared/input/input-actions";
import { waitForKeyTarget, waitForTextTarget } from "../actionability/action-target";
import type { FrameCall } from "../command";
import { describe, selectorOf } from "../dom/describe";
import {
  asEditable,
  checkForm,
  currentValue,
  hasCaret,
  isSetWhole,
  ofOwnForm,
  placeCaret,
  rawValue,
  setValue,
  withinLength,
  type Editable,
} from "../synthetic-input/edit";
import { focusOn, isField, noteBeforeTyping, settleChange } from "../synthetic-input/focus";
import { characterKey, keyOf } from "../synthetic-input/keys";
import { nodePath } from "../dom/node-path";
import { fillChoice } from "./choices/choose";
import { suggestionIn, suggestionsOf } from "../../shared/text/suggested";
import { formSent, isLeaving } from "./expected-effects";
import { keyActions, type Plan } from "./plan";
import { deepActiveElement, flatContains } from "../dom/roots";
import { enteredText, refuseOthers, type EnteredText } from "./secret-text";
import { masked } from "../../shared/secrets/secret-fields";
import { bringIntoView } from "../dom/scroller";
import { drawnText, holdsDocument, isSurface } from "../actionability/input-surface";
import { noteEntered } from "../dom/entered";
import { focusSelector } from "./mouse";

type Typed = Pick<Commands["type"]["params"], "text" | "delayMs" | "insert">;

const PAUSE: InputAction = { do: "pause", ms: 0 };
const ALL: Modifiers = { ...NO_MODIFIERS, ctrl: true };

export async function focus(params: Commands["focus"]["params"], call: FrameCall): Promise<Plan<"focus">> {
  const element = await waitForKeyTarget(params, call);
  const partialResult = { focused: true, ...describe(element), url: location.href, trusted: true };
  call.acting();
  bringIntoView(element);
  if (!focusOn(element)) throw cannotFocus(params.target, element);
  return { inputActions: [], partialResult, done: () => partialResult };
}

export async function type(params: Commands["type"]["params"], call: FrameCall): Promise<Plan<"type">> {
  const element = asEditable(await waitForTextTarget(params, call));
  const { delayMs, submit, insert } = params;
  const entered = await enteredText(params.text, element, call);
  if (isField(element) && isSetWhole(element)) {
    const plan = planWhole(element, entered, call);
    return submit ? andEnter(plan) : plan;
  }
  const atCaret = params.atCaret || insert;
  if (isField(element) && params.clear && !atCaret) checkForm(element, entered.text);
  const sent = (plan: Plan<"type">): Plan<"type"> => (submit ? andEnter(plan) : plan);
  if (isSurface(element)) return sent(planSurface(element, textActions(params, []), params.clear && !atCaret, call));
  // A field that does not tell where its caret is gets its whole text again.
  const again = !params.clear && !atCaret && isField(element) && !hasCaret(element);
  const clear = !atCaret && (params.clear || again);
  const before = enter(element, atCaret ? null : clear, call);
  const text = again ? before + entered.text : entered.text;
  const empties = clear && before !== "" && (text === "" || !(isField(element) || isSegment(element)));
  const inputActions = textActions(
    { text, delayMs, insert },
    empties ? keyActions(keyOf("Backspace")) : [],
    !isField(element),
  );
  const { shown } = entered;
  const expected = atCaret ? withInserted(element, before, text) : clear ? text : before + text;
  return sent(planText(element, expected, inputActions, shown));
}

/** A key for each character, after those that come first. */
function textActions({ text, delayMs, insert }: Typed, first: InputAction[], pauses = true): InputAction[] {
  const inputActions = [...first];
  const lines = text.replace(/\r\n?/g, "\n");
  if (insert && lines !== "") inputActions.push({ do: "text", text: lines });
  for (const character of insert ? "" : lines) {
    // Editors do what they do after each key before they can take the next one, as from a person.
    if (inputActions.length > 0 && (delayMs > 0 || pauses)) inputActions.push({ do: "pause", ms: delayMs });
    inputActions.push(...characterActions(character));
  }
  return inputActions;
}

/** What is typed, and then Enter, which may take the field away; not where the page has sent the form by then. */
function andEnter(plan: Plan<"type">): Plan<"type"> {
  const enter = keyActions(keyOf("Enter"));
  return { ...plan, next: () => Promise.resolve({ inputActions: formSent() || isLeaving() ? [] : enter }) };
}

/** A part of a date or a time, as in React Aria: what is typed there replaces it, and a backspace takes one digit of it. */
function isSegment(element: Element): boolean {
  return element.getAttribute("role") === "spinbutton";
}

/** What it holds once the text is at its caret; null if nobody can tell. */
function withInserted(element: Editable, before: string, text: string): string | null {
  if (!isField(element) || element.selectionStart === null) return null;
  return before.slice(0, element.selectionStart) + text + before.slice(element.selectionEnd ?? element.selectionStart);
}

/** Typing for an editor that draws its text itself: it alone knows what it holds, and what is selected. */
function planSurface(
  surface: Editable,
  inputActions: InputAction[],
  clear: boolean,
  call: FrameCall,
): Plan<"type"> & Plan<"fill"> {
  call.acting();
  if (!focusOn(surface)) throw cannotFocus(selectorOf(surface), surface);
  if (!isField(surface)) placeCaret(surface, false);
  const empties =
    clear && holdsDocument(surface)
      ? [...keyActions(keyOf("a"), ALL), PAUSE, ...keyActions(keyOf("Delete")), PAUSE]
      : [];
  return planText(surface, null, [...empties, ...inputActions]);
}

export async function fill(params: Commands["fill"]["params"], call: FrameCall): Promise<Plan<"fill">> {
  const found = await waitForTextTarget(params, call);
  if (call.secret) refuseOthers(found);
  const choice = fillChoice(found, params, call);
  if (choice) return choice;
  const element = asEditable(found);
  const entered = await enteredText(params.text, element, call);
  const text = call.secret ? entered.text : (suggestionIn(suggestionsOf(element), entered.text)?.value ?? entered.text);
  if (isField(element) && isSetWhole(element)) return planWhole(element, entered, call);
  if (isField(element)) checkForm(element, text);
  if (isSurface(element)) return planSurface(element, text === "" ? [] : [{ do: "text", text }], true, call);
  const before = enter(element, true, call);
  const inputActions: InputAction[] =
    before === "" && text === "" ? [] : [{ do: "text", text: text.replace(/\r\n?/g, "\n") }];
  return planText(element, text, inputActions, entered.shown);
}

/** Gives the element the focus, and puts the caret where the text goes: null leaves it. What it holds by then. */
function enter(element: Editable, clear: boolean | null, call: FrameCall): string {
  call.acting();
  bringIntoView(element);
  if (!focusOn(element)) throw cannotFocus(selectorOf(element), element);
  if (isField(element)) noteBeforeTyping(element);
  const before = rawValue(element);
  if (clear !== null) placeCaret(element, clear);
  return before;
}

/** What no key types is put in as text: pages get it as from an on-screen keyboard. */
function characterActions(character: string): InputAction[] {
  const key = characterKey(character);
  return key.keyCode === 0 && character.length > 1 ? [{ do: "text", text: character }] : keyActions(key);
}

/** `expected` is null if nobody can tell what it will hold; `shown` is shown in its place if it is a secret. */
function planText(
  element: Editable,
  expected: string | null,
  inputActions: InputAction[],
  shown: string | null = null,
): Plan<"type"> & Plan<"fill"> {
  const described = describe(element);
  const url = location.href;
  const result = (currentValue: string, changedByPage: boolean): ActionResult<"type"> & ActionResult<"fill"> => {
    return { typed: true, currentValue, changedByPage, ...described, url, trusted: false };
  };
  const now = (): string => {
    if (shown !== null) return expected !== null && holds(element, expected) ? shown : masked(rawValue(element));
    return isSurface(element) ? drawnText(element) : currentValue(element);
  };
  return {
    inputActions,
    partialResult: { ...result("", false), typed: false },
    done: () => {
      if (isField(element)) noteEntered(element);
      const focus = deepActiveElement();
      const left = focus !== element && !flatContains(element, focus);
      const made = expected === null ? "as given" : madeOf(element, expected);
      return {
        ...result(now(), made === "another"),
        ...(made === "within its rules" && { changedByField: true }),
        ...(isRefused(element) && { invalid: element.validationMessage }),
        ...(left && { focus: focusSelector() }),
        ...(formSent() && { submitted: true }),
      };
    },
  };
}

/** True if Firefox would not send the field's form because of what it holds. */
function isRefused(element: Element): element is HTMLInputElement {
  return isField(element) && element.value !== "" && element.form?.noValidate === false && !element.validity.valid;
}

/** Dates, colours and sliders: nobody types letters into them. */
function planWhole(
  field: HTMLInputElement | HTMLTextAreaElement,
  { text, shown }: EnteredText,
  call: FrameCall,
): Plan<"type"> & Plan<"fill"> {
  checkForm(field, text);
  call.acting();
  bringIntoView(field);
  focusOn(field);
  noteBeforeTyping(field);
  return planText(field, text, [{ do: "value", path: nodePath(field), value: text }], shown);
}

/** Sets it without the helper. */
export function setWhole(field: Element, value: string): void {
  if (!isField(field)) return;
  setValue(field, value);
  settleChange(field);
}

/** What became of a text in its element: by the page, or by what the field itself takes. */
function madeOf(element: Editable, expected: string): "as given" | "within its rules" | "another" {
  if (holds(element, expected)) return "as given";
  if (!isField(element) || !element.isConnected) return "another";
  const within = withinLength(element, expected);
  const own = element instanceof HTMLTextAreaElement ? within : ofOwnForm(element, within);
  const now = rawValue(element);
  if (now !== own && !holds(element, within)) return "another";
  return element.type === "range" || within !== expected ? "within its rules" : "as given";
}

function holds(element: Editable, expected: string): boolean {
  if (!element.isConnected) return false;
  const now = rawValue(element);
  if (isField(element)) return now === expected.replace(/\r\n?/g, element instanceof HTMLTextAreaElement ? "\n" : "");
  const flat = (text: string): string => text.replace(/\s+/g, "");
  return flat(now) === flat(expected);
}

export function cannotFocus(target: string, element: Element): CommandError {
  const details = { target, element: selectorOf(element) };
  return new CommandError(
    "NOT_EDITABLE",
    `${target} cannot take the focus`,
    details,
    ownWords`Name an element that can.`,
  );
}
