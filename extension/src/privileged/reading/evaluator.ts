// Evaluating in a page's own world, from outside of it: by Firefox's Debugger API, as the developer tools' console does
// it. No policy of the page forbids it, nothing the page has redefined is met on the way, and the result is looked at
// without the page's help. A safe expression is held by the means of the console's eager evaluation: Firefox stops it
// before any operation that has an effect, and before any native function that is not known to have none.

import {
  readings,
  unrun,
  type Evaluated,
  type Evaluation,
  type HeldOutcome,
  type Named,
} from "../../shared/values/evaluator";
import { serializeValue } from "../../shared/values/serialize";
import { mayCall, mayRead, WINDOW_CALLS, WINDOW_READS } from "../../shared/values/safe-dom";
import { secretsIn } from "../../shared/secrets/secret-fields";
import { setUnseen } from "../../shared/text/unseen";
import { Calm } from "./calm";
import { makeDebugger } from "./debugger";
import { isHarmless } from "./side-effect-free";
import { debuggeeView } from "./debuggee-view";

declare const Cu: {
  getObjectPrincipal(object: unknown): {
    isSystemPrincipal: boolean;
    isContentPrincipal: boolean;
    isNullPrincipal: boolean;
  };
};

/** How often a safe evaluation looks at the clock: it is asked at every step. */
const CLOCK_EVERY = 100;

type Tell = (is: HeldOutcome, value: unknown) => void;

/** Raises nothing of the page's: what it throws is an answer. */
export async function evaluateIn(
  window: GeckoWindow,
  { source, maxLength, gesture, unseen }: Evaluation,
  name: keyof Named | undefined,
  named: Element[],
): Promise<Evaluated> {
  const page = makeDebugger().makeGlobalObjectReference(window);
  const names = bindings(page, name, named);
  if (gesture) window.document.notifyUserGestureActivation();
  let completion: GeckoCompletion | null = null;
  for (const reading of readings(source)) {
    completion = page.executeInGlobal(unrun(reading), { url: "clz eval" });
    if (completion && "throw" in completion && isSyntaxError(completion.throw)) continue;
    completion = page.executeInGlobalWithBindings(reading, names, { url: "clz eval", useInnerBindings: true });
    break;
  }
  const value = await settled(completion);
  if (!value) return { is: "problem", problem: "Firefox ended the evaluation" };
  if ("throw" in value) return threw(value.throw);
  setUnseen(unseen);
  try {
    return { is: "done", json: serializeValue(value.return, maxLength, debuggeeView(page)) };
  } finally {
    // What is recorded here is cut where it is reported.
    setUnseen(null);
  }
}

/** The variables that an expression finds beside the page's own. */
function bindings(page: GeckoDebuggee, name: keyof Named | undefined, named: Element[]): Record<string, unknown> {
  const inside = named.map((one) => page.makeDebuggeeValue(one));
  if (name !== "elements") return name ? { [name]: inside[0] } : {};
  const each = Object.fromEntries(inside.map((one, at) => [`_${at}`, one]));
  const list = page.executeInGlobalWithBindings(`[${Object.keys(each).join()}]`, each, { url: "clz eval" });
  return { [name]: list && "return" in list ? list.return : undefined };
}

/**
 * What one turn of a page's content script does with functions of the page: Firefox ends it before it has an effect.
 */
export class Held {
  readonly #debugger: GeckoDebugger;
  readonly #end: number;
  readonly #page: GeckoDebuggee;
  /** The windows whose code may run. */
  readonly #windows: Window[] = [];
  readonly #natives = new Map<string, object[]>();
  readonly #calm = new Calm((native) => this.#isOfDom(native, "value") || this.#isOfDom(native, "get"));
  #hasSecrets: boolean | null = null;
  #steps = 0;
  /** Why it was ended; empty if it was not, or only for its time. */
  #reason = "";

