// Drives what masks secrets for tests, as pool_driver.mjs does the pool.

import { createInterface } from "node:readline";
import * as redact from "../../extension/src/shared/secrets/redact.ts";

for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...rest] = JSON.parse(line);
  console.log(JSON.stringify({ value: redact[name](...rest) }));
}
