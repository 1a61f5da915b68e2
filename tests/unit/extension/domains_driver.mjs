// Drives the extension's domain patterns for tests, as pool_driver.mjs does the pool.

import { createInterface } from "node:readline";
import { isCovered, matchesAny, parsePattern } from "../../../extension/src/background/policy/domain-patterns";

const patterns = (texts) => texts.map(parsePattern).filter((pattern) => pattern !== null);
const operations = {
  matches: (url, ...texts) => matchesAny(url, patterns(texts)),
  covered: (narrow, ...wide) => isCovered(parsePattern(narrow), patterns(wide)),
};

for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...rest] = JSON.parse(line);
  console.log(JSON.stringify({ value: operations[name](...rest) }));
}
