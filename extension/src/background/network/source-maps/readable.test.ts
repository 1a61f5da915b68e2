import { describe, expect, it } from "vitest";
import { FlattenMap, originalPositionFor } from "@jridgewell/trace-mapping";
import { readable } from "./readable";

const BASE = "https://shop.example/assets/index.js.map";

/** As the worker reads a map whose first place is that of its only source. */
function pathOf(source: string, sourceRoot = "", base = BASE): string | null {
  const traced = new FlattenMap({ version: 3, names: [], sources: [source], sourceRoot, mappings: "AAAA" }, base);
  const at = originalPositionFor(traced, { line: 1, column: 0 });
  return at.source === null ? null : readable(at.source, base, at);
}

describe("the place in a source", () => {
  it.each([
    ["../src/App.tsx", "src/App.tsx"],
    ["../../src/App.tsx", "src/App.tsx"],
    ["App.tsx", "assets/App.tsx"],
    ["/src/App.tsx", "src/App.tsx"],
    ["/src/App.vue?vue&type=script", "src/App.vue"],
    ["/@fs/home/ada/shared/list.ts", "/home/ada/shared/list.ts"],
    ["https://shop.example/src/App.tsx", "src/App.tsx"],
    ["https://cdn.example/lib/list.ts", "https://cdn.example/lib/list.ts"],
    ["webpack:///./src/App.tsx", "src/App.tsx"],
    ["webpack://shop/./src/App.tsx?3f2a", "src/App.tsx"],
    ["webpack://_N_E/../node_modules/next/client.js", "node_modules/next/client.js"],
    ["webpack-internal:///./src/App.tsx", "src/App.tsx"],
    ["turbopack:///[project]/src/page.tsx", "src/page.tsx"],
    ["file:///home/ada/shop/src/page.tsx", "/home/ada/shop/src/page.tsx"],
    ["file:///C:/shop/src/page.tsx", "C:/shop/src/page.tsx"],
    ["C:\\shop\\src\\page.tsx", "C:/shop/src/page.tsx"],
    ["\0vite/preload-helper.js\n\u202e", "assets/vite/preload-helper.js"],
  ])("of %j is in %s", (source, path) => {
    expect(pathOf(source)).toBe(`${path}:1:1`);
  });

  it("is relative to the root that a map names", () => {
    expect(pathOf("App.tsx", "/src/")).toBe("src/App.tsx:1:1");
    expect(pathOf("App.tsx", "webpack:///src")).toBe("src/App.tsx:1:1");
  });

  it("gives nothing if the map names no file", () => {
    expect(pathOf("")).toBeNull();
  });

  it("is relative to a script whose map is in it", () => {
    expect(pathOf("App.tsx", "", "http://127.0.0.1:5173/src/App.tsx")).toBe("src/App.tsx:1:1");
  });

  it("is no longer than a line", () => {
    expect(pathOf("a".repeat(9_000))).toHaveLength(304);
  });
});
