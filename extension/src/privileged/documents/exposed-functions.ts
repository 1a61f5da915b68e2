// Functions of a page that are answered by the program that drives it: their arguments go out as JSON, and their results
// come back likewise.

import type { CallReply } from "../../shared/privileged";

interface PageGlobals {
  JSON: JSON;
  Array: ArrayConstructor;
  Error: ErrorConstructor;
  Promise: PromiseConstructor;
}

declare const Cu: {
  exportFunction(work: (...given: unknown[]) => unknown, to: object, options: { defineAs: string }): void;
  waiveXrays<T>(object: T): T;
};

type Ask = (name: string, args: string) => Promise<CallReply>;

export function expose(window: GeckoWindow, name: string, ask: Ask): void {
  Cu.exportFunction((...given) => called(window, given, (args) => ask(name, args)), window, { defineAs: name });
}

function called(window: GeckoWindow, given: unknown[], ask: (args: string) => Promise<CallReply>): Promise<unknown> {
  const page = window as unknown as PageGlobals;
  // The page's own, so that its values are read and made by itself.
  const { JSON: json } = Cu.waiveXrays(page);
  const list = Cu.waiveXrays(new page.Array<unknown>());
  for (const value of given) list.push(Cu.waiveXrays(value as object));
  return new page.Promise((resolve, reject) => {
    const fail = (why: string): void => reject(new page.Error(why));
    let args: unknown;
    try {
      args = json.stringify(list);
    } catch (thrown) {
      return fail(`What was given is not JSON: ${String((thrown as Error).message)}`);
    }
    ask(String(args)).then(
      ({ value, error }) => (error === undefined ? resolve(json.parse(value ?? "null")) : fail(error)),
      () => fail("The page is gone"),
    );
  });
}
