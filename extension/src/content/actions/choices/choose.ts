// select, check, uncheck: choosing among what is offered.

import type { Commands } from "../../../generated/registry";
import { CommandError, ownWords } from "../../../shared/errors";
import type { ActionResult } from "../../../shared/messages";
import { waitForActionTarget, type ActionTarget } from "../../actionability/action-target";
import { lookForEnabled } from "../../actionability/actionability";
import type { Look } from "../../actionability/look";
import type { FrameCall } from "../../command";
import { normalizeWhitespace } from "../../../shared/text/text";
import { checkableOf, checkedState } from "../../dom/checkable";
import { describe, fieldName } from "../../dom/describe";
import { fitting, takesText } from "../../synthetic-input/edit";
import { noteEntered } from "../../dom/entered";
import { focusOn } from "../../synthetic-input/focus";
import { innerTextOf } from "../../dom/inner-text";
import { isReplaced } from "../../dom/replaced";
import { flatParent } from "../../dom/roots";
import { nodePath } from "../../dom/node-path";
import type { Plan } from "../plan";
import { bringIntoView } from "../../dom/scroller";
import { findAll, lookForAny } from "../../locators/find";
import { outcome, until } from "../../actionability/wait";
import { clickPlan, LEFT } from "../mouse";
import { table } from "../../../shared/table";

type Select = Commands["select"]["params"];
type Check = Commands["check"]["params"];

const TRUTH = table<boolean>({ true: true, yes: true, on: true, false: false, no: false, off: false });

/** So many options are listed when one is missing. */
const MAX_LISTED = 50;

export async function select(params: Select, call: FrameCall): Promise<Plan<"select">> {
  const { element, indices } = await until(call, () => lookForOptions(params, call));
  if (indices.length > 1 && !element.multiple) {
    const hint = ownWords`Give one value.`;
    throw new CommandError("INVALID_PARAMS", `${params.target} takes one option only`, { target: params.target }, hint);
  }
  call.acting();
  bringIntoView(element);
  focusOn(element);
  const wanted = new Set(indices);
  const same = [...element.options].every((option, index) => option.selected === wanted.has(index));
  const described = describe(element);
  const url = location.href;
  const result = (): ActionResult<"select"> => ({
    selected: [...element.selectedOptions].map((option) => normalizeWhitespace(option.label)),
    values: [...element.selectedOptions].map((option) => option.value),
    changed: !same,
    ...described,
    url,
    trusted: same,
  });
  const shown = isReplaced(element) ? shownFor(element) : null;
  const before = shown && innerTextOf(shown);
  return {
    inputActions: same ? [] : [{ do: "choose", path: nodePath(element), indices }],
    partialResult: result(),
    done: () => {
      noteEntered(element);
      if (same || !shown) return result();
      return outcome(call, () =>
        shown.isConnected && innerTextOf(shown) === before
          ? { ready: false, fault: () => unheeded(params.target, element) }
          : { ready: true, value: result() },
      );
    },
  };
}

/** The list, and the places of its options that are wanted: a page may bring them late, or put another list in its place. */
function lookForOptions(params: Select, call: FrameCall): Look<{ element: HTMLSelectElement; indices: number[] }> {
  const look = params.force ? lookForAny(params, call) : lookForEnabled(params, call);
  if (!look.ready) return look;
  const element = selectOf(look.value, params.target);
  const found = params.values.map((value) => optionOf(element, value, params.by));
  const fault = found.find((one) => one instanceof CommandError);
  if (fault) return { ready: false, absent: true, fault: () => fault };
  return { ready: true, value: { element, indices: found.filter((one) => typeof one === "number") } };
}

/** What is around a field that the page has replaced, with what it draws in its place. */
function shownFor(element: Element): HTMLElement | null {
  let around = flatParent(element);
  while (around && !(around instanceof HTMLElement && innerTextOf(around).trim())) around = flatParent(around);
  return around;
}

