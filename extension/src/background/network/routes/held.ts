// Requests that wait for the program that drives the page: it looks at each, and says what becomes of it. Calls of its
// functions wait for it likewise.
//
// A program that has anything held keeps asking for it. Once that ends it is gone, and what waits for it fails: nothing
// reaches a server before the program has decided, and no page waits for ever.

import { LIMITS, type Commands } from "../../../generated/registry";
import { CommandError, ownWords } from "../../../shared/errors";
import type { Header } from "../../../shared/secrets/redact";
import { redactHeader } from "../../../shared/secrets/redact";
import { parseContentType } from "../../../shared/text/content-type";
import { RecordedBody } from "../bodies/recorded-body";
import { privileged } from "../../privileged/api";
import { AgentMap, agentScope, tabScope } from "../../scopes";
import { within, type CommandContext } from "../../command-context";
import { headerOf, type Answer } from "./answers";
import { TYPES } from "../request-types";
import { withChange, type HeaderChange } from "../conditions/sent-headers";
import type { CallReply as Reply } from "../../../shared/privileged";

type Details = Parameters<Parameters<typeof browser.webRequest.onBeforeRequest.addListener>[0]>[0];
type Taken = Commands["takeHeld"]["result"];
type Told = Taken["requests"][number];

/** What becomes of a request; `pass` is for the routes that are older, and then for the server. */
export type Choice =
  | { does: "pass" }
  | ({ does: "change" } & HeaderChange)
  | { does: "answer"; answer: Answer }
  | { does: "fail"; error: string };

export interface Held {
  id: string;
  agent: string;
  holder: string;
  route: number;
  details: Details;
  headers: Header[];
  /** What a server has answered, where the program asked it itself. */
  fetched: Answer | null;
  decide: (choice: Choice) => void;
}

interface WaitingCall {
  call: Taken["calls"][number];
  agent: string;
  holder: string;
  reply: (reply: Reply) => void;
}

/** A program that has something held. */
class Holder {
  /** When it asked last; for as long as it waits, that is now. */
  #asked = Date.now();
  #waits = 0;
  #requests: Held[] = [];
  #calls: WaitingCall[] = [];
  #wake: () => void = () => undefined;

  get isSilent(): boolean {
    return this.#waits === 0 && Date.now() - this.#asked >= LIMITS.heldSilenceMs;
  }

  add(held: Held): void {
    this.#requests.push(held);
    this.#wake();
  }

  addCall(call: WaitingCall): void {
    this.#calls.push(call);
    this.#wake();
  }

