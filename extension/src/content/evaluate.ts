// evaluate: in the page's own world; where the page's policy forbids eval, in ours, with the page's globals in sight.

import type { Commands } from "../generated/registry";
import { refuseTooDeep } from "../shared/depth";
import { CommandError } from "../shared/errors";
import type { ContentValue } from "../shared/messages";
import type { Call } from "./call";
import { pack, type Packed } from "./pack";

type Params = Commands["evaluate"]["params"];
type World = "page" | "content";
type Start = () => unknown;
type Tell = (json: string) => void;
type Runner = (pack: unknown, start: Start, done: Tell, fail: Tell, limit: number) => void;

/** Compiles a source in one world. Throws SyntaxError, or what the page's policy says. */
type Compile = (source: string) => unknown;

const FAULT_CHARS = 20_000;

/** Of our own world beside the page: the page's constructors cannot look into objects that are made there. */
const BUILT_IN = (
  "Object Array Map Set WeakMap WeakSet WeakRef Promise Date RegExp Error TypeError RangeError SyntaxError EvalError " +
  "ReferenceError URIError AggregateError String Number Boolean Symbol BigInt JSON Math Intl Reflect Proxy ArrayBuffer " +
  "DataView Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float32Array " +
  "Float64Array BigInt64Array BigUint64Array eval"
).split(" ");

const JAVASCRIPT = new Set("undefined null boolean number bigint string symbol function object array".split(" "));

export async function evaluate({ expression, maxLength }: Params, call: Call): Promise<ContentValue<"evaluate">> {
  const page = window.wrappedJSObject;
  const world: World = mayEval(page) ? "page" : "content";
  const compile: Compile = world === "page" ? (source) => page.eval(source) : (source) => (0, eval)(source);
  const start = world === "page" ? startIn(compile, expression) : startBeside(compile, expression, page);
  call.acting();
  const json = await answerOf(compile, start, world, maxLength, call);
  const packed = JSON.parse(json) as Packed;
  // The page may have put something else in the place of what packs it.
  refuseTooDeep(packed);
  const { result, type, truncated } = packed;
  return { result, type: typeNamed(type), truncated: truncated === true, world, url: location.href };
}

/** The type, where JavaScript or Firefox gave it its name: what a page calls its own is an object. */
function typeNamed(type: unknown): string {
  if (typeof type !== "string") return "object";
  if (JAVASCRIPT.has(type)) return type;
  // Here, beside the page, only what Firefox itself has is seen; an element that the page names so is no function.
  const found: unknown = Reflect.get(globalThis, type);
  return typeof found === "function" && found.prototype !== undefined ? type : "object";
}

function mayEval(page: PageWindow): boolean {
  try {
    return page.eval("1") === 1;
  } catch {
    return false;
  }
}

/** As an expression with await; else as statements whose last value counts; else as statements with await and return. */
function startIn(compile: Compile, source: string): Start {
  try {
    return compile(`(async () => (\n${source}\n))`) as Start;
  } catch (thrown) {
    refuseUnlessSyntax(thrown);
  }
  if (/\b(?:await|return)\b/.test(source)) return compiled(compile, `(async () => {\n${source}\n})`) as Start;
  compiled(compile, `(() => {\n${source}\n})`);
  return compile(`(() => (0, eval)(${JSON.stringify(source)}))`) as Start;
}

/** The same in our own world: `with` shows the page's globals, and the names of what is ours alone are taken. */
function startBeside(compile: Compile, source: string, page: PageWindow): Start {
  const own = Object.fromEntries(BUILT_IN.map((name) => [name, Reflect.get(globalThis, name)]));
  const make = (body: string): ((...given: unknown[]) => Start) => {
    const hidden = "browser, chrome, clzHolder, exportFunction, cloneInto, createObjectIn";
    return compile(`(function (page, own, ${hidden}) { with (page) with (own) { ${body} } })`) as () => Start;
  };
  const made = (body: string): Start => make(body).call(page, page, own);
  try {
    return made(`return (async () => (\n${source}\n))`);
  } catch (thrown) {
    refuseUnlessSyntax(thrown);
  }
  try {
    if (/\b(?:await|return)\b/.test(source)) return made(`return (async () => {\n${source}\n})`);
    make(`return (() => {\n${source}\n})`);
    return made(`return () => eval(${JSON.stringify(source)})`);
  } catch (thrown) {
    throw failed(nameOf(thrown), messageOf(thrown));
  }
}

function compiled(compile: Compile, source: string): unknown {
  try {
    return compile(source);
  } catch (thrown) {
    throw failed(nameOf(thrown), messageOf(thrown));
  }
}

function refuseUnlessSyntax(thrown: unknown): void {
  if (nameOf(thrown) !== "SyntaxError") throw failed(nameOf(thrown), messageOf(thrown));
}

/** Runs it and packs what it gives, all in its own world: only text crosses. */
function answerOf(compile: Compile, start: Start, world: World, limit: number, call: Call): Promise<string> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(call.signal.reason as Error);
    if (call.signal.aborted) return abort();
    call.signal.addEventListener("abort", abort, { once: true });
    const fail: Tell = (json) => {
      const { result } = JSON.parse(json) as { result: { name?: string; message?: string; stack?: string } | string };
      if (typeof result === "object" && typeof result?.message === "string") {
        reject(failed(String(result.name), result.message, result.stack));
      } else reject(failed("", typeof result === "string" ? result : JSON.stringify(result)));
    };
    if (world === "content") {
      run(pack, start, resolve, fail, limit);
      return;
    }
    // The page may call these two, and see nothing else of ours.
    const exported = (tell: Tell): Tell => exportFunction(tell, window);
    try {
      (compile(`(${run})`) as Runner)(compile(`(${pack})`), start, exported(resolve), exported(fail), limit);
    } catch (thrown) {
      // A page may have put anything in the place of what every page has.
      reject(failed(nameOf(thrown), messageOf(thrown)));
    }
  });
}

/** Also evaluated in the page, from its own source. */
function run(packed: unknown, start: Start, done: Tell, fail: Tell, limit: number): void {
  const asJson = packed as typeof pack;
  new Promise((resolve) => resolve(start())).then(
    (value) => done(asJson(value, limit)),
    (thrown) => fail(asJson(thrown, 20_000)),
  );
}

function failed(name: string, message: string, stack = ""): CommandError {
  const what = message.slice(0, FAULT_CHARS);
  const said = name && !what.startsWith(name) ? `${name}: ${what}` : what;
  return new CommandError("EVALUATION_FAILED", said, { name, message: what, stack, url: location.href });
}

function nameOf(thrown: unknown): string {
  return String((thrown as { name?: unknown } | null)?.name ?? "");
}

function messageOf(thrown: unknown): string {
  return String((thrown as { message?: unknown } | null)?.message ?? thrown);
}