function unheeded(target: string, element: Element): CommandError {
  const message = `${fieldName(element)} has its option now, but what the page draws in its place did not change`;
  const hint = ownWords`Choose as a person does: click what is drawn, then the option. clz snapshot -i lists both`;
  return new CommandError("NO_EFFECT", message, { target }, hint);
}

/** What `fill` does where no text goes in: the option of a list, true or false for a checkbox. Null for other fields. */
export function fillChoice(
  element: Element,
  params: Commands["fill"]["params"],
  call: FrameCall,
): Promise<Plan<"fill">> | null {
  if (element instanceof HTMLSelectElement) {
    const chosen = select({ ...params, values: [params.text], by: "any" }, call);
    return chosen.then((plan) => asFilled(plan, ({ selected }) => selected.join(", ")));
  }
  if (takesText(element) || !checkableOf(element)) return null;
  const wanted = TRUTH[params.text.trim().toLowerCase()];
  if (wanted === undefined) {
    const details = { target: params.target, text: params.text };
    const message = `${fieldName(element)} takes true or false, not ${params.text}`;
    throw new CommandError("INVALID_PARAMS", message, details, ownWords`Give true to check it, false to uncheck it.`);
  }
  return planCheck(params, wanted, call).then((plan) => asFilled(plan, ({ checked }) => String(checked)));
}

/** The same plan, whose result is that of `fill`; `value` says what the field holds by it. */
function asFilled<K extends "select" | "check">(
  plan: Plan<K>,
  value: (result: ActionResult<K>) => string,
): Plan<"fill"> {
  const filled = (result: ActionResult<K>): ActionResult<"fill"> => {
    const { tagName, text, id, className, url, trusted } = result;
    const described = { tagName, text, id, className, url, trusted };
    return { typed: true, currentValue: value(result), changedByPage: false, ...described };
  };
  return {
    ...plan,
    partialResult: filled(plan.partialResult),
    done: async (outcome) => filled(await plan.done(outcome)),
  };
}

/** Chooses without the helper. */
export function choose(select: Element, indices: number[]): void {
  if (!(select instanceof HTMLSelectElement)) return;
  for (const [index, option] of [...select.options].entries()) option.selected = indices.includes(index);
  select.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  select.dispatchEvent(new Event("change", { bubbles: true }));
}

function selectOf(element: Element, target: string): HTMLSelectElement {
  if (element instanceof HTMLSelectElement) return element;
  if (element instanceof HTMLLabelElement && element.control instanceof HTMLSelectElement) return element.control;
  const hint = takesText(element)
    ? fitting(element)
    : ownWords`Click it, then click the option: it is drawn by the page itself.`;
  const details = { target, tagName: element.localName };
  throw new CommandError("NOT_EDITABLE", `${fieldName(element)} is not a select element`, details, hint);
}

/** Its place, or why it cannot be chosen now. */
export function optionOf(select: HTMLSelectElement, wanted: string, by: Select["by"]): number | CommandError {
  const options = [...select.options];
  const label = normalizeWhitespace(wanted);
  const ways: Record<Exclude<Select["by"], "any">, () => number> = {
    value: () => options.findIndex((option) => option.value === wanted),
    label: () => {
      const exact = options.findIndex((option) => normalizeWhitespace(option.label) === label);
      if (exact >= 0) return exact;
      return options.findIndex((option) => normalizeWhitespace(option.label).toLowerCase() === label.toLowerCase());
    },
    index: () => (/^\d+$/.test(wanted) && Number(wanted) < options.length ? Number(wanted) : -1),
  };
  const found = by === "any" ? [ways.value(), ways.label(), ways.index()].find((index) => index >= 0) : ways[by]();
  const option = options[found ?? -1];
  if (!option) {
    const offered = options
      .slice(0, MAX_LISTED)
      .map(({ value, label }) => ({ value, label: normalizeWhitespace(label) }));
    const details = { wanted, by, options: offered, count: options.length };
    return new CommandError("OPTION_NOT_FOUND", `${fieldName(select)} has no option ${wanted}`, details);
  }
  const group = option.parentElement instanceof HTMLOptGroupElement ? option.parentElement : null;
  if (option.disabled || group?.disabled) {
    return new CommandError("DISABLED", `The option ${normalizeWhitespace(option.label)} is disabled`, {
      option: option.value,
    });
  }
  return options.indexOf(option);
}

