// The engine: answers the background's calls in this document. It only wires; the work is in the modules beside it.

import { CommandError, faultOf } from "../shared/errors";
import type { CallMessage, ContentName, ContentValue, Reply, ToContent } from "../shared/messages";
import { click, pressKey, type } from "./act";
import { Call } from "./call";
import { evaluate } from "./evaluate";
import { getContent } from "./read";
import { waitFor } from "./waitfor";

type Tasks = { [K in ContentName]: (params: CallMessage<K>["params"], call: Call) => Promise<ContentValue<K>> };

const tasks: Tasks = { getContent, click, type, pressKey, waitFor, evaluate };
const calls = new Map<string, Call>();

globalThis.clzHolder.engine = (message: ToContent): Promise<Reply> | undefined => {
  if (message.clz === "call") return answer(message);
  calls.get(message.id)?.abort(CommandError.fromFault(message.fault));
  return undefined;
};

// A page that is left may be kept whole and shown again on "back": its calls must not come to life then.
window.addEventListener("pagehide", () => {
  const left = new CommandError("NAVIGATED", "The page was left");
  for (const call of calls.values()) call.abort(left);
});

async function answer<K extends ContentName>(message: CallMessage<K>): Promise<Reply<K>> {
  const call = new Call(message);
  calls.set(message.id, call);
  try {
    refuseMedia();
    if (Date.now() > message.expiresAt) throw new CommandError("TIMEOUT", "The page was busy for too long");
    return { ok: true, value: await tasks[message.name](message.params, call) };
  } catch (thrown) {
    return { ok: false, fault: faultOf(thrown) };
  } finally {
    calls.delete(message.id);
  }
}

/** Pictures, films and the like are shown in a document of Firefox's own making: there is no page to read or act on. */
function refuseMedia(): void {
  const { contentType } = document;
  if (!/^(?:image\/(?!svg)|video\/|audio\/)/.test(contentType)) return;
  throw new CommandError("NON_HTML_TAB", `This tab shows ${contentType}`, { contentType, url: location.href });
}
