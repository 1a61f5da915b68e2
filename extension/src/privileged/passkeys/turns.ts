// Passkeys. Firefox has one authenticator service, and one request at a time in it, for all of its pages. So that no page
// is answered by the authenticator of another agent, each request waits for its turn: for that, the authenticator of the
// tab's agent is there, with that agent's passkeys for that site, and afterwards it is gone. Other requests find none.

import type { Passkey, PasskeyOutcome, PasskeyRequest, PasskeyTurn } from "../../shared/values/passkeys";
import { focusTab } from "../input/focus";
import { registerActor } from "../window-actors";
import { PASSKEYS_ACTOR, type Answerer } from "./names";

interface Service {
  addVirtualAuthenticator(
    protocol: string,
    transport: string,
    hasResidentKey: boolean,
    hasUserVerification: boolean,
    isUserConsenting: boolean,
    isUserVerified: boolean,
  ): string;
  removeVirtualAuthenticator(id: string): void;
  addCredential(
    authenticator: string,
    credentialId: string,
    isResidentCredential: boolean,
    rpId: string,
    privateKey: string,
    userHandle: string,
    signCount: number,
  ): void;
  getCredentials(authenticator: string): Passkey[];
  setHasAttestationConsent(transaction: number, consents: boolean): void;
  cancel(transaction: number): void;
}

/** What Firefox says of a request in the service, as JSON. */
interface Said {
  prompt: { type: "presence" | "cancel" | "attestation-consent" };
  tid: number;
  browsingContextId: number | null;
}

interface Actor {
  readonly browsingContext: GeckoBrowsingContext;
}

interface Turn {
  /** The request's own. */
  id: string;
  actor: Actor;
  /** Null for one that Firefox answers as if clz were not there. */
  given: { request: PasskeyRequest; authenticator: string } | null;
  /** Its number in the service, once it is there. */
  transaction: number | null;
  over: Promise<void>;
  end(): void;
}

const SAID = "webauthn-prompt";
const VIRTUAL = "security.webauth.webauthn_enable_softtoken";
const USB = "security.webauth.webauthn_enable_usbtoken";
/** A page that hangs keeps the others waiting no longer: in its turn, where Firefox asks the person, and after it. */
const LONGEST_MS = 20_000;
const LONGEST_OF_PERSON_MS = 125_000; // Firefox itself ends a request after two minutes
const AFTER_MS = 5_000;

const timer = ChromeUtils.importESModule<{
  setTimeout(act: () => void, ms: number): number;
}>("resource://gre/modules/Timer.sys.mjs");

type Ask = (browser: GeckoBrowser, request: PasskeyRequest) => Promise<PasskeyTurn | null>;
type Tell = (browser: GeckoBrowser, outcome: PasskeyOutcome) => Promise<unknown>;

export class PasskeyTurns {
  #isOn = false;
  #turn: Turn | null = null;
  readonly #gone = new WeakSet<Actor>();
  /** The requests that wait for their turn. */
  readonly #waiting = new Set<string>();
  #ask: Ask | null = null;
  #tell: Tell | null = null;

  /** `modules` is where the actor's are. */
  constructor(private readonly modules: string) {}

