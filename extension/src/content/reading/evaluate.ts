// evaluate: a safe expression is carried out step by step, by an interpreter that can only look; functions of the
// page it calls are held by Firefox, which ends whatever has an effect. An unsafe one runs in the page's own world.

import type { Commands } from "../../generated/registry";
import { LIMITS } from "../../generated/registry";
import { CommandError, ownWords, type OwnWords } from "../../shared/errors";
import { evaluateWith, readings, unrun, type Evaluated, type Named } from "../../shared/values/evaluator";
import { refusal, type RefusedPart, type Tree } from "../../shared/values/expression-tree";
import type { ContentValue } from "../../shared/messages";
import { serializeValue, type RemoteValue } from "../../shared/values/serialize";
import { pageView } from "../../shared/values/page-view";
import { cut } from "../../shared/text/text";
import { unseenNow } from "../../shared/text/unseen";
import { evaluatorFor, lazyBundle } from "../lazy-bundles";
import { turn } from "../dom/event-loop";
import { findAll } from "../locators/find";
import type { FrameCall } from "../command";
import { elementToRead } from "./read";

/** True in the build that Mozilla signs, which has no code of strings. */
declare const SIGNED: boolean;

/** With the tree that the background has parsed a safe expression into. */
type Params = Pick<Commands["evaluate"]["params"], "expression" | "unsafe" | "maxLength"> &
  Partial<Pick<Commands["evaluate"]["params"], "target" | "nth" | "all" | "gesture">> & { tree?: Tree };
type World = "page" | "isolated";
type Answer = RemoteValue & { world: World };

const FAULT_CHARS = 20_000;

const JAVASCRIPT = new Set("undefined null boolean number bigint string symbol function object array".split(" "));

export async function evaluate(params: Params, call: FrameCall): Promise<ContentValue<"evaluate">> {
  const named = await namedIn(params, call);
  const answer = params.unsafe ? await unsafely(params, named, call) : await safely(params, named, call);
  return { ...answer, type: typeNamed(answer.type), url: location.href };
}

/** The type, where JavaScript or Firefox gave it its name: what a page calls its own is an object. */
function typeNamed(type: string): string {
  if (JAVASCRIPT.has(type)) return type;
  // Here, beside the page, only what Firefox itself has is seen; an element that the page names so is not a function.
  const found: unknown = Reflect.get(globalThis, type);
  return typeof found === "function" && found.prototype !== undefined ? type : "object";
}

/** What an expression calls the target: `element`, or `elements`. */
async function namedIn({ target, nth, all }: Params, call: FrameCall): Promise<Named> {
  if (target == null) return {};
  const element = await elementToRead({ target, nth: nth ?? null }, call);
  return all ? { elements: findAll(target) } : { element };
}

async function safely({ expression, maxLength, tree }: Params, named: Named, call: FrameCall): Promise<Answer> {
  const { evaluate: carryOut } = lazyBundle("safe");
  const hold = evaluatorFor(call)?.hold ?? null;
  const waits = async (promise: PromiseLike<unknown>, note: (ok: boolean, value: unknown) => void): Promise<void> => {
    const settling = promise.then(
      (value) => note(true, value),
      (thrown: unknown) => note(false, thrown),
    );
    // What is settled at once lets nothing else have its turn.
    await Promise.race([settling.then(turn), untilAborted(call)]);
  };
  const workMs = LIMITS.safeEvaluationMs;
  const outcome = await carryOut({ source: expression, named, tree, maxLength, workMs, hold, waits });
  switch (outcome.is) {
    case "done":
      return { ...(JSON.parse(outcome.json) as RemoteValue), world: outcome.world };
    case "tooLong":
      throw tooLong();
    case "refused":
      throw refused(expression, outcome);
    default:
      throw failed(outcome.name, outcome.message);
  }
}

async function unsafely({ expression, maxLength, gesture }: Params, named: Named, call: FrameCall): Promise<Answer> {
  const helper = evaluatorFor(call);
  call.acting();
  if (!helper) return inPage(expression, named, maxLength, call);
  const asked = { source: expression, maxLength, gesture: gesture === true, unseen: unseenNow() };
  return answerOf(await untilOver(evaluateWith(helper.evaluator, asked, named), call));
}

function answerOf(evaluated: Evaluated): Answer {
  switch (evaluated.is) {
    case "done":
      return { ...(JSON.parse(evaluated.json) as RemoteValue), world: "page" };
    case "threw":
      throw failed(evaluated.name, evaluated.message, evaluated.stack);
    default:
      throw new Error(evaluated.problem);
  }
}

// In the page's own world, without the helper

interface Thrown {
  name: string;
  message: string;
  stack: string;
}

/** Firefox's own eval, seen past whatever the page has put in its place. */
function compile(source: string): unknown {
  return SIGNED ? undefined : window.eval(source);
}

async function inPage(source: string, named: Named, maxLength: number, call: FrameCall): Promise<Answer> {
  refuseUnlessMayEval();
  const promise = started(source, named);
  const value = await untilOver(settled(promise), call);
  if ("thrown" in value) {
    const { name, message, stack } = thrownIn(value.thrown);
    throw failed(name, message, stack);
  }
  return { ...(JSON.parse(serializeValue(value.value, maxLength, pageView)) as RemoteValue), world: "page" };
}

