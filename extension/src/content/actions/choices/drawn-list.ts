// Lists that a page draws itself: one is opened by a click, and an option of it is clicked, as a person chooses. Where
// a field narrows its list, what is not listed is typed.

import type { Commands } from "../../../generated/registry";
import { CommandError, ownWords } from "../../../shared/errors";
import type { ActionResult } from "../../../shared/messages";
import { comparable } from "../../../shared/text/text";
import { waitForActionTarget } from "../../actionability/action-target";
import { covered, hitPlace } from "../../actionability/actionability";
import { isDisabled } from "../../actionability/enabled";
import type { Look } from "../../actionability/look";
import { isStable } from "../../actionability/stable";
import { outcome, until } from "../../actionability/wait";
import { FRAME_MS, type FrameCall } from "../../command";
import { describe, fieldName, selectorOf } from "../../dom/describe";
import { innerTextOf } from "../../dom/inner-text";
import { isReplaced } from "../../dom/replaced";
import { deepActiveElement, flatContains, flatParent } from "../../dom/roots";
import { isVisible } from "../../dom/visible";
import { cssAll } from "../../locators/css";
import { placeCaret, takesText } from "../../synthetic-input/edit";
import { isField } from "../../synthetic-input/focus";
import { clickPlan, LEFT } from "../mouse";
import type { Plan, Step } from "../plan";

type Select = Commands["select"]["params"];

const COMBOBOX = '[role="combobox"], [aria-haspopup="listbox"]';
const OPENERS = `${COMBOBOX}, [role="listbox"]`;
const OPTIONS = '[role="option"], [role="menuitemradio"], [role="treeitem"]';

/** Lists are drawn, narrowed or asked for within this time; then what is listed is all there is. */
const DRAWN_MS = 500;

const MAX_LISTED = 50;

/** So many elements around a list that was replaced are looked in. */
const NEAR = 3;

/** What opens the list that an element stands for: itself, the one in it, or the one around it. */
export function drawnListOf(element: Element): Element | null {
  if (element instanceof HTMLSelectElement) return isReplaced(element) ? openerBeside(element) : null;
  if (element.matches(OPENERS)) return element.closest(COMBOBOX) ?? element;
  const named = element instanceof HTMLLabelElement ? element.control : null;
  if (named) return named.matches(OPENERS) ? named : null;
  return openerIn(element) ?? element.closest(OPENERS);
}

/** What is drawn in the place of a list, which is in it or near it. */
function openerBeside(list: Element): Element | null {
  let opener = list.closest(COMBOBOX);
  let at = flatParent(list);
  for (let level = 0; !opener && at && at !== document.body && level < NEAR; level += 1) {
    opener = openerIn(at);
    at = flatParent(at);
  }
  return opener?.closest(COMBOBOX) ?? opener;
}

/** The one in an element; null where there are several beside each other. */
function openerIn(element: Element): Element | null {
  const roots = [element, element.openOrClosedShadowRoot].filter((root) => root != null);
  const [first, ...others] = roots.flatMap((root) => [...root.querySelectorAll(OPENERS)]).filter(isVisible);
  return first && others.every((one) => flatContains(first, one)) ? first : null;
}

export async function selectDrawn(params: Select, opener: Element, call: FrameCall): Promise<Plan<"select">> {
  const { target, values, by } = params;
  const [wanted = ""] = values;
  if (values.length > 1) {
    const message = `${fieldName(opener)} is a list that the page draws itself, of which one option is chosen at a time`;
    throw new CommandError("INVALID_PARAMS", message, { target }, ownWords`Give one value at a time.`);
  }
  const shown = around(opener);
  const described = describe(opener);
  const wasOpen = isOpen(opener);
  const before = new Set(wasOpen ? [] : visibleOptions());
  let held = heldBy(shown);
  let chosen: { element: Element; list: Element | null; label: string; value: string } | null = null;

  const options = (): Element[] => {
    const listed = visibleOptions().filter((option) => !before.has(option));
    const own = listed.filter((option) => listsOf(opener).some((list) => flatContains(list, option)));
    return own.length > 0 ? own : listed;
  };
  const pick = async (narrowed: Element[] | null): Promise<Step> => {
    const since = performance.now();
    const look = (): Look<Step | Element[]> => {
      const listed = options();
      const option = optionOf(listed, wanted, by);
      if (option && !isDisabled(option)) return press(option);
      const field = deepActiveElement();
      const mayComeByItself = listed.length === 0 && performance.now() - since < DRAWN_MS;
      if (!option && !narrowed && by !== "index" && takesText(field) && !mayComeByItself)
        return { ready: true, value: listed };
      return {
        ready: false,
        absent: true,
        fault: () => (option ? disabled(option) : missing(opener, params, narrowed ?? listed)),
      };
    };
    const press = (option: Element): Look<Step> => {
      const moving = (): CommandError => covered(option, null, target, call);
      if (!isStable(option, call)) return { ready: false, againMs: FRAME_MS, fault: moving };
      const place = hitPlace(option);
      if (!place) return { ready: false, fault: moving };
      const list = option.closest('[role="listbox"]') ?? flatParent(option);
      chosen = { element: option, list, label: labelOf(option), value: valueOf(option) };
      if (wasOpen) held = heldBy(shown, list);
      const keeps = isSelected(option) && option.closest('[aria-multiselectable="true"]') !== null;
      if (keeps) return { ready: true, value: { inputActions: [] } };
      return { ready: true, value: clickPlan({ element: option, ...place, reached: true }, params, LEFT, call) };
    };
    const found = await until(call, look);
    if (!Array.isArray(found)) return found;
    const field = deepActiveElement();
    placeCaret(field as HTMLElement, true);
    return { inputActions: [{ do: "text", text: wanted }], next: () => pick(found) };
  };

  const result = (): ActionResult<"select"> => ({
    selected: chosen ? [chosen.label] : [],
    values: chosen ? [chosen.value] : [],
    changed: heldBy(shown, chosen?.list) !== held,
    ...described,
    url: location.href,
    trusted: false,
  });
  const { force } = params;
  const opens = { target: selectorOf(hitPlace(opener) ? opener : shown), force };
  const opened = wasOpen ? null : clickPlan(await waitForActionTarget(opens, call), opens, LEFT, call);
  const first = opened ? andThen(opened, () => pick(null)) : await pick(null);
  return {
    inputActions: first.inputActions,
    ...(first.next && { next: first.next }),
    partialResult: result(),
    done: () =>
      outcome(call, () =>
        chosen && (isSelected(chosen.element) || holdsNow(shown, chosen, held))
          ? { ready: true, value: result() }
          : { ready: false, fault: () => unheeded(opener, wanted) },
      ),
  };
}

