// The gate before a page's `navigator.credentials`: each request for a passkey waits until the main process says that it
// is its turn, since Firefox has one authenticator service for all pages.

import type { PasskeyRequest } from "../../shared/values/passkeys";
import { PASSKEYS_ACTOR, type Answerer } from "./names";

declare const Cu: {
  waiveXrays<T>(object: T): T;
  unwaiveXrays<T>(object: T): T;
  exportFunction(work: (this: object, ...given: never[]) => unknown, to: object, options: { defineAs: string }): void;
};

type Method = (this: object, options?: object) => Promise<unknown>;

interface Page {
  Object: ObjectConstructor;
  Promise: PromiseConstructor;
  CredentialsContainer?: { prototype: Record<"create" | "get", Method> };
  PublicKeyCredential?: Record<"isUserVerifyingPlatformAuthenticatorAvailable", Method>;
}

/** The options of a request as the page gives them: anything. */
interface Options {
  mediation?: unknown;
  signal?: unknown;
  publicKey?: {
    rp?: { id?: unknown };
    rpId?: unknown;
    user?: { name?: unknown };
    allowCredentials?: { length?: unknown };
    authenticatorSelection?: { authenticatorAttachment?: unknown };
  };
}

const NOTHING_ASKED = { rpId: "", userName: "", discoverable: false, conditional: false };

/**
 * The prototypes that have a gate, which they keep: the actor may go, and another one come. A frame's first document has the
 * same as the one that takes its place.
 */
const guarded = new WeakSet<object>();

export function guardPasskeys(window: GeckoWindow): void {
  const seen = window as unknown as Page;
  // A page that came without encryption has no credentials.
  if (!seen.CredentialsContainer || !seen.PublicKeyCredential) return;
  const page = Cu.waiveXrays(window) as unknown as Required<Page>;
  const prototype = Cu.waiveXrays(seen.CredentialsContainer.prototype);
  if (guarded.has(prototype)) return;
  guarded.add(prototype);
  for (const name of ["create", "get"] as const) {
    const original = prototype[name];
    const replacement: Method = function replacement(options) {
      const given = options && Cu.waiveXrays(options);
      const request = given ? requestOf(name, given, window.document) : null;
      const self = Cu.waiveXrays(this);
      if (!request) return called(original, self, given ? [given] : []);
      return new seen.Promise((resolve, reject) => {
        const asked = { id: newId(), window, page, request, original, self, options: given as Options };
        answered(asked).then(resolve, reject);
      });
    };
    define(prototype, name, replacement);
  }
  const available = page.PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable;
  const replacement: Method = function replacement() {
    const self = Cu.waiveXrays(this);
    return new seen.Promise<unknown>((resolve, reject) => {
      begin(window, newId(), { kind: "available", ...NOTHING_ASKED })
        .then((answerer) => answerer === "platform" || called(available, self, []))
        .then(resolve, reject);
    });
  };
  define(page.PublicKeyCredential, "isUserVerifyingPlatformAuthenticatorAvailable", replacement);
}

/** Pages see a function of Firefox's, by its name. */
function define(on: object, name: string, replacement: Method): void {
  Object.defineProperty(replacement, "name", { value: name });
  Cu.exportFunction(replacement, on, { defineAs: name });
}

interface Asked {
  id: string;
  window: GeckoWindow;
  page: Required<Page>;
  request: PasskeyRequest;
  original: Method;
  self: object;
  options: Options;
}

function newId(): string {
  return String(Services.uuid.generateUUID());
}

/** Resolves when it is the request's turn; where nobody gives turns any more, at once. */
async function begin(window: GeckoWindow, id: string, request: PasskeyRequest): Promise<Answerer> {
  return ((await tell(window, "begin", { id, request })) as Answerer | undefined) ?? "firefox";
}

/** Where nobody listens any more, undefined. */
async function tell({ windowGlobalChild }: GeckoWindow, name: string, data: object): Promise<unknown> {
  try {
    return await windowGlobalChild.getActor(PASSKEYS_ACTOR).sendQuery(name, data);
  } catch {
    return undefined;
  }
}

async function answered(asked: Asked): Promise<unknown> {
  const { id, window, original, self, page, options } = asked;
  const answerer = await orWithdrawn(asked, begin(window, id, asked.request));
  let used: string | null = null;
  try {
    const given = answerer === "firefox" ? options : forVirtual(page, options, answerer);
    const credential = (await called(original, self, [given])) as { id?: unknown } | null;
    used = typeof credential?.id === "string" ? credential.id : null;
    return credential;
  } finally {
    // Resolves when the outcome is kept: `used` is the credential that the page got.
    await tell(window, "end", { id, used });
  }
}

/** Not through what the page has made of promises. */
function called(method: Method, self: object, given: object[]): Promise<unknown> {
  return Cu.unwaiveXrays(Reflect.apply(method, self, given) as Promise<unknown>);
}

/** Of each document the request that waits for its turn: it goes when another one comes, as in Firefox itself. */
const waiting = new WeakMap<Document, () => void>();

/** What a page withdraws while it waits is never asked. */
async function orWithdrawn({ id, options, window }: Asked, begun: Promise<Answerer>): Promise<Answerer> {
  const { AbortSignal, DOMException } = window as unknown as typeof globalThis;
  const signal = Cu.unwaiveXrays(options.signal as AbortSignal | undefined);
  waiting.get(window.document)?.();
  const withdrawn = new Promise<never>((_, reject) => {
    waiting.set(window.document, () => reject(new DOMException("The operation was aborted.", "AbortError")));
    if (!(signal instanceof AbortSignal)) return;
    // Made when it is first read, in the realm that reads it: the page's.
    const stop = (): void => reject(Cu.waiveXrays(signal).reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([begun, withdrawn]);
  } catch (thrown) {
    void tell(window, "withdraw", { id });
    throw thrown;
  }
}

/**
 * The request as Firefox's virtual authenticators take it: none of them is asked through a menu, nor counts as a part of
 * the device when the page wants one that is.
 */
function forVirtual(page: Required<Page>, options: Options, answerer: Answerer): object {
  const given = page.Object.create(options) as Options;
  if (options.mediation === "conditional") given.mediation = "optional";
  const selection = options.publicKey?.authenticatorSelection;
  if (selection?.authenticatorAttachment === "platform" && answerer === "platform") {
    const publicKey = page.Object.create(options.publicKey as object) as NonNullable<Options["publicKey"]>;
    publicKey.authenticatorSelection = page.Object.create(selection) as object;
    publicKey.authenticatorSelection.authenticatorAttachment = undefined;
    given.publicKey = publicKey;
  }
  return given;
}

/** Null for what is no request for a passkey, or none that can be read: Firefox says what is wrong with it. */
function requestOf(kind: "create" | "get", options: Options, { location }: Document): PasskeyRequest | null {
  try {
    const asked = options.publicKey;
    const refused = ["silent", ...(kind === "create" ? ["conditional"] : [])];
    if (!asked || refused.includes(String(options.mediation))) return null;
    const { allowCredentials: allowed } = asked;
    const named = kind === "create" ? asked.rp?.id : asked.rpId;
    return {
      kind,
      rpId: named === undefined ? location.hostname : textOf(named),
      userName: textOf(asked.user?.name ?? ""),
      discoverable: allowed === undefined || Number(allowed.length) === 0,
      conditional: options.mediation === "conditional",
    };
  } catch {
    return null;
  }
}

function textOf(value: unknown): string {
  return String(value).slice(0, 1_000);
}
