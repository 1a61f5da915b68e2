// Console arguments as text, as a console shows them.

import { LIMITS } from "../generated/registry";
import { pack } from "./pack";

const VALUE_CHARS = 1_000;

/** One line of what `console.log(...given)` would show. Format directives are filled in. */
export function formatted(given: readonly unknown[]): string {
  const rest = [...given];
  let text = "";
  if (typeof rest[0] === "string") {
    const format = rest.shift() as string;
    text = format.replace(/%([sdifoOc%])/g, (whole, kind: string) => {
      if (kind === "%") return "%";
      if (rest.length === 0) return whole;
      const value = rest.shift();
      if (kind === "c") return "";
      if (kind === "d" || kind === "i") return typeof value === "number" ? String(Math.trunc(value)) : shown(value);
      return shown(value);
    });
  }
  const all = given.length > 0 && typeof given[0] === "string" ? [text] : [];
  return [...all, ...rest.map(shown)].join(" ").slice(0, LIMITS.consoleMessageChars);
}

/** Text as it is; errors with their stack; elements as their tag; everything else as JSON with marks. */
export function shown(value: unknown): string {
  try {
    if (typeof value === "string") return value;
    if (typeof value === "bigint") return `${value}n`;
    if (typeof value === "function") return `function ${value.name || "(anonymous)"}`;
    if (typeof value !== "object" || value === null) return Object.is(value, -0) ? "-0" : String(value);
    if (value instanceof Element) return tagOf(value);
    if (value instanceof Node) return value.nodeName;
    const { result } = JSON.parse(pack(readable(value), VALUE_CHARS)) as { result: { $type?: string; name?: string; message?: string; stack?: string } };
    if (result?.$type === "error") return [`${result.name}: ${result.message}`, result.stack?.trimEnd()].filter(Boolean).join("\n");
    return JSON.stringify(result);
  } catch {
    return "(unreadable)";
  }
}

/** Through the wrapper plain objects show their data alone and run no getter; maps and sets show nothing at all. */
function readable(value: object): unknown {
  const tag = Object.prototype.toString.call(value);
  const plain = tag === "[object Array]" || (tag === "[object Object]" && Object.keys(value).length > 0);
  return plain || tag === "[object Error]" ? value : XPCNativeWrapper.unwrap(value);
}

function tagOf(element: Element): string {
  const id = element.id ? `#${element.id}` : "";
  const classes = [...element.classList].map((name) => `.${name}`).join("");
  return `<${element.localName}${id}${classes}>`;
}
