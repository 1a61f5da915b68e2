// What the linter looks for, in the extension and in the scripts of the test site: defects. Layout is prettier's.

import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

export default defineConfig(
  globalIgnores(["extension/build/", "extension/src/generated/", "tests/site/dist/", "tests/site/pages/"]),
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: ROOT } },
  },
  {
    files: ["**/*.mjs"],
    languageOptions: { globals: { console: "readonly", process: "readonly", URL: "readonly" } },
  },
);
