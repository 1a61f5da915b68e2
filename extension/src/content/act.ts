// Acting: each action is planned, then its steps are taken here, or by the helper where there is one.

import { CommandError, faultOf } from "../shared/errors";
import type { Acted, ActionName, CallMessage, Reply } from "../shared/messages";
import { check, select, uncheck } from "./actions/choose";
import { drag } from "./actions/drag";
import { upload } from "./actions/files";
import { pressKey } from "./actions/keys";
import { click, dblclick, download, hover } from "./actions/mouse";
import { scroll } from "./actions/scroll";
import { fill, focus, type } from "./actions/text";
import type { Call } from "./call";
import { claimFocus } from "./focus";
import { perform } from "./perform";
import type { Plan } from "./plan";
import { beginSigns, signs } from "./signs";

type Params<K extends ActionName> = CallMessage<K>["params"];
type Actions = { [K in ActionName]: (params: Params<K>, call: Call) => Promise<Acted<K>> };

/** Plans whose steps the helper is taking, by the command's id. */
const plans = new Map<string, Plan<ActionName>>();

function action<K extends ActionName>(planned: (params: Params<K>, call: Call) => Promise<Plan<K>>) {
  return async (params: Params<K>, call: Call): Promise<Acted<K>> => {
    beginSigns();
    claimFocus();
    const plan = await planned(params, call);
    const { steps, aimed } = plan;
    if (call.helper && steps.length > 0 && !aimed) {
      plans.set(call.id, plan as unknown as Plan<ActionName>);
      return { result: plan.seen, steps, signs: [], links: [] };
    }
    if (steps.length > 0) call.acting();
    await perform(steps, { aimed: aimed ?? null, files: call.files, signal: call.signal });
    return { result: plan.done(), ...signs() };
  };
}

export const actions: Actions = {
  click: action(click),
  dblclick: action(dblclick),
  hover: action(hover),
  focus: action(focus),
  type: action(type),
  fill: action(fill),
  pressKey: action(pressKey),
  select: action(select),
  check: action(check),
  uncheck: action(uncheck),
  upload: action(upload),
  drag: action(drag),
  scroll: action(scroll),
  download: action(download),
};

/** The result of an action whose steps the helper has taken. */
export function finish(id: string): Reply<Acted> {
  const plan = plans.get(id);
  plans.delete(id);
  if (!plan) return { ok: false, fault: new CommandError("NAVIGATED", "The page was left").toFault() };
  try {
    return { ok: true, value: { result: plan.done(), ...signs() } };
  } catch (thrown) {
    return { ok: false, fault: faultOf(thrown) };
  }
}

export function dropPlan(id: string): void {
  plans.delete(id);
}

export function dropPlans(): void {
  plans.clear();
}