export function check(params: Check, call: FrameCall): Promise<Plan<"check">> {
  return planCheck(params, true, call);
}

export function uncheck(params: Check, call: FrameCall): Promise<Plan<"uncheck">> {
  return planCheck(params, false, call);
}

/** What a page has put in the place of a box that it took away when it was pressed; null if there is none. */
function inPlaceOf(target: string): Element | null {
  try {
    return (
      findAll(target)
        .map(checkableOf)
        .find((one) => one !== null) ?? null
    );
  } catch (thrown) {
    if (thrown instanceof CommandError) return null; // a ref is of what is gone
    throw thrown;
  }
}

async function planCheck(params: Check, wanted: boolean, call: FrameCall): Promise<Plan<"check"> & Plan<"uncheck">> {
  const actionTarget: ActionTarget = await waitForActionTarget(params, call);
  const box = boxOf(actionTarget.element);
  const goal = wanted ? "checked" : "unchecked";
  const boxNow = (): Element =>
    box.isConnected || checkedState(box) === goal ? box : (inPlaceOf(params.target) ?? box);
  const before = checkedState(box);
  if (!wanted && before === "checked" && box instanceof HTMLInputElement && box.type === "radio") {
    const hint = ownWords`Check another one of its group instead.`;
    const message = `${fieldName(box)} is a radio button: no click unchecks it`;
    throw new CommandError("NO_EFFECT", message, { target: params.target }, hint);
  }
  const described = describe(box);
  const result = (checked: boolean): ActionResult<"check"> => ({
    checked,
    changed: before !== goal,
    ...described,
    url: location.href,
    trusted: before === goal,
  });
  return {
    ...(before === goal ? { inputActions: [] } : clickPlan(actionTarget, params, LEFT, call)),
    partialResult: result(wanted),
    // Components draw their state a moment after the press. One more press would take it back.
    done: () => {
      const pressed = performance.now();
      return outcome(call, () => {
        const state = checkedState(boxNow());
        if (state === goal) {
          noteEntered(boxNow());
          return { ready: true, value: result(wanted) };
        }
        const fault = (): CommandError =>
          state === before
            ? unchanged(params.target, state === "checked", performance.now() - pressed)
            : between(params.target, before, state);
        return { ready: false, fault };
      });
    },
  };
}

/** Of a box with a state in between, one click may bring it to the other one. */
function between(target: string, before: string, state: string): CommandError {
  const message = `${target} was ${before}, and a click made it ${state}`;
  return new CommandError(
    "NO_EFFECT",
    message,
    { target, checked: state === "checked" },
    ownWords`Give the command again`,
  );
}

function unchanged(target: string, checked: boolean, ms: number): CommandError {
  const waitedMs = Math.round(ms);
  const message = `${target} was clicked, but the page left it as it was for ${waitedMs} ms`;
  const hint = ownWords`See what the page shows first: if it changes late, another click would undo it. To wait longer: --wait-ms`;
  return new CommandError("NO_EFFECT", message, { target, checked, waitedMs }, hint);
}

function boxOf(element: Element): Element {
  const box = checkableOf(element);
  if (box) return box;
  const details = { tagName: element.localName };
  const hint = fitting(element) ?? ownWords`Name a checkbox, a radio button or a switch.`;
  throw new CommandError("NOT_EDITABLE", `${fieldName(element)} cannot be checked`, details, hint);
}
