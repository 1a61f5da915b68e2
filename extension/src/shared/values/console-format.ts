// Console arguments as text, as a console shows them. Nothing of the page's own runs for it: values are seen through
// the wrapper, which shows data and calls no getter, no trap and no method of the page.

import { LIMITS } from "../../generated/registry";
import { entriesOf, valuesOf } from "./collections";
import { serializeValue, type View } from "./serialize";
import { pageView } from "./page-view";
import { mark } from "./view-parts";

/** This much is kept of a message; what is not reported of it helps to find the secrets in what is. */
const KEPT_CHARS = LIMITS.consoleMessageChars + LIMITS.unseenChars;
const VALUE_CHARS = 1_000;
const MAX_ENTRIES = 100;
/** How far an error is followed to what it came of, and how many of those that one stands for are shown. */
const MAX_CAUSES = 3;
const MAX_ERRORS = 10;

/** There for the helper, where no content script is. */
declare const Cu: { unwaiveXrays<T>(object: T): T };

/** One line of what `console.log(...given)` would show. Format directives are filled in. */
export function formatted(given: readonly unknown[]): string {
  const rest = [...given];
  if (typeof rest[0] !== "string") return joined(rest);
  const format = rest.shift() as string;
  const text = format.replace(/%([sdifoOc%])/g, (whole, kind: string) => {
    if (kind === "%") return "%";
    if (rest.length === 0) return whole;
    const value = rest.shift();
    if (kind === "c") return "";
    if (kind === "d" || kind === "i") return typeof value === "number" ? String(Math.trunc(value)) : shown(value);
    return shown(value);
  });
  return joined([text, ...rest]);
}

/** Values one after the other, on one line. */
export function joined(values: readonly unknown[]): string {
  return beginningOf(values.map(shown).join(" "));
}

/** The part of a message that is kept. */
export function beginningOf(message: string): string {
  return message.slice(0, KEPT_CHARS);
}

/** Text as it is; errors with their stack; elements as their tag; everything else as JSON with marks. */
export function shown(value: unknown, depth = 0): string {
  try {
    if (typeof value === "string") return value;
    if (typeof value === "bigint") return `${value}n`;
    if (typeof value === "function") return `function ${nameOf(value) || "(anonymous)"}`;
    if (typeof value !== "object" || value === null) return Object.is(value, -0) ? "-0" : String(value);
    if (isNode(value)) return isElement(value) ? tagOf(value) : value.nodeName;
    const inside = collected(value);
    if (inside) return inside;
    const result = serialized(value) as { $type?: string; name?: string; message?: string; stack?: string };
    if (result?.$type === "error")
      return [`${result.name}: ${result.message}`, result.stack?.trimEnd(), ...causesOf(value, depth)]
        .filter(Boolean)
        .join("\n");
    return JSON.stringify(result);
  } catch {
    return "(unreadable)";
  }
}

/** What an error came of, and the errors that it stands for: each as it is shown itself. */
export function causesOf(error: unknown, depth = 0): string[] {
  if (!isError(error) || depth >= MAX_CAUSES) return [];
  const cause = dataOf(error, "cause");
  const errors = dataOf(error, "errors")?.value;
  const count = Array.isArray(errors) ? Number(dataOf(errors, "length")?.value) : 0;
  const numbers = Array.from({ length: Math.min(count, MAX_ERRORS) }, (_, at) => at);
  return [
    ...numbers.map((at) => `Error ${at + 1} of ${count}: ${shown(dataOf(errors as object, at)?.value, depth + 1)}`),
    ...(cause ? [`Caused by: ${shown(cause.value, depth + 1)}`] : []),
  ];
}

/** What an object of a page holds itself, where its wrapper does not show it; null for what would have to be run. */
function dataOf(object: object, key: PropertyKey): { value: unknown } | null {
  const { wrappedJSObject = object } = object as { wrappedJSObject?: object };
  const found = Object.getOwnPropertyDescriptor(wrappedJSObject, key);
  if (!found || !("value" in found)) return null;
  const value = found.value as unknown;
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return { value };
  return { value: typeof XPCNativeWrapper === "undefined" ? Cu.unwaiveXrays(value) : XPCNativeWrapper(value) };
}

/** True for errors, those of a page too. */
export function isError(value: unknown): value is object {
  return Error.isError(value);
}

function nameOf(value: object): unknown {
  return Object.getOwnPropertyDescriptor(value, "name")?.value;
}

function isNode(value: object): value is Node {
  return (
    "nodeType" in value &&
    typeof value.nodeType === "number" &&
    "nodeName" in value &&
    typeof value.nodeName === "string"
  );
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1 && "getAttribute" in node;
}

function tagOf(element: Element): string {
  const id = element.getAttribute("id");
  const classes = (element.getAttribute("class") ?? "").split(/\s+/).filter(Boolean);
  return `<${element.localName}${id ? `#${id}` : ""}${classes.map((name) => `.${name}`).join("")}>`;
}

// The page may have put others in the place of its own; ours work on its maps and sets all the same.
const sizeOfMap = Object.getOwnPropertyDescriptor(Map.prototype, "size")?.get as (this: unknown) => number;
const sizeOfSet = Object.getOwnPropertyDescriptor(Set.prototype, "size")?.get as (this: unknown) => number;

/** Maps and sets, of which the wrapper shows nothing; null for everything else. */
function collected(value: object): string | null {
  if (holds(sizeOfMap, value)) {
    return JSON.stringify({ $type: "map", entries: entriesOf(value, MAX_ENTRIES).map(serialized) });
  }
  if (!holds(sizeOfSet, value)) return null;
  return JSON.stringify({ $type: "set", values: valuesOf(value, MAX_ENTRIES).map(serialized) });
}

function holds(size: (this: unknown) => number, value: object): boolean {
  try {
    return Reflect.apply(size, value, []) >= 0;
  } catch {
    return false;
  }
}

function serialized(value: unknown): unknown {
  return (JSON.parse(serializeValue(value, VALUE_CHARS, consoleView, KEPT_CHARS)) as { result: unknown }).result;
}

/** No text in it is cut before the message is: elements are their tag, and stacks as long as they are. */
function consoleView(value: object): View {
  if (isNode(value)) {
    const html = isElement(value) ? tagOf(value) : value.nodeName;
    return mark("node", { $type: "node", name: isElement(value) ? value.localName : value.nodeName, html });
  }
  const view = pageView(value);
  if (view.is !== "mark" || view.mark.$type !== "error") return view;
  const { stack } = value as { stack?: unknown };
  return { ...view, mark: { ...view.mark, stack: beginningOf(String(stack ?? "")) } };
}
