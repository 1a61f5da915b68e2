// The bundle for safe expressions: it comes into a frame with the first of them.

import { serializeValue } from "../../shared/values/serialize";
import type { SafeOutcome } from "../../shared/content-globals";
import { carryOut } from "./run";
import { tagOf } from "./values";
import { Refusal, TooLong } from "./tree";
import { viewIn } from "./view";

globalThis.__clz.safe = {
  async evaluate(request): Promise<SafeOutcome> {
    try {
      const { json, usedPage } = await carryOut(request, (value, reach) =>
        serializeValue(value, request.maxLength, viewIn(reach)),
      );
      return { is: "done", json, world: usedPage ? "page" : "isolated" };
    } catch (thrown) {
      if (thrown instanceof Refusal) {
        const [start, end] = thrown.place ?? [0, request.source.length];
        return { is: "refused", reason: thrown.reason, start, end };
      }
      if (thrown instanceof TooLong) return { is: "tooLong" };
      return { is: "threw", ...told(thrown) };
    }
  },
};

/** What the expression itself threw: an error of our realm, one of the DOM, or any value. */
function told(thrown: unknown): { name: string; message: string } {
  if (thrown instanceof Error) return { name: thrown.name, message: thrown.message };
  if (typeof thrown !== "object" || thrown === null) return { name: "", message: String(thrown) };
  const tag = tagOf(thrown);
  const error = tag === "DOMException" || Object.prototype.toString.call(thrown) === "[object Error]";
  const { name, message } = (error ? thrown : {}) as { name?: unknown; message?: unknown };
  return {
    name: String(name ?? ""),
    message: String(
      message ?? Reflect.getOwnPropertyDescriptor(thrown, "message")?.value ?? `[object ${tag || "Object"}]`,
    ),
  };
}
