// The bundle for safe expressions: it comes into a frame with the first of them.

import { serializeValue } from "../../shared/values/serialize";
import type { PageProperty, SafeOutcome } from "../../shared/content-globals";
import type { Hold } from "../../shared/values/evaluator";
import { shorten } from "../../shared/text/text";
import { Origins } from "./origins";
import { Page } from "./page";
import { carryOut } from "./run";
import { isObject, tagOf } from "./values";
import { Refusal, TooLong } from "./tree";
import { viewIn } from "./view";

const NAME_CHARS = 40;

/** Data is read as it is; a getter runs while it is held, and is ended before it has an effect. */
function pageProperty(element: Element, name: string, workMs: number, hold: Hold | null): PageProperty {
  const page = new Page(new Origins(), hold, workMs);
  try {
    const found = page.member(XPCNativeWrapper.unwrap(element), name, element);
    if (!found) return { is: "none" };
    return { is: "value", text: isObject(found.value) ? "[object]" : String(found.value) };
  } catch (thrown) {
    if (thrown instanceof Refusal) return { is: "refused", reason: thrown.reason };
    if (thrown instanceof TooLong) return { is: "refused", reason: "took too long" };
    return { is: "refused", reason: `threw ${shorten(told(thrown).name, NAME_CHARS)}` };
  } finally {
    page.end();
  }
}

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
  pageProperty,
};

/** What the expression itself threw: an error of our realm, one of the DOM, or any value. */
function told(thrown: unknown): { name: string; message: string } {
  if (thrown instanceof Error) return { name: thrown.name, message: thrown.message };
  if (typeof thrown !== "object" || thrown === null) return { name: "", message: String(thrown) };
  const tag = tagOf(thrown);
  const error = tag === "DOMException" || Object.prototype.toString.call(thrown) === "[object Error]";
  const { name, message } = (error ? thrown : {}) as { name?: unknown; message?: unknown };
  return {
    name: String((name as string | undefined) ?? ""),
    message: String(
      message ?? Reflect.getOwnPropertyDescriptor(thrown, "message")?.value ?? `[object ${tag || "Object"}]`,
    ),
  };
}
