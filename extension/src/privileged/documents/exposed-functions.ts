// Functions of a page that are answered by the program that drives it: their arguments go out as JSON, and their results
// come back likewise. Both are written and read by the functions of this code: the page may have replaced its own. Only
// the getters and the toJSON of what it gives are its own, and run.

import { LIMITS } from "../../generated/registry";
import type { CallReply } from "../../shared/privileged";
import { isDeeper } from "../../shared/values/depth";

/** The page's own kinds of objects, whatever it has put in their place. */
interface PageGlobals {
  Error: ErrorConstructor;
  Promise: PromiseConstructor;
}

declare const Cu: {
  exportFunction(work: (...given: unknown[]) => unknown, to: object, options: { defineAs: string }): void;
  waiveXrays<T>(object: T): T;
  cloneInto<T>(value: T, window: object): T;
};

type Ask = (name: string, args: string) => Promise<CallReply>;

const { maxCallChars, maxJsonDepth } = LIMITS;

export function expose(window: GeckoWindow, name: string, ask: Ask): void {
  Cu.exportFunction((...given) => called(window, given, (args) => ask(name, args)), window, { defineAs: name });
}

function called(window: GeckoWindow, given: unknown[], ask: (args: string) => Promise<CallReply>): Promise<unknown> {
  const page = window as unknown as PageGlobals;
  return new page.Promise((resolve, reject) => {
    const fail = (why: string): void => reject(new page.Error(why));
    let args: string;
    try {
      args = JSON.stringify(given.map((value) => Cu.waiveXrays(value as object)));
    } catch (thrown) {
      return fail(`What was given is not JSON: ${messageOf(thrown)}`);
    }
    if (args.length > maxCallChars) return fail(`What was given is longer than ${maxCallChars} characters as JSON`);
    if (isDeeper(JSON.parse(args), maxJsonDepth)) {
      return fail(`What was given is nested deeper than ${maxJsonDepth} levels`);
    }
    ask(args).then(
      ({ value, error }) => {
        if (error !== undefined) return fail(error);
        try {
          resolve(Cu.cloneInto(JSON.parse(value ?? "null"), window));
        } catch {
          fail("The answer is not JSON");
        }
      },
      () => fail("The page is gone"),
    );
  });
}

/** Of an error of this code or of the page's, which may have thrown anything. */
function messageOf(thrown: unknown): string {
  try {
    return String((thrown as Error).message);
  } catch {
    return "its own code has thrown";
  }
}
