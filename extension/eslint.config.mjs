// What this linter looks for, in the extension and in the scripts of the test site: defects. Layout is prettier's, and what
// needs types is found by the other one (oxlint.json), in a sixth of the time.

import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";
import { scoped } from "./eslint.scoped.mjs";

export default defineConfig(
  globalIgnores(["extension/build/", "extension/src/generated/", "tests/site/dist/", "tests/site/pages/"]),
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.recommended],
    rules: {
      "max-lines-per-function": ["error", 80],
      // The compiler finds these, and knows a `_name` that is there to be left out.
      "@typescript-eslint/no-unused-vars": "off",
    },
  },
  {
    files: ["extension/src/**"],
    ignores: ["**/*.test.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector:
            "Program VariableDeclarator[init.type='ObjectExpression'][id.typeAnnotation.typeAnnotation.typeName.name='Record']" +
            "[id.typeAnnotation.typeAnnotation.typeArguments.params.0.type='TSStringKeyword']",
          message: "A word such as constructor is in any object: make it with table().",
        },
      ],
    },
  },
  {
    files: ["extension/src/background/**"],
    ignores: ["**/*.test.ts"],
    plugins: { clz: { rules: { scoped } } },
    rules: { "clz/scoped": "error" },
  },
  {
    files: ["**/*.mjs"],
    languageOptions: { globals: { console: "readonly", process: "readonly", URL: "readonly" } },
  },
);
