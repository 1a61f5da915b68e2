// Places in JSON, as JavaScript writes them: `orders[0].id`, `["a b"].c`, `length` of a list.

const STEP = /\.?([^.[\]]+)|\[(\d+)\]|\["((?:[^"\\]|\\["\\])*)"\]/gy;

/** What is there; undefined if nothing is. */
export function partOf(whole: unknown, path: string): unknown {
  let part = whole;
  let end = 0;
  for (const step of path.replace(/^\$\.?/, "").matchAll(STEP)) {
    const name = step[1] ?? step[2] ?? (step[3] ?? "").replace(/\\(.)/g, "$1");
    end = step.index + step[0].length;
    if (typeof part !== "object" || part === null || !Object.hasOwn(part, name)) return undefined;
    part = (part as Record<string, unknown>)[name];
  }
  return end === path.replace(/^\$\.?/, "").length ? part : undefined;
}

/** A text as it is, anything else as JSON. */
export function textOf(part: unknown): string {
  return typeof part === "string" ? part : JSON.stringify(part);
}
