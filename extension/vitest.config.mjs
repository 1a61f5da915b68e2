import { defineConfig } from "vitest/config";

// One process has many files after each other, which saves two thirds of the time: what a file puts in the place of a timer or of
// something global is taken away at its end, by itself or here.
export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "*.test.ts"],
    setupFiles: "vitest.setup.mjs",
    isolate: false,
    unstubGlobals: true,
  },
});
