// Components: what made an element, and where in its source, as development builds of frameworks note it beside the
// element. All of that is the page's: it is read as plain data, so that nothing of the page runs for it.

import type { Made } from "../../shared/content-globals";
import { dataOf, keysOf } from "./event-listeners";

declare const Cu: {
  waiveXrays(object: object): object;
  unwaiveXrays(object: object): object;
  isProxy(object: object): boolean;
};

/** Elements around, and owners of a component, that are asked. */
const MAX_LEVELS = 40;
const MAX_CHARS = 300;
const ATTRIBUTES = ["data-source", "data-source-file", "data-locatorjs", "data-v-inspector"];
/** What made an element is called by the page's own code, and not by the code of a library. */
const LIBRARY = /\/node_modules\/|\/\.vite\/deps\//;

export const madeBy = (element: Element): string => {
  let at: Element | null = element;
  for (let level = 0; at && level < MAX_LEVELS; level += 1) {
    const made = noted(at);
    if (Object.values(made).some((one) => one !== undefined)) return JSON.stringify(made);
    at = at.parentElement ?? (at.getRootNode() as Partial<ShadowRoot>).host ?? null;
  }
  return "{}";
};

function noted(element: Element): Made {
  const own = Cu.waiveXrays(element);
  const fiber = dataOf(own, keysOf(own).find((key) => key.startsWith("__reactFiber$")) ?? "");
  const vue = dataOf(dataOf(own, "__vueParentComponent"), "type");
  const svelte = dataOf(dataOf(own, "__svelte_meta"), "loc");
  const attribute = ATTRIBUTES.find((name) => element.hasAttribute(name)) ?? "";
  const line = attribute === "data-source-file" ? element.getAttribute("data-source-line") : null;
  const said = text(element.getAttribute(attribute));
  const place = said && (line ? text(`${said}:${line}`) : said);
  const made = fiber ? reactMade(fiber) : {};
  const component = made.component ?? text(dataOf(vue, "name")) ?? text(dataOf(vue, "__name"));
  // Svelte counts lines from 0 where it says the character, too.
  const first = typeof dataOf(svelte, "char") === "number" ? 1 : 0;
  const source = place ?? made.source ?? placeOf(svelte, "file", "line", first) ?? text(dataOf(vue, "__file"));
  return { ...(component && { component }), ...(source ? { source } : made.at && { at: made.at }) };
}

function reactMade(fiber: unknown): Made {
  let component: string | undefined;
  let owner = dataOf(fiber, "_debugOwner") ?? dataOf(fiber, "return");
  for (let level = 0; owner && !component && level < MAX_LEVELS; level += 1) {
    component = nameOf(dataOf(owner, "type")) ?? text(dataOf(owner, "name"));
    owner = dataOf(owner, "return");
  }
  const source = placeOf(dataOf(fiber, "_debugSource"), "fileName", "lineNumber", 0);
  const at = source ? undefined : calledAt(dataOf(fiber, "_debugStack"));
  return { ...(component && { component }), ...(source && { source }), ...(at && { at }) };
}

/** Of a function, or of what React's memo and forwardRef have made of one. */
function nameOf(type: unknown): string | undefined {
  if (typeof type === "string") return undefined;
  return (
    text(dataOf(type, "displayName")) ??
    text(dataOf(type, "name")) ??
    text(dataOf(dataOf(type, "type") ?? dataOf(type, "render"), "name"))
  );
}

function placeOf(place: unknown, file: string, line: string, first: number): string | undefined {
  const [name, number] = [text(dataOf(place, file)), dataOf(place, line)];
  return name && typeof number === "number" ? `${name}:${number + first}` : name;
}

/** Where the page's own code was, by a stack of calls that React has kept. */
function calledAt(kept: unknown): Made["at"] {
  if (typeof kept !== "object" || kept === null || Cu.isProxy(kept)) return undefined;
  // What Firefox itself knows of the error, whatever the page has put on it.
  const { stack } = Cu.unwaiveXrays(kept) as { stack?: unknown };
  for (const call of String(stack).split("\n").slice(1)) {
    const [, url, line, column] = /@(\S+):(\d+):(\d+)$/.exec(call) ?? [];
    if (url && !LIBRARY.test(url)) return { url, line: Number(line), column: Number(column) };
  }
  return undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" && value.length <= MAX_CHARS ? value : undefined;
}