  onRequest(ask: Ask): () => void {
    this.#ask = ask;
    return () => (this.#ask = null);
  }

  onOutcome(tell: Tell): () => void {
    this.#tell = tell;
    return () => (this.#tell = null);
  }

  /** Guards all pages, also those that are open: what they ask meanwhile is not answered. */
  async start(): Promise<void> {
    if (!this.#isOn) {
      this.#isOn = true;
      Services.obs.addObserver(this.#said, SAID);
      registerActor(PASSKEYS_ACTOR, {
        parent: { esModuleURI: `${this.modules}/parent.sys.mjs` },
        // Before the first script of a page runs.
        child: { esModuleURI: `${this.modules}/child.sys.mjs`, events: { DOMWindowCreated: {} } },
      });
    }
    // What has gone meanwhile asks for nothing, nor does a page that hangs.
    const guarding = pages().map(async (page) => page.getActor(PASSKEYS_ACTOR).sendQuery("guard", null));
    await Promise.race([Promise.allSettled(guarding), new Promise<void>((go) => timer.setTimeout(go, AFTER_MS))]);
  }

  stop(): void {
    if (!this.#isOn) return;
    this.#isOn = false;
    this.#end();
    Services.obs.removeObserver(this.#said, SAID);
    ChromeUtils.unregisterWindowActor(PASSKEYS_ACTOR);
  }

  /** Resolves when it is the turn of a page's request. */
  async begin(actor: Actor, id: string, request: PasskeyRequest): Promise<Answerer> {
    const browser = actor.browsingContext.top.embedderElement as GeckoBrowser | null;
    const ask = async (asked: PasskeyRequest): Promise<PasskeyTurn | null> =>
      (browser && (await this.#ask?.(browser, asked))) ?? null;
    if (request.kind === "available") {
      const given = await ask(request);
      return given?.authenticator.hasUserVerification === false ? "roaming" : answererOf(given);
    }
    this.#waiting.add(id);
    // Until its user chooses one, a request of this kind takes no turn.
    const isChosen = !request.conditional || (await ask(request)) !== null;
    while (isChosen && this.#turn) await this.#turn.over;
    if (!this.#waiting.delete(id) || !isChosen || this.#gone.has(actor)) return "firefox";
    const turn = this.#take(id, actor);
    const given = await ask({ ...request, conditional: false });
    if (!this.#isUnderWay(turn)) return "firefox";
    this.#endAfter(given ? LONGEST_MS : LONGEST_OF_PERSON_MS);
    if (!given) return "firefox";
    turn.given = { request, authenticator: added(given) };
    useVirtual(true);
    // Firefox refuses all but the page that has the focus.
    await focusTab(actor.browsingContext.top);
    return answererOf(given);
  }

  async end(id: string, used: string | null): Promise<void> {
    const turn = this.#turn;
    if (turn?.id !== id) return;
    const browser = turn.actor.browsingContext.top.embedderElement as GeckoBrowser | null;
    const passkeys = this.#end();
    if (browser && turn.given) await this.#tell?.(browser, { request: turn.given.request, passkeys, used });
  }

  /** Its page waits no longer for the request's turn. */
  withdraw(id: string): void {
    if (this.#turn?.id === id) this.#end();
    else this.#waiting.delete(id);
  }

  /** The page is gone. */
  left(actor: Actor): void {
    this.#gone.add(actor);
    const turn = this.#turn;
    if (turn?.actor !== actor) return;
    if (turn.transaction !== null) service().cancel(turn.transaction);
    this.#end();
  }

  /** True while a page's request is answered by its own agent's authenticator. */
  answers(page: GeckoBrowsingContext): boolean {
    return Boolean(this.#turn?.given) && this.#turn?.actor.browsingContext.top === page;
  }

  #take(id: string, actor: Actor): Turn {
    let end = (): void => undefined;
    const over = new Promise<void>((resolve) => (end = resolve));
    const turn: Turn = { id, actor, given: null, transaction: null, over, end };
    this.#turn = turn;
    return turn;
  }

  #isUnderWay(turn: Turn): boolean {
    return this.#turn === turn;
  }

  /** Takes the authenticator away; what it held is given back. */
  #end(): Passkey[] {
    const turn = this.#turn;
    this.#turn = null;
    if (!turn) return [];
    try {
      return turn.given ? removed(turn.given.authenticator) : [];
    } finally {
      useVirtual(false);
      turn.end();
    }
  }

  #endAfter(ms: number): void {
    const turn = this.#turn;
    timer.setTimeout(() => {
      if (this.#turn === turn) this.#end();
    }, ms);
  }

  readonly #said = (_subject: unknown, _topic: string, json: string): void => {
    const { prompt, tid, browsingContextId } = JSON.parse(json) as Said;
    const turn = this.#turn;
    const isItsPage = browsingContextId === turn?.actor.browsingContext.top.id;
    if (prompt.type === "presence") {
      if (turn && isItsPage) turn.transaction = tid;
      else if (turn?.given) service().cancel(tid);
    } else if (prompt.type === "attestation-consent") {
      // On a busy machine this comes before the presence.
      if (!isItsPage || !turn?.given) return;
      service().setHasAttestationConsent(tid, true);
      // Firefox's own question goes.
      Services.obs.notifyObservers(null, SAID, JSON.stringify({ prompt: { type: "cancel" }, tid }));
    } else if (prompt.type === "cancel" && turn?.transaction === tid) this.#endAfter(AFTER_MS);
  };
}

function service(): Service {
  return Cc["@mozilla.org/webauthn/service;1"]?.getService(Ci["nsIWebAuthnService"]) as Service;
}

function added({ authenticator, passkeys }: PasskeyTurn): string {
  const { protocol, transport, hasResidentKey, hasUserVerification, isUserConsenting, isUserVerified } = authenticator;
  const does = [hasResidentKey, hasUserVerification, isUserConsenting, isUserVerified] as const;
  const id = service().addVirtualAuthenticator(protocol, transport, ...does);
  try {
    for (const one of passkeys) {
      const { credentialId, isResidentCredential, rpId, privateKey, userHandle, signCount } = one;
      service().addCredential(id, credentialId, isResidentCredential, rpId, privateKey, userHandle, signCount);
    }
    return id;
  } catch (thrown) {
    service().removeVirtualAuthenticator(id);
    throw thrown;
  }
}

function answererOf(given: PasskeyTurn | null): Answerer {
  if (!given) return "firefox";
  return given.authenticator.transport === "internal" ? "platform" : "roaming";
}

function removed(id: string): Passkey[] {
  const held = service().getCredentials(id);
  service().removeVirtualAuthenticator(id);
  return held.map(({ credentialId, rpId, userHandle, isResidentCredential, signCount, privateKey }) => {
    return { credentialId, rpId, userHandle, isResidentCredential, signCount, privateKey };
  });
}

/** Only for this run of Firefox: what is the default is in no profile. */
function useVirtual(virtual: boolean): void {
  const defaults = Services.prefs.getDefaultBranch("");
  defaults.setBoolPref(VIRTUAL, virtual);
  defaults.setBoolPref(USB, !virtual);
}

/** All that this Firefox shows, frames included. */
function pages(): GeckoWindowGlobal[] {
  const browsers = [...Services.wm.getEnumerator("navigator:browser")].flatMap(({ gBrowser }) => gBrowser.browsers);
  // One that has shown nothing yet has no page.
  const tops = browsers.flatMap(({ browsingContext }) => (browsingContext as GeckoBrowsingContext | null) ?? []);
  const contexts = tops.flatMap((top) => top.getAllBrowsingContextsInSubtree());
  return contexts.flatMap(({ currentWindowGlobal }) => currentWindowGlobal ?? []);
}
