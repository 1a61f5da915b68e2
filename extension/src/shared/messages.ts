// What the background script and the content scripts say to each other.

import type { Commands } from "../generated/registry";
import type { Fault } from "./errors";

/** The commands that a page's content script carries out. */
export type ContentName = "getContent" | "click" | "type" | "pressKey" | "waitFor";

/** Their results, before the background adds which tab it was. */
export type ContentValue<K extends ContentName> = Omit<Commands[K]["result"], "tabId">;

export interface CallMessage<K extends ContentName = ContentName> {
  clz: "call";
  /** The command's id; an abort names it again. */
  id: string;
  name: K;
  params: Commands[K]["params"];
  /** How long the page may be waited for, in milliseconds; 0 looks once. */
  budgetMs: number;
  /** What other documents of this command have used of the time already. */
  spentMs: number;
  /** When the command will have failed, by `Date.now()`: a page that was busy until then must not act any more. */
  expiresAt: number;
}

export interface AbortMessage {
  clz: "abort";
  id: string;
  fault: Fault;
}

export type ToContent = CallMessage | AbortMessage;

export type Reply<K extends ContentName = ContentName> =
  { ok: true; value: ContentValue<K> } | { ok: false; fault: Fault };

/** The stub's answer while no engine is in its frame. */
export interface NeedEngine {
  need: "engine";
}

/**
 * How far a call got: `waiting` before it waits, `acting` before its first event. The call may start again on the next
 * document when the one that goes away was left untouched.
 */
export interface StageMessage {
  clz: "stage";
  id: string;
  stage: "waiting" | "acting";
}

/** Asks to be answered after `ms`: timers of hidden pages are held to one a second, the background's are not. */
export interface TickMessage {
  clz: "tick";
  ms: number;
}

/** From the extension's own pages: lend a tab of the person's own to an agent. */
export interface ShareMessage {
  clz: "share";
  tabId: number;
  /** The whole agent id. */
  agent: string;
}

/** From the extension's own pages: take a lent tab back. */
export interface RevokeMessage {
  clz: "revoke";
  tabId: number;
}

export type FromPage = ShareMessage | RevokeMessage;

export type Engine = (message: ToContent) => Promise<Reply> | undefined;

/** Holder on the content scripts' own global, which the page cannot see; the stub makes it, the engine fills it. */
export interface EngineHolder {
  engine: Engine | null;
}

declare global {
  var clzHolder: EngineHolder;
}
