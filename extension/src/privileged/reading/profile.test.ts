import { expect, test } from "vitest";
import { profileOf, samplesIn, type Profile, type ProfiledThread } from "./profile";

const MINE = { tabID: 5, innerWindowID: 50, url: "https://mine.test/" };
const OTHER = { tabID: 6, innerWindowID: 60, url: "https://other.test/inbox" };

function thread(strings: string[], markers: Array<[name: number, data: object | null]>): ProfiledThread {
  return {
    name: "GeckoMain",
    markers: { schema: { name: 0, startTime: 1, data: 2 }, data: markers.map(([name, data]) => [name, 1.5, data]) },
    samples: { schema: { stack: 0 }, data: [[1], [2]] },
    stringTable: strings,
  };
}

const WHOLE: Profile = {
  meta: { product: "Firefox" },
  pages: [],
  sources: {
    schema: { id: 0, filename: 1 },
    data: [
      ["a1", "https://other.test/app.js"],
      ["b2", "chrome://x.js", 1],
    ],
  },
  threads: [
    thread(
      ["Awake", "Load 3: https://other.test/inbox", "goto (https://other.test/app.js)", "tick (chrome://browser/x.js)"],
      [
        [0, null],
        [0, { type: "Network", innerWindowID: 50, URI: "https://mine.test/a" }],
        [0, { type: "Network", innerWindowID: 60, URI: "https://other.test/b" }],
        [0, { type: "Text", name: "from https://other.test/c" }],
        [1, null],
      ],
    ),
  ],
  processes: [
    { pages: [OTHER], threads: [thread(["secret (https://other.test/app.js)"], [])] },
    {
      pages: [MINE, { ...OTHER, innerWindowID: 61 }],
      threads: [
        thread(
          ["render (https://mine.test/app.js)", "x (https://other.test/inbox)", "Idle"],
          [
            [0, { innerWindowID: 50 }],
            [0, { innerWindowID: 61 }],
            [2, { innerWindowID: 0, cause: "idle" }],
          ],
        ),
      ],
    },
  ],
};

test("of a profile what is about the tab is kept, and no other page is named", () => {
  const kept = profileOf(WHOLE, 5);
  expect(JSON.stringify(kept)).not.toContain("other.test");
  expect(kept.threads[0]?.markers.data).toEqual([WHOLE.threads[0]?.markers.data[0], WHOLE.threads[0]?.markers.data[1]]);
  expect(kept.threads[0]?.stringTable).toHaveLength(4);
  expect(kept.threads[0]?.stringTable[3]).toBe("tick (chrome://browser/x.js)");
  expect(kept.sources?.data).toEqual([
    ["a1", "(another page)"],
    ["b2", "chrome://x.js", 1],
  ]);
  const [own, ...more] = kept.processes ?? [];
  expect(more).toEqual([]);
  expect(own?.pages).toEqual([MINE]);
  expect(own?.threads[0]?.stringTable).toEqual(["render (https://mine.test/app.js)", "(another page)", "Idle"]);
  expect(own?.threads[0]?.markers.data).toHaveLength(2);
  expect(kept.meta).toBe(WHOLE.meta);
});

test("its samples are those of all the threads that are kept", () => {
  expect(samplesIn(WHOLE)).toBe(6);
  expect(samplesIn(profileOf(WHOLE, 5))).toBe(4);
});
