// Acting: each action is planned, then performed: as trusted input by the helper, or as synthetic input without it.

import type { ActionName } from "../../generated/registry";
import { performActions, type PerformActions, type ActionsOutcome } from "../../shared/input/trusted-input";
import { CommandError, ownWords } from "../../shared/errors";
import type { Acted, CallMessage } from "../../shared/messages";
import type { InputAction } from "../../shared/input/input-actions";
import { check, uncheck } from "./choices/choose";
import { pasteClipboard } from "./clipboard";
import { drag } from "./drag";
import { upload } from "./files";
import { pressKey } from "./keys";
import { click, dblclick, download, hover } from "./mouse";
import { mouse, mouseWheel } from "./places";
import { fromRest, noteRest } from "./resting";
import { scroll } from "./scroll";
import { selectText } from "./selection";
import { fill, focus, type } from "./text";
import { selectAnywhere } from "./choices/suggestions";
import { swipe, tap } from "./touch";
import { trustedInputFor } from "../lazy-bundles";
import type { FrameCall } from "../command";
import { claimFocus } from "../synthetic-input/focus";
import { performSynthetic } from "../synthetic-input/perform";
import { ConfirmGuard } from "./confirm-guard";
import type { Plan, Step } from "./plan";
import { beginExpecting, expectedEffects, navigationRefused, notSent } from "./expected-effects";
import { turn } from "../dom/event-loop";

type Params<K extends ActionName> = CallMessage<K>["params"];
type Actions = { [K in ActionName]: (params: Params<K>, call: FrameCall) => Promise<Acted<K>> };

function action<K extends ActionName>(planned: (params: Params<K>, call: FrameCall) => Promise<Plan<K>>) {
  return async (params: Params<K>, call: FrameCall): Promise<Acted<K>> => {
    const trustedInput = trustedInputFor(call);
    beginExpecting();
    if (!document.hasFocus()) await takeFocus(trustedInput, call);
    const { inputActions, next, dispatchTo, partialResult, done, atOnce } = await planned(params, call);
    if (inputActions.length === 0)
      return { result: await done({ opens: [] }), opens: [], ...(await expectedEffects()) };
    // Editors get a new selection in a task of its own.
    if (inputActions.some((one) => one.do === "key" || one.do === "text")) await turn();
    const trusted = trustedInput !== null && !dispatchTo;
    call.acting({ ...partialResult, trusted });
    // What has emptied its field first can be typed again.
    const clears = "clear" in params && params.clear;
    let isTyped = false;
    const guard = call.confirm && new ConfirmGuard(call.confirm, trusted, call.over);
    const take = async (some: InputAction[]): Promise<ActionsOutcome> => {
      if (!guard) return perform(some);
      let outcome: ActionsOutcome = { opens: [] };
      for (const part of guard.parts(some)) {
        guard.check(part, isTyped);
        outcome = await perform(part);
        guard.throwIfKept(isTyped);
        isTyped ||= !clears && part.some((one) => one.do === "key" || one.do === "text");
      }
      return outcome;
    };
    const perform = async (some: InputAction[]): Promise<ActionsOutcome> => {
      notePress(some, call);
      const all = dispatchTo ? some : fromRest(some);
      noteRest(some);
      if (trusted) return notCovered(await performActions(trustedInput, call.id, all, call.signal));
      const means = { dispatchTo: dispatchTo ?? null, files: call.files, signal: call.signal };
      return { opens: [], ...(await performSynthetic(all, means).catch(unlessEmptied({}))) };
    };
    let took = await take(inputActions);
    // What goes away from here on had all of it.
    if ("typed" in partialResult) call.acting({ ...partialResult, typed: true, trusted });
    for (let plan: Step["next"] = next; plan;) {
      await turn();
      const step: Step = await plan();
      if (call.waits) call.acting({ ...partialResult, trusted });
      took = await take(step.inputActions);
      plan = step.isLast?.() ? undefined : step.next;
    }
    if (!atOnce) await turn();
    call.signal.throwIfAborted();
    const effects = await expectedEffects();
    if (took.chooser) effects.expectedEffects.push("chooser");
    const { opens, copied } = took;
    const result = await (async () => done(took))().catch(unlessEmptied(partialResult));
    return {
      result: { ...result, trusted, ...notSent(), ...navigationRefused() },
      opens,
      ...(copied && { copied }),
      ...effects,
    };
  };
}

/** Gives `instead` where the action has emptied the document, so that nothing more is to be found; else throws it again. */
function unlessEmptied<T>(instead: T): (thrown: unknown) => T {
  return (thrown) => {
    const isGone = thrown instanceof CommandError && thrown.code === "ELEMENT_NOT_FOUND";
    if (isGone && document.documentElement === null) return instead;
    throw thrown;
  };
}

/** Throws COVERED if a press in this frame would have gone to what the page around it has laid over it. */
function notCovered(outcome: ActionsOutcome): ActionsOutcome {
  const { coveredBy: cover } = outcome;
  if (cover == null) return outcome;
  if (cover === "") {
    const hint = ownWords`Give the page room: clz viewport 1600x1200`;
    throw new CommandError("COVERED", "That place of the frame is drawn out of view", { url: location.href }, hint);
  }
  const hint = ownWords`Close what lies over the frame first: clz screenshot shows it`;
  throw new CommandError("COVERED", `The frame is covered there by ${cover}`, { cover, url: location.href }, hint);
}

/** Where the pointer presses, for who asked what was acted on. */
function notePress(some: InputAction[], { locator }: FrameCall): void {
  const press = some.find((one) => (one.do === "mouse" && one.type === "mousedown") || one.do === "touch");
  if (locator && press && "x" in press) locator.point = { x: press.x, y: press.y };
}

/** The agent that acts in a page has its focus: editors ignore selections without it. */
async function takeFocus(trustedInput: PerformActions | null, call: FrameCall): Promise<void> {
  if (trustedInput) await performActions(trustedInput, call.id, [], call.signal);
  else claimFocus();
}

export const actions: Actions = {
  click: action(click),
  dblclick: action(dblclick),
  hover: action(hover),
  focus: action(focus),
  type: action(type),
  fill: action(fill),
  pressKey: action(pressKey),
  pasteClipboard: action(pasteClipboard),
  select: action(selectAnywhere),
  check: action(check),
  uncheck: action(uncheck),
  upload: action(upload),
  drag: action(drag),
  scroll: action(scroll),
  mouse: action(mouse),
  mouseWheel: action(mouseWheel),
  selectText: action(selectText),
  tap: action(tap),
  swipe: action(swipe),
  download: action(download),
};
