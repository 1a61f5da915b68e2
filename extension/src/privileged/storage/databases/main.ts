// What the sandbox of an origin is asked for. What comes of it crosses as JSON: outside, its errors have no name.

import type { PrivilegedAnswer } from "../../../shared/privileged-api";
import { countDatabases, putBack, readDatabases, replaceDatabases } from "./databases";

function answered<A extends unknown[]>(work: (...given: A) => Promise<unknown>): (...given: A) => Promise<string> {
  return async (...given) => {
    try {
      return JSON.stringify({ value: await work(...given) } satisfies PrivilegedAnswer);
    } catch (thrown) {
      const { name: kind, message: detail } = thrown as Error;
      return JSON.stringify({ fault: { kind, detail, moved: false } } satisfies PrivilegedAnswer);
    }
  };
}

Object.assign(globalThis, {
  clzDatabases: {
    countDatabases: answered(countDatabases),
    readDatabases: answered(readDatabases),
    replaceDatabases: answered(replaceDatabases),
    putBack: answered(putBack),
  },
});
