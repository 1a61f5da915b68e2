// What the sandbox of an origin is asked for. Outside of it an error has no name of its own: it is told in the message.

import { countDatabases, putBack, readDatabases, replaceDatabases } from "./databases";

function named<A extends unknown[], R>(work: (...given: A) => Promise<R>): (...given: A) => Promise<R> {
  return async (...given) => {
    try {
      return await work(...given);
    } catch (thrown) {
      const { name, message } = thrown as Error;
      throw new Error(`${name}: ${message}`, { cause: thrown });
    }
  };
}

Object.assign(globalThis, {
  clzDatabases: {
    countDatabases: named(countDatabases),
    readDatabases: named(readDatabases),
    replaceDatabases: named(replaceDatabases),
    putBack: named(putBack),
  },
});
