// What the linter looks for, in the extension and in the scripts of the test site: defects. Layout is prettier's.

import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";
import { scoped } from "./eslint.scoped.mjs";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

export default defineConfig(
  globalIgnores(["extension/build/", "extension/src/generated/", "tests/site/dist/", "tests/site/pages/"]),
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: ROOT } },
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
    // What is a page's has any type, and may have any function in the place of its own: it is said in its own words, and
    // read with functions that are taken from our prototypes.
    files: ["extension/src/{content/{injected,safe},privileged/reading,shared/values}/**"],
    rules: {
      "@typescript-eslint/no-base-to-string": "off",
      "@typescript-eslint/restrict-template-expressions": "off",
      "@typescript-eslint/unbound-method": "off",
    },
  },
  {
    files: ["**/*.mjs"],
    languageOptions: { globals: { console: "readonly", process: "readonly", URL: "readonly" } },
  },
);
