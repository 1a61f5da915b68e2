// The engine: answers the background's calls in this document. It only wires; the work is in the modules beside it.

import { CommandError, faultOf } from "../shared/errors";
import type {
  ActionName,
  CallMessage,
  ContentValue,
  FinishMessage,
  ReadName,
  Reply,
  ToContent,
} from "../shared/messages";
import { check, select, uncheck } from "./actions/choose";
import { drag } from "./actions/drag";
import { upload } from "./actions/files";
import { pressKey } from "./actions/keys";
import { click, dblclick, download, hover } from "./actions/mouse";
import { scroll } from "./actions/scroll";
import { fill, focus, type } from "./actions/text";
import { Call } from "./call";
import { perform } from "./perform";
import type { Plan } from "./plan";
import { getContent } from "./read";
import { beginSigns, signs } from "./signs";
import { waitFor } from "./waitfor";

type Reads = { [K in ReadName]: (params: CallMessage<K>["params"], call: Call) => Promise<ContentValue<K>> };
type Actions = { [K in ActionName]: (params: CallMessage<K>["params"], call: Call) => Promise<Plan<K>> };

const reads: Reads = { getContent, waitFor };
const actions: Actions = {
  click,
  dblclick,
  hover,
  focus,
  type,
  fill,
  pressKey,
  select,
  check,
  uncheck,
  upload,
  drag,
  scroll,
  download,
};
const calls = new Map<string, Call>();
/** Plans whose steps the helper takes. */
const plans = new Map<string, Plan<ActionName>>();

globalThis.clzHolder.engine = (message: ToContent): Promise<Reply> | undefined => {
  if (message.clz === "call") return answer(message);
  if (message.clz === "finish") return Promise.resolve(finish(message));
  calls.get(message.id)?.abort(CommandError.fromFault(message.fault));
  plans.delete(message.id);
  return undefined;
};

// A page that is left may be kept whole and shown again on "back": its calls must not come to life then.
window.addEventListener("pagehide", () => {
  const left = new CommandError("NAVIGATED", "The page was left");
  for (const call of calls.values()) call.abort(left);
  plans.clear();
});

async function answer(message: CallMessage): Promise<Reply> {
  const call = new Call(message);
  calls.set(message.id, call);
  try {
    refuseMedia();
    if (Date.now() > message.expiresAt) throw new CommandError("TIMEOUT", "The page was busy for too long");
    if (isAction(message)) return await act(message, call);
    return { ok: true, value: await read(message as CallMessage<ReadName>, call) };
  } catch (thrown) {
    return { ok: false, fault: faultOf(thrown) };
  } finally {
    calls.delete(message.id);
  }
}

function isAction(message: CallMessage): message is CallMessage<ActionName> {
  return message.name in actions;
}

function read<K extends ReadName>(message: CallMessage<K>, call: Call): Promise<ContentValue<K>> {
  return reads[message.name](message.params, call);
}

/** Plans the action, then takes its steps here or leaves them to the helper. */
async function act<K extends ActionName>(message: CallMessage<K>, call: Call): Promise<Reply<K>> {
  beginSigns();
  const plan = await actions[message.name](message.params, call);
  if (message.helper && plan.steps.length > 0 && !plan.aimed) {
    plans.set(message.id, plan as unknown as Plan<ActionName>);
    return { ok: true, value: plan.seen, steps: plan.steps };
  }
  if (plan.steps.length > 0) call.acting();
  await perform(plan.steps, { aimed: plan.aimed ?? null, files: message.files ?? [], signal: call.signal });
  return { ok: true, value: plan.done(), ...signs() };
}

function finish({ id }: FinishMessage): Reply {
  const plan = plans.get(id);
  plans.delete(id);
  if (!plan) return { ok: false, fault: new CommandError("NAVIGATED", "The page was left").toFault() };
  try {
    return { ok: true, value: plan.done(), ...signs() };
  } catch (thrown) {
    return { ok: false, fault: faultOf(thrown) };
  }
}

/** Pictures, films and the like are shown in a document of Firefox's own making: there is no page to read or act on. */
function refuseMedia(): void {
  const { contentType } = document;
  if (!/^(?:image\/(?!svg)|video\/|audio\/)/.test(contentType)) return;
  throw new CommandError("NON_HTML_TAB", `This tab shows ${contentType}`, { contentType, url: location.href });
}