/** A page's policy that forbids eval holds for us, and in our own world an expression would be the extension. */
function refuseUnlessMayEval(): void {
  if (SIGNED) {
    const message = ownWords`The extension that Mozilla signed runs no code that it is given`;
    throw new CommandError(
      "HELPER_MISSING",
      message,
      {},
      ownWords`Leave out --unsafe, or fetch a Firefox that can: clz browser install`,
    );
  }
  try {
    if (compile("1") === 1) return;
  } catch {
    // As below.
  }
  const message = ownWords`The page's policy forbids eval, and without the helper there is no other way into its world`;
  const hint = ownWords`Leave out --unsafe, or fetch a Firefox that can: clz browser install`;
  throw new CommandError("HELPER_MISSING", message, { url: location.href }, hint);
}

function started(source: string, named: Named): unknown {
  let last: Thrown | null = null;
  for (const reading of readings(source)) {
    try {
      compile(unrun(reading));
    } catch (thrown) {
      last = thrownIn(thrown);
      if (last.name !== "SyntaxError") break;
      continue;
    }
    try {
      return withNames(reading, named);
    } catch (thrown) {
      last = thrownIn(thrown);
      break;
    }
  }
  throw failed(last?.name ?? "", last?.message ?? "", last?.stack);
}

/** The value of a reading in which the target has its name. */
function withNames(reading: string, { element, elements }: Named): unknown {
  if (!element && !elements) return compile(reading);
  const given = element ? open(element) : open(compile("[]"));
  for (const [at, one] of (elements ?? []).entries()) (given as unknown[])[at] = open(one);
  const body = reading.startsWith("(") ? `return ${reading};` : reading;
  return (compile(`((${element ? "element" : "elements"}) => {\n${body}\n})`) as (given: unknown) => unknown)(given);
}

/** Waits for a promise of the page through Firefox's view of it: the page's own `then` is not asked. */
async function settled(value: unknown): Promise<{ value: unknown } | { thrown: unknown }> {
  const isPromise =
    typeof value === "object" && value !== null && Object.prototype.toString.call(value) === "[object Promise]";
  if (!isPromise) return { value: open(value) };
  return new Promise((resolve) => {
    (value as Promise<unknown>).then(
      (inner) => resolve({ value: open(inner) }),
      (thrown: unknown) => resolve({ thrown }),
    );
  });
}

/** As the page itself sees it: what its scripts made is hidden behind the wrapper. */
function open(value: unknown): unknown {
  const isObject = (typeof value === "object" && value !== null) || typeof value === "function";
  return isObject ? XPCNativeWrapper.unwrap(value) : value;
}

function thrownIn(thrown: unknown): Thrown {
  if (typeof thrown !== "object" || thrown === null) return { name: "", message: String(thrown), stack: "" };
  const { name, message, stack } = thrown as Partial<Thrown>;
  if (typeof message === "string") return { name: String(name ?? ""), message, stack: String(stack ?? "") };
  return { name: "", message: serializeValue(open(thrown), FAULT_CHARS, pageView), stack: "" };
}

// Ends

async function untilAborted(call: FrameCall): Promise<never> {
  return new Promise((_, reject) => {
    const abort = (): void => reject(call.signal.reason as Error);
    if (call.signal.aborted) return abort();
    call.signal.addEventListener("abort", abort, { once: true });
  });
}

function untilOver<T>(work: Promise<T>, call: FrameCall): Promise<T> {
  return Promise.race([work, untilAborted(call)]);
}

/** What does, of what an expression may not. */
const INSTEAD: Array<[RegExp, OwnWords]> = [
  [
    /\b(?:localStorage|sessionStorage)\b/,
    ownWords`What a page keeps: clz storage local, or clz storage session. Or allow everything: clz eval EXPRESSION --unsafe`,
  ],
  [/\bcookie\b/, ownWords`The cookies of a page: clz cookies. Or allow everything: clz eval EXPRESSION --unsafe`],
  [
    /\.(?:click|submit|requestSubmit)\b/,
    ownWords`What is pressed: clz click TARGET. Or allow everything: clz eval EXPRESSION --unsafe`,
  ],
  [/\.focus\b/, ownWords`What has the focus: clz focus TARGET. Or allow everything: clz eval EXPRESSION --unsafe`],
  [
    /\.(?:scrollTo|scrollBy|scrollIntoView)\b/,
    ownWords`To scroll: clz scroll TARGET. Or allow everything: clz eval EXPRESSION --unsafe`,
  ],
];

function refused(expression: string, part: RefusedPart): CommandError {
  const { message, details } = refusal(expression, part);
  const text = expression.slice(part.start, part.end);
  const hint = INSTEAD.find(([pattern]) => pattern.test(text))?.[1];
  return new CommandError("UNSAFE_EXPRESSION", message, details, hint);
}

function tooLong(): CommandError {
  const workMs: number = LIMITS.safeEvaluationMs;
  const message = ownWords`A safe expression may keep its page busy for ${workMs} ms, and this one took longer`;
  return new CommandError("TIMEOUT", message, { workMs }, ownWords`Read less in one expression, or allow it: --unsafe`);
}

function failed(name: string, message: string, stack = ""): CommandError {
  const what = cut(message, FAULT_CHARS);
  const said = name && !what.startsWith(name) ? `${name}: ${what}` : what;
  return new CommandError("EVALUATION_FAILED", said, { name, message: what, stack, url: location.href });
}