/** A step with its own next ones, and another after them. */
function andThen({ inputActions, next, isLast }: Step, then: () => Promise<Step>): Step {
  let goesOn = true;
  const asked = (): boolean => {
    goesOn = isLast?.() !== true;
    return false;
  };
  return { inputActions, isLast: asked, next: async () => (next && goesOn ? andThen(await next(), then) : then()) };
}

function isOpen(opener: Element): boolean {
  const expanded = opener.getAttribute("aria-expanded");
  if (expanded !== null || !opener.matches('[role="listbox"]')) return expanded === "true";
  return visibleOptions().some((option) => flatContains(opener, option));
}

function visibleOptions(): Element[] {
  return cssAll(OPTIONS).filter(isVisible);
}

/** The lists that an element says are its own. */
function listsOf(opener: Element): Element[] {
  if (opener.matches('[role="listbox"]')) return [opener];
  const root = opener.getRootNode() as Document | ShadowRoot;
  const named = [opener, ...opener.querySelectorAll("[aria-controls], [aria-owns]"), deepActiveElement()];
  const ids = named.flatMap((one) => [one.getAttribute("aria-controls"), one.getAttribute("aria-owns")]);
  return ids.flatMap((some) => some?.split(/\s+/) ?? []).flatMap((id) => (id && root.getElementById(id)) || []);
}

function optionOf(listed: Element[], wanted: string, by: Select["by"]): Element | undefined {
  const label = comparable(wanted);
  const ways: Record<Exclude<Select["by"], "any">, () => Element | undefined> = {
    value: () => listed.find((option) => valueOf(option) === wanted && wanted !== ""),
    label: () =>
      listed.find((option) => labelOf(option) === label) ??
      listed.find((option) => labelOf(option).toLowerCase() === label.toLowerCase()),
    index: () => (/^\d+$/.test(wanted) ? listed[Number(wanted)] : undefined),
  };
  return by === "any" ? (ways.value() ?? ways.label() ?? ways.index()) : ways[by]();
}

function labelOf(option: Element): string {
  return comparable(option instanceof HTMLElement ? innerTextOf(option) : option.textContent) || nameOf(option);
}

function nameOf(option: Element): string {
  return comparable(option.getAttribute("aria-label") ?? option.getAttribute("title"));
}

function valueOf(option: Element): string {
  return option.getAttribute("data-value") ?? option.getAttribute("value") ?? "";
}

function isSelected(option: Element): boolean {
  return option.isConnected && (option.getAttribute("aria-selected") ?? option.getAttribute("aria-checked")) === "true";
}

/** The field as a person sees it: what opens the list, with what is drawn around it. */
function around(opener: Element): Element {
  let at = opener;
  for (let up = flatParent(at); textOf(at) === "" && up && up !== document.body; up = flatParent(at)) at = up;
  return at;
}

function textOf(element: Element): string {
  return element instanceof HTMLElement ? comparable(innerTextOf(element)) : "";
}

/** What is chosen, by what is shown of it; what is listed is not. */
function heldBy(shown: Element, list: Element | null = null): string {
  const fields = [shown, ...shown.querySelectorAll("input, textarea")].filter(isField).map(({ value }) => value);
  const listed = list && list !== shown && flatContains(shown, list) && isVisible(list) ? textOf(list) : "";
  return comparable([textOf(shown).replace(listed, ""), ...fields].join(" "));
}

function holdsNow(shown: Element, { list, label }: { list: Element | null; label: string }, before: string): boolean {
  const held = heldBy(shown, list);
  return held !== before || held.toLowerCase().includes(label.toLowerCase());
}

function disabled(option: Element): CommandError {
  return new CommandError("DISABLED", `The option ${labelOf(option)} is disabled`, { option: labelOf(option) });
}

function missing(opener: Element, { values: [wanted = ""], by }: Select, listed: Element[]): CommandError {
  const options = listed.slice(0, MAX_LISTED).map((option) => ({ value: valueOf(option), label: labelOf(option) }));
  const details = { wanted, by, options, count: listed.length };
  const what = listed.length > 0 ? `lists no option ${wanted}` : "was opened, and lists nothing";
  return new CommandError("OPTION_NOT_FOUND", `${fieldName(opener)} ${what}`, details);
}

function unheeded(opener: Element, wanted: string): CommandError {
  const message = `The option ${wanted} was clicked, but ${fieldName(opener)} shows what it did before`;
  return new CommandError("NO_EFFECT", message, { wanted }, ownWords`See what the page shows: clz snapshot -i`);
}
