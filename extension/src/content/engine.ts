// The engine: answers the background's calls in this document. It only wires; the work is in the modules beside it.

import type { ContentName } from "../generated/registry";
import { CommandError, faultOf, ownWords } from "../shared/errors";
import type { CallMessage, ContentValue, DragMessage, Need, Reply, QueryMessage, ToContent } from "../shared/messages";
import { dragPart } from "./actions/drag-part";
import { actions } from "./actions/perform-actions";
import { openPort } from "./background-port";
import { BundleNeeded } from "./lazy-bundles";
import { FrameCall, NotInThisFrame } from "./command";
import { reads } from "./reads";
import { expectLook } from "./expect/expect";
import { evaluate } from "./reading/evaluate";
import { get } from "./reading/get";
import { getElementInfo } from "./reading/element-info";
import { getPageState } from "./reading/page-state";
import { screenshot } from "./reading/picture";
import { documentEnded } from "./reading/document-end";
import { secretValues, watchSecrets } from "./dom/held-secrets";
import { getContent } from "./reading/read";
import { getVitals, watchInteractions } from "./reading/vitals";
import { listenLastingly, restoreListeners } from "./dom/lasting-listeners";
import { lastRef, startRefsAfter } from "./snapshot/refs";
import { answerQuery } from "./locators/frame-query";
import { getAccessibilitySnapshot } from "./snapshot/snapshot";
import { clearStorage, getStorage, storageTask } from "./state/storage";
import { claimFocus } from "./synthetic-input/focus";
import { waitFor } from "./reading/wait-for";
import { traceMoment } from "./trace/moment";

/** Set when it is built. */
declare const MANAGED: boolean;

type Tasks = { [K in ContentName]: (params: CallMessage<K>["params"], call: FrameCall) => Promise<ContentValue<K>> };

const tasks: Tasks = {
  getContent,
  get,
  getElementInfo,
  getPageState,
  getVitals,
  getAccessibilitySnapshot,
  ...actions,
  waitFor,
  expect: expectLook,
  evaluate,
  screenshot,
  getStorage,
  localStorage: storageTask("localStorage"),
  sessionStorage: storageTask("sessionStorage"),
  clearStorage,
  traceMoment,
};
/** What is read in one go: as long as nothing is waited for, no page gets to run. */
const READ = new Set<ContentName>([
  "get",
  "getAccessibilitySnapshot",
  "getContent",
  "getElementInfo",
  "getPageState",
  "traceMoment",
] satisfies ContentName[]);

globalThis.__clz.secretValues = secretValues;
// With the helper its documents get it at their beginning.
if (!MANAGED && window === window.top) claimFocus();
if (window === window.top) watchInteractions();

const calls = new Map<string, FrameCall>();

const isFirst = globalThis.__clz.engine === null;
// The first one stays: it knows the refs, and what moved.
globalThis.__clz.engine ??= (message: ToContent): Promise<Reply | Need> | undefined => {
  if (message.clz !== "abort") globalThis.__clz.unseen = message.unseen ?? null;
  // The type of the parameters does not tell the compiler which task they belong to.
  if (message.clz === "call")
    return answer<unknown>(message, (call) => tasks[message.name](message.params as never, call));
  if (message.clz === "drag") return answer(message, (call) => dragPart(message, call));
  if (message.clz === "query") return answer(message, (call) => answerQuery(message, call));
  calls.get(message.id)?.abort(CommandError.fromFault(message.fault));
  return undefined;
};

if (isFirst) openPort();

// A page that is left may be kept whole and shown again on "back": its calls must not come to life then.
listenLastingly("pagehide", () => {
  const left = new CommandError("NAVIGATED", ownWords`The page was left`);
  for (const call of calls.values()) call.abort(left);
});

async function answer<T>(
  message: CallMessage | QueryMessage | DragMessage,
  work: (call: FrameCall) => Promise<T>,
): Promise<Reply<T> | Need> {
  restoreListeners();
  const call = new FrameCall(message);
  const secrets = watchSecrets(message.clz === "call" && READ.has(message.name));
  const reply = await replyTo(message, call, work);
  const values = secrets.end();
  if (!("ok" in reply) || values.texts.size === 0) return reply;
  return { ...values.maskedIn(reply), secrets: [...values.texts] };
}

/** A call that comes so late came to a page that did not answer. */
const LATE_MS = 1_000;

async function replyTo<T>(
  message: CallMessage | QueryMessage | DragMessage,
  call: FrameCall,
  work: (call: FrameCall) => Promise<T>,
): Promise<Reply<T> | Need> {
  calls.set(message.id, call);
  try {
    refuseMedia();
    if (Date.now() > message.expiresAt)
      throw new CommandError("TIMEOUT", ownWords`The page was busy for too long`, { limit: "timeout" });
    if (Date.now() - (message.sentAt ?? Infinity) > LATE_MS) {
      // That it was given up meanwhile is the next thing to be heard.
      await new Promise((resolve) => setTimeout(resolve));
      call.signal.throwIfAborted();
    }
    if (message.clz === "query") return { ok: true, value: await work(call) };
    startRefsAfter(message.refs.last);
    const unfinished = message.clz === "call" && reads(message.name, message.params) && !(await documentEnded(call));
    const value = await work(call);
    const { locator } = call;
    return {
      ok: true,
      value,
      ...(unfinished && { unfinished }),
      ...(lastRef() > message.refs.last && { lastRef: lastRef() }),
      ...(locator && { locator }),
    };
  } catch (thrown) {
    if (thrown instanceof BundleNeeded) return { need: thrown.what };
    if (thrown instanceof NotInThisFrame) return { ok: false, notInThisFrame: thrown.query };
    // Errors name elements by their refs too: no other document may give the same ones.
    return { ok: false, fault: faultOf(thrown), lastRef: lastRef() };
  } finally {
    calls.delete(message.id);
    call.close();
  }
}

/** Pictures, films and the like are shown in a document of Firefox's own making: there is no page to read or act on. */
function refuseMedia(): void {
  const { contentType } = document;
  if (!/^(?:image\/(?!svg)|video\/|audio\/)/.test(contentType)) return;
  throw new CommandError("NON_HTML_TAB", `This tab shows ${contentType}`, { contentType, url: location.href });
}
