// Drives the extension's domain patterns for tests, as pool_driver.mjs does the pool.

import { createInterface } from "node:readline";
import { isCovered, isInner, matchesAny, parsePattern } from "../../extension/src/background/policy/domain-patterns";

const patterns = (texts) => texts.map(parsePattern).filter((pattern) => pattern !== null);
const operations = {
  valid: (text) => parsePattern(text) !== null,
  matches: (url, ...texts) => matchesAny(url, patterns(texts)),
  covered: (narrow, ...wide) => isCovered(parsePattern(narrow), patterns(wide)),
  inner: isInner,
};

for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...rest] = JSON.parse(line);
  console.log(JSON.stringify({ value: operations[name](...rest) }));
}
