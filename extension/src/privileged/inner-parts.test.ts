import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isOfMissingPart, missingParts } from "./inner-parts";

afterEach(() => vi.unstubAllGlobals());

const GLOBALS = { Services: { io: { newURI: null } }, Components: { manager: {} } };

beforeEach(() => {
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
      members: ["Services.io.newURI", "Components.manager.getClassObject", "Cu.gone.further"],
      modules: [],
    },
    prompts: {
      interfaces: [],
      services: [],
      members: [],
      modules: [
        ["resource://new/timer.sys.mjs", "resource://old/timer.sys.mjs"],
        ["resource://gre/same.sys.mjs"],
        ["resource://gre/gone.sys.mjs", "moz-src:///gone.sys.mjs"],
      ],
    },
  });
});

test("what Firefox has no more is named after what it is for", () => {
  expect(missingParts(GLOBALS)).toEqual([
    "network: nsIGone",
    "network: @mozilla.org/gone;1",
    "network: Components.manager.getClassObject",
    "network: Cu.gone.further",
    "prompts: resource://gre/gone.sys.mjs",
  ]);
});

test.each([
  ["Components.manager.getClassObject is not a function", true],
  ["Failed to load moz-src:///gone.sys.mjs", true],
  ["can't access property \"createInstance\", Cc['@mozilla.org/gone;1'] is undefined", true],
  ["Ci.nsIGone is undefined", true],
  ["Services.io.newURI is not a function", false],
  ["given.paths.map is not a function", false],
  ["Failed to load resource://clz-helper/parent.sys.mjs", false],
  ["file:///x is not a file: address", false],
  ['can\'t access property "x", frame is null', false],
])("an error that says: %s", (message, isMissing) => {
  expect(isOfMissingPart(message, GLOBALS)).toBe(isMissing);
});
