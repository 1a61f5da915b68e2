// The privileged helper, as the rest of the background script sees it. It exists in the managed build alone; without it
// the same actions are taken by content scripts, with events that pages can tell apart.

import { movedPart } from "../../shared/errors";
import {
  EVENTS,
  type PrivilegedEvents,
  type PrivilegedFault,
  type PrivilegedFunctions,
  type PrivilegedNamespace,
} from "../../shared/privileged-api";
import { plainFetch } from "./plain-fetch";

type Events = { [K in keyof PrivilegedEvents]: (listener: PrivilegedEvents[K]) => void };

/** The helper's functions; of events each is given its listener, which is never called without the helper. */
type Privileged = PrivilegedFunctions & Events & { readonly available: boolean };

/** What the helper failed with. */
export class PrivilegedError extends Error {
  readonly kind: string;
  readonly detail: string;

  constructor({ kind, detail }: PrivilegedFault) {
    super(`${kind}: ${detail}`);
    this.kind = kind;
    this.detail = detail;
  }
}

function namespace(): PrivilegedNamespace | undefined {
  return (browser as unknown as { clz?: PrivilegedNamespace }).clz;
}

const nothing = (): Promise<void> => Promise.resolve();

/** What can be done, or need not be, without the helper; all else throws. */
const WITHOUT: Partial<PrivilegedFunctions> = {
  windowsRestored: nothing,
  movedParts: () => Promise.resolve([]),
  runScript: () => Promise.resolve(false),
  pdfText: () => Promise.resolve(null),
  keepActive: nothing,
  paintedStates: (tabIds) => Promise.resolve(tabIds.map(() => null)),
  overlay: nothing,
  coverNotes: nothing,
  listen: nothing,
  ignoreSockets: nothing,
  close: () => Promise.resolve(false),
  hasHistory: () => Promise.resolve(null),
  hangOf: () => Promise.resolve(null),
  processorTimes: () => Promise.resolve(null),
  endHang: () => Promise.resolve(null),
  copyAnswers: nothing,
  // Firefox does it 20 times in ten minutes, and then not.
  clearResourceCache: () => browser.webRequest.handlerBehaviorChanged(),
  collectGarbage: nothing,
  fetchIn: (_tabId, asked) => plainFetch(asked),
  isFetch: () => Promise.resolve(false),
  acceptsCertificates: () => Promise.resolve(false),
  refusedCertificate: () => Promise.resolve(null),
  forgetHttpLogins: nothing,
  endServiceWorkers: nothing,
};

async function call(name: string, given: unknown[]): Promise<unknown> {
  const helper = namespace();
  if (!helper) {
    const work = WITHOUT[name as keyof PrivilegedFunctions] as ((...given: unknown[]) => unknown) | undefined;
    if (!work) throw new Error("this build has no helper");
    return work(...given);
  }
  const answer = await helper.call(name, given);
  if ("fault" in answer) throw answer.fault.moved ? movedPart(answer.fault.detail) : new PrivilegedError(answer.fault);
  return answer.value;
}

function member(name: string): unknown {
  if (name === "available") return namespace() !== undefined;
  if (!(name in EVENTS)) return (...given: unknown[]) => call(name, given);
  return (listener: never) => namespace()?.[name as keyof PrivilegedEvents].addListener(listener);
}

export const privileged = new Proxy({} as Privileged, { get: (_, name) => member(String(name)) });
