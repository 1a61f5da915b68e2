import { afterEach, expect, test, vi } from "vitest";
import { isOfMovedPart, missingParts } from "./inner-parts";

afterEach(() => vi.unstubAllGlobals());

test("what Firefox has no more is named after what it is for", () => {
  const there = new Set(["resource://new/timer.sys.mjs", "resource://gre/same.sys.mjs"]);
  vi.stubGlobal("Ci", { nsIFile: {} });
  vi.stubGlobal("Cc", { "@mozilla.org/file;1": {} });
  vi.stubGlobal("ChromeUtils", {
    importESModule: (place: string) => {
      if (!there.has(place)) throw new Error(`Failed to load ${place}`);
      return {};
    },
  });
  vi.stubGlobal("INNER_PARTS", {
    network: {
      interfaces: ["nsIFile", "nsIGone"],
      services: ["@mozilla.org/file;1", "@mozilla.org/gone;1"],
      modules: [],
    },
    prompts: {
      interfaces: [],
      services: [],
      modules: [
        ["resource://new/timer.sys.mjs", "resource://old/timer.sys.mjs"],
        ["resource://gre/same.sys.mjs"],
        ["resource://gre/gone.sys.mjs"],
      ],
    },
  });
  expect(missingParts()).toEqual([
    "network: nsIGone",
    "network: @mozilla.org/gone;1",
    "prompts: resource://gre/gone.sys.mjs",
  ]);
});

test.each([
  ["Components.manager.getClassObject is not a function", true],
  ["Failed to load resource://gre/modules/jsdebugger.sys.mjs", true],
  ["file:///x is not a file: address", false],
  ["Failed to load", false],
  ['can\'t access property "x", frame is null', false],
])("%s", (message, moved) => {
  expect(isOfMovedPart(message)).toBe(moved);
});