  constructor(
    private readonly window: GeckoWindow,
    workMs: number,
  ) {
    const dbg = makeDebugger();
    this.#debugger = dbg;
    this.#end = Date.now() + workMs;
    dbg.exclusiveDebuggerOnEval = true;
    // Code of every window that the expression could reach: frames, openers, and what they left behind.
    for (const global of dbg.findAllGlobals()) {
      if (!isOfPages(global)) continue;
      attempt(() => {
        dbg.addDebuggee(global);
        const of = global.unsafeDereference() as Partial<Window>;
        if (of.document) this.#windows.push(of as Window);
      });
    }
    this.#page = dbg.addDebuggee(window);
    const seen = new Set<GeckoScript>();
    const stop = { hit: (): null => this.#refuse("would change something") };
    dbg.onEnterFrame = (frame) => {
      if (this.#isOver()) return null;
      frame.onStep = () => (this.#isOver() ? null : undefined);
      frame.onPop = (completion) => {
        if (!completion || "throw" in completion || this.#gives(completion.return)) return undefined;
        return this.#refuse("gives a value by which more than looking could be done");
      };
      const { script } = frame;
      if (!seen.has(script)) {
        seen.add(script);
        for (const offset of script.getEffectfulOffsets()) script.setBreakpoint(offset, stop);
      }
      return undefined;
    };
    dbg.inspectNativeCallArguments = true;
    dbg.onNativeCall = (callee, reason, self, given) => {
      try {
        if (reason === "get" ? this.#mayGet(callee) : reason === "call" && this.#mayCall(callee, self, given))
          return undefined;
      } catch {
        // As what is not known to be harmless.
      }
      return this.#refuse(`uses ${callee.name || "something of Firefox's own"}, which could do more than look`);
    };
    dbg.shouldAvoidSideEffects = true;
  }

  /** Reads the variable of the page's scripts that has this name. */
  read(name: string, tell: Tell): void {
    this.#told(this.#page.executeInGlobal(name, { url: "clz eval", hideFromDebugger: true }), tell);
  }

  /** Calls a function that the page's scripts wrote; Firefox's own are not called for anybody. */
  call(raw: object, self: unknown, given: unknown[], tell: Tell): void {
    const target = this.#page.makeDebuggeeValue(raw) as GeckoDebuggee;
    if (!target.callable || target.isProxy || !target.script)
      return tell("refused", "is a function of Firefox's own, which could do more than look");
    const inside = (value: unknown): unknown => this.#page.makeDebuggeeValue(value);
    this.#told(target.call(inside(self), ...given.map(inside)), tell);
  }

  #told(completion: GeckoCompletion | null, tell: Tell): void {
    if (!completion) return tell(this.#reason === "" ? "tooLong" : "refused", this.#reason);
    const value = "throw" in completion ? completion.throw : completion.return;
    const raw = typeof value === "object" && value !== null ? (value as GeckoDebuggee).unsafeDereference() : value;
    tell("throw" in completion ? "threw" : "value", raw);
  }

  /** Taken off in this order: what is still held would end what the page does next. */
  end(): void {
    const dbg = this.#debugger;
    dbg.onNativeCall = undefined;
    dbg.onEnterFrame = undefined;
    dbg.shouldAvoidSideEffects = false;
    dbg.removeAllDebuggees();
  }

  #isOver(): boolean {
    this.#steps += 1;
    return this.#steps % CLOCK_EVERY === 0 && Date.now() > this.#end;
  }

  #refuse(reason: string): null {
    this.#reason ||= reason;
    return null;
  }

  #mayGet(callee: GeckoDebuggee): boolean {
    return this.#mayLookIntoFields(callee) && (isHarmless(callee) || this.#isOfDom(callee, "get"));
  }

  #mayCall(callee: GeckoDebuggee, self: unknown, given: GeckoDebuggee | undefined): boolean {
    if (!this.#mayLookIntoFields(callee) || !(isHarmless(callee) || this.#isOfDom(callee, "value"))) return false;
    return given !== undefined && this.#calm.isCall(callee, self, itemsOf(given));
  }

  #gives(value: unknown): boolean {
    try {
      return this.#calm.isResult(value);
    } catch {
      return false;
    }
  }

  /** The page's own code must not learn what is secret: where fields hold a secret, it gets to see none of them. */
  #mayLookIntoFields(callee: GeckoDebuggee): boolean {
    if (!READS_FIELDS.has(nameOfNative(callee))) return true;
    this.#hasSecrets ??= this.#windows.some((window) => hasSecrets(window.document));
    return !this.#hasSecrets;
  }

  /** True for what safe mode reads and calls of the DOM: never by its name alone, but the very function. */
  #isOfDom(callee: GeckoDebuggee, kind: "get" | "value"): boolean {
    const name = nameOfNative(callee);
    const cached = `${kind} ${name}`;
    let natives = this.#natives.get(cached);
    if (!natives) this.#natives.set(cached, (natives = nativesOf(this.window, name, kind)));
    return natives.some((native) => callee.isSameNativeWithJitInfo(native));
  }
}