  /** A newer question ends the older one: a program that closes asks once more, and need not wait for its own thread. */
  async take(waitMs: number, context: CommandContext): Promise<{ requests: Held[]; calls: WaitingCall[] }> {
    this.#wake();
    this.#waits += 1;
    try {
      if (this.#requests.length + this.#calls.length === 0) {
        const comes = new Promise<void>((resolve) => (this.#wake = resolve));
        await within(context.waitDeadline(waitMs), comes, context);
      }
      return { requests: this.#requests.splice(0), calls: this.#calls.splice(0) };
    } finally {
      this.#waits -= 1;
      this.#asked = Date.now();
    }
  }
}

/** Of which it is known that they were held. */
const MAX_MET = 2_000;

/** Calls of one program's functions that may wait. */
const MAX_CALLS = 1_000;

const NOBODY: Reply = { error: "The program that answers this function is gone" };
const GONE: Choice = { does: "fail", error: "NS_ERROR_ABORT" };

export class HeldRequests {
  readonly #holders = new AgentMap<Map<string, Holder>>();
  readonly #held = new Map<string, Held>();
  /** Requests that were held: where they are redirected to is not asked again. */
  readonly #met = new Set<string>();
  readonly #calls = new Map<string, WaitingCall>();
  #last = 0;

  /** `extra` gives the headers that are set for the requests of an agent's tabs. */
  constructor(private readonly extra: (agent: string, details: Details) => HeaderChange | null = () => null) {
    agentScope.onEnd((ended) => this.#drop(({ agent }) => agent === ended));
    tabScope.onEnd((ended) => this.#drop((_, tabId) => tabId === ended));
  }

  /** True for a request that was held before it was redirected. */
  met(requestId: string): boolean {
    return this.#met.has(requestId);
  }

  /** Resolves when it was said what becomes of the request, or when nobody is there to say so any more. */
  async hold(agent: string, holder: string, route: number, details: Details): Promise<Choice> {
    this.#met.add(details.requestId);
    for (const oldest of this.#met) {
      if (this.#met.size <= MAX_MET) break;
      this.#met.delete(oldest);
    }
    const headers = withChange(await privileged.requestHeaders(details.requestId), this.extra(agent, details));
    return new Promise((decide) => {
      this.#last += 1;
      const held = { id: `h${this.#last}`, agent, holder, route, details, headers, fetched: null, decide };
      this.#held.set(held.id, held);
      this.#holder(agent, holder).add(held);
      this.#watch(held);
    });
  }

  /** What has come for a holder since it asked last, each once. If there is nothing, waits for it. */
  async take({ holder, waitMs, bodies }: Commands["takeHeld"]["params"], context: CommandContext): Promise<Taken> {
    const { requests, calls } = await this.#holder(context.agent, holder).take(waitMs, context);
    return {
      requests: requests.filter(({ id }) => this.#held.has(id)).map((held) => told(held, bodies)),
      calls: calls.map(({ call }) => call).filter(({ id }) => this.#calls.has(id)),
    };
  }

  /** Resolves when the program has answered a call. */
  call(agent: string, holder: string, called: Omit<Taken["calls"][number], "id">): Promise<Reply> {
    if (this.#calls.size >= MAX_CALLS) return Promise.resolve({ error: "Too many calls wait for an answer" });
    return new Promise((reply) => {
      this.#last += 1;
      const id = `c${this.#last}`;
      const waiting = { call: { id, ...called }, agent, holder, reply };
      this.#calls.set(id, waiting);
      this.#holder(agent, holder).addCall(waiting);
      this.#watchCall(waiting);
    });
  }

  /** Throws INVALID_PARAMS if there is not such a call of the agent's. */
  reply(agent: string, id: string, reply: Reply): void {
    const waiting = this.#calls.get(id);
    if (waiting?.agent !== agent) throw gone();
    this.#calls.delete(id);
    waiting.reply(reply);
  }

  /** Throws INVALID_PARAMS if there is not such a request of the agent's. */
  find(agent: string, id: string): Held {
    const held = this.#held.get(id);
    if (held?.agent === agent) return held;
    throw gone();
  }

  settle(held: Held, choice: Choice): void {
    this.#held.delete(held.id);
    held.decide(choice);
  }

  #holder(agent: string, name: string): Holder {
    const own = this.#holders.get(agent) ?? new Map<string, Holder>();
    this.#holders.set(agent, own);
    const holder = own.get(name) ?? new Holder();
    own.set(name, holder);
    return holder;
  }

  #watch(held: Held): void {
    setTimeout(() => {
      if (!this.#held.has(held.id)) return;
      if (this.#holder(held.agent, held.holder).isSilent) this.settle(held, GONE);
      else this.#watch(held);
    }, LIMITS.heldSilenceMs / 2);
  }

  #watchCall(waiting: WaitingCall): void {
    const { id } = waiting.call;
    setTimeout(() => {
      if (!this.#calls.has(id)) return;
      if (this.#holder(waiting.agent, waiting.holder).isSilent) this.reply(waiting.agent, id, NOBODY);
      else this.#watchCall(waiting);
    }, LIMITS.heldSilenceMs / 2);
  }

  #drop(isMeant: (waiting: { agent: string }, tabId: number) => boolean): void {
    for (const held of [...this.#held.values()]) if (isMeant(held, held.details.tabId)) this.settle(held, GONE);
    for (const waiting of [...this.#calls.values()]) {
      const { agent, call } = waiting;
      if (isMeant(waiting, call.tabId)) this.reply(agent, call.id, NOBODY);
    }
  }
}

function gone(): CommandError {
  return new CommandError("INVALID_PARAMS", ownWords`Nothing waits with this id: it was answered, or its page is gone`);
}

function told({ id, route, details, headers }: Held, bodies: boolean): Told {
  const { url, method, type, tabId, frameId } = details;
  return {
    ...{ id, route, url, method, tabId },
    type: TYPES[type] ?? "other",
    page: type === "main_frame",
    top: frameId === 0,
    headers: headers.map(redactHeader),
    ...(bodies && carried(details, headers)),
  };
}

/** What it carries, as it is recorded of requests. */
function carried({ requestBody }: Details, headers: Header[]): Pick<Told, "text" | "base64"> {
  if (!requestBody) return {};
  const { mimeType, charset } = parseContentType(headerOf(headers, "content-type"));
  const body = new RecordedBody("whole", LIMITS.bodyBytes);
  Object.assign(body, { mimeType, charset });
  for (const { bytes } of requestBody.raw ?? []) if (bytes) body.add(bytes as ArrayBuffer);
  const fields = Object.entries((requestBody.formData ?? {}) as Record<string, Array<string | null>>);
  if (fields.length > 0)
    body.addForm(fields.flatMap(([name, values]) => values.map((value) => ({ name, value: value ?? "" }))));
  const { text, base64 } = body.content("inexact");
  return { ...(text !== undefined && { text }), ...(base64 !== undefined && { base64 }) };
}
