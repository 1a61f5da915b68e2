// Takes `["NAME", …arguments]` a line on stdin, and answers with what the function of that name gives.

import { createInterface } from "node:readline";
import { withoutHints } from "../../extension/src/background/policy/connection-hints.ts";

for await (const line of createInterface({ input: process.stdin })) {
  const [, headers] = JSON.parse(line);
  console.log(JSON.stringify({ value: withoutHints(headers) }));
}