/** Firefox has them in a list of the debugger's own. */
function itemsOf(list: GeckoDebuggee): unknown[] {
  return Array.from(list.unsafeDereference() as ArrayLike<unknown>);
}

const READS_FIELDS = new Set(
  (
    "value defaultValue valueAsNumber valueAsDate innerHTML outerHTML getAttribute getAttributeNS nodeValue data wholeText " +
    "srcdoc evaluate isEqualNode"
  ).split(" "),
);

function nameOfNative({ name }: GeckoDebuggee): string {
  return (name ?? "").replace(/^get /, "");
}

/** The functions of this name that may be used: of the window itself, of its address, and of the interfaces. */
function nativesOf(window: GeckoWindow, name: string, kind: "get" | "value"): object[] {
  const found: object[] = [];
  const add = (holder: object | undefined): void => {
    const native: unknown = holder && Reflect.getOwnPropertyDescriptor(holder, name)?.[kind];
    if (typeof native === "function") found.push(native);
  };
  if (name === "") return found;
  if (kind === "get" ? WINDOW_READS.has(name) : WINDOW_CALLS.has(name)) add(window);
  if (kind === "get" && mayRead("Location", name)) add(window.location);
  if (kind === "get" && name === "location") add(window.document);
  const may = kind === "get" ? mayRead : mayCall;
  for (const owner of Object.getOwnPropertyNames(window)) {
    if (!/^[A-Z]/.test(owner) || !may(owner, name)) continue;
    add((window as unknown as Record<string, { prototype?: object } | undefined>)[owner]?.prototype);
  }
  return found;
}

function hasSecrets(root: Document | ShadowRoot): boolean {
  if (secretsIn([root]).length > 0) return true;
  for (const element of root.querySelectorAll("*")) {
    if (element.openOrClosedShadowRoot && hasSecrets(element.openOrClosedShadowRoot)) return true;
  }
  return false;
}

function isOfPages(global: GeckoDebuggee): boolean {
  try {
    const principal = Cu.getObjectPrincipal(global.unsafeDereference());
    return principal.isContentPrincipal || principal.isNullPrincipal;
  } catch {
    return false;
  }
}

/** Globals that are gone, or that no debugger may look at, hold nothing that an expression could reach. */
function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // As above.
  }
}

function isSyntaxError(thrown: unknown): boolean {
  return (
    typeof thrown === "object" &&
    thrown !== null &&
    (thrown as GeckoDebuggee).errorMessageName !== undefined &&
    nameOf(thrown as GeckoDebuggee) === "SyntaxError"
  );
}

function nameOf(error: GeckoDebuggee): string {
  return String((error.unsafeDereference() as { name?: unknown }).name ?? "");
}

/** Waits for a promise through Firefox's view of it: the page's own `then` is not asked, and cannot tell. */
async function settled(completion: GeckoCompletion | null): Promise<GeckoCompletion | null> {
  if (!completion || "throw" in completion) return completion;
  const value = completion.return;
  if (typeof value !== "object" || value === null) return completion;
  const promise = value as GeckoDebuggee;
  if (!promise.isPromise) return completion;
  if (promise.promiseState === "pending") {
    await new Promise<void>((resolve) => {
      (promise.unsafeDereference() as Promise<unknown>).then(
        () => resolve(),
        () => resolve(),
      );
    });
  } else if (promise.promiseState === "rejected") {
    // It was ours to look at: nobody else will.
    (promise.unsafeDereference() as Promise<unknown>).catch(() => undefined);
  }
  return promise.promiseState === "rejected" ? { throw: promise.promiseReason } : { return: promise.promiseValue };
}

function threw(thrown: unknown): Evaluated {
  if (typeof thrown !== "object" || thrown === null)
    return { is: "threw", name: "", message: String(thrown), stack: "" };
  const debuggee = thrown as GeckoDebuggee;
  // Seen through the wrapper: data of the error's own, and Firefox's getters.
  const { name, message, stack } = debuggee.unsafeDereference() as {
    name?: unknown;
    message?: unknown;
    stack?: unknown;
  };
  if (typeof message === "string")
    return { is: "threw", name: String(name ?? ""), message, stack: String(stack ?? "") };
  return { is: "threw", name: "", message: `[object ${debuggee.class}]`, stack: "" };
}
