import { expect, test } from "vitest";
import { CommandError } from "../../shared/errors";
import type { ExpectParams } from "../../shared/expect";
import { tellsAll, verdictOf, type FrameObservation } from "./observations";

const TAB = 1;

function asked(condition: string, more: Record<string, unknown> = {}): ExpectParams {
  return { condition, ...more } as ExpectParams;
}

function frame(frameId: number, more: Partial<FrameObservation> = {}): FrameObservation {
  const nothing = { holds: null, found: "", matches: 0, visible: 0, candidates: [], lookalikes: [] };
  return { ...nothing, url: `http://site.test/${frameId}`, frameId, ...more } as unknown as FrameObservation;
}

const one = (holds: boolean): Partial<FrameObservation> => ({
  holds,
  found: holds ? "yes" : "no",
  matches: 1,
  visible: 1,
});

test.each([
  ["the top frame holds it", [frame(0, one(true)), frame(2, one(false))], true, "yes"],
  ["the top frame has another", [frame(0, one(false)), frame(2, one(true))], false, "no"],
  ["the only frame inside holds it", [frame(0), frame(2, one(true))], true, "yes"],
  [
    "what is seen wins over what is hidden",
    [frame(0, { ...one(false), visible: 0 }), frame(2, one(true))],
    true,
    "yes",
  ],
])("of an element, %s", (_, observations, holds, found) => {
  expect(verdictOf(asked("text", { target: "h1", value: "yes" }), observations, [], TAB)).toMatchObject({
    holds,
    found,
  });
});

test("two frames inside that hold it are ambiguous", () => {
  const { holds, untold } = verdictOf(
    asked("text", { target: "h1" }),
    [frame(0), frame(2, one(true)), frame(3, one(true))],
    [],
    TAB,
  );
  expect(holds).toBeNull();
  expect(untold).toBeInstanceOf(CommandError);
  expect(untold?.code).toBe("AMBIGUOUS_TARGET");
});

test.each([
  ["Field", 'If all of it is the text, quote it: clz expect text "Field Notes"'],
  ["[data-test-id=menu]", undefined],
  [".answer", undefined],
])("of %s, which matches nothing, quotes are advised only where it may be a word of a text", (target, hint) => {
  const verdict = verdictOf(asked("text", { target, value: "Notes" }), [frame(0)], [], TAB);
  expect(verdict.hint instanceof Array ? verdict.hint.join("") : verdict.hint).toBe(hint);
});

test("what is nowhere is not visible, and anything else of it cannot be checked", () => {
  expect(verdictOf(asked("visible", { target: "h1" }), [frame(0)], [], TAB).holds).toBe(false);
  expect(verdictOf(asked("enabled", { target: "h1" }), [frame(0)], [], TAB).holds).toBeNull();
});

test.each([
  ["gone", { target: "h1" }, [frame(0, { holds: true })], null],
  ["gone", { target: "h1" }, [frame(0, { holds: false })], false],
  ["visible", { target: "h1" }, [frame(0)], null],
  ["visible", { target: "h1" }, [frame(0, one(true))], true],
  ["text", { value: "Hi" }, [frame(0, { holds: false })], null],
  ["text", { value: "Hi" }, [frame(0, { holds: true })], true],
  ["count", { target: "li", count: "2" }, [frame(0, { matches: 2 })], null],
] as Array<[string, Record<string, unknown>, FrameObservation[], boolean | null]>)(
  "beside a frame that does not answer, %s %j of %j is decided only where that frame makes no difference",
  (condition, more, observations, holds) => {
    const verdict = verdictOf(asked(condition, more), observations, ["http://other.test/"], TAB);
    expect(verdict.holds).toBe(holds);
    if (holds === null) expect(verdict.untold?.message).toContain("http://other.test/");
  },
);

test("a frame that Firefox keeps extensions out of is named as such", () => {
  const { untold } = verdictOf(asked("text", { value: "Hi" }), [frame(0)], ["https://addons.mozilla.org/"], TAB);
  expect(untold?.code).toBe("RESTRICTED_PAGE");
});

test.each([
  ["2", true],
  [">= 3", false],
  ["< 3", true],
])("elements of all frames are counted together: %s of two", (count, holds) => {
  const observations = [frame(0, { matches: 1 }), frame(2, { matches: 1 })];
  expect(verdictOf(asked("count", { target: "li", count }), observations, [], TAB)).toMatchObject({
    holds,
    found: "2",
  });
});

test("a text is there if any frame shows it, and gone if none does", () => {
  const both = [frame(0, { holds: false, found: "a" }), frame(2, { holds: true, found: "b" })];
  expect(verdictOf(asked("text", { value: "b" }), both, [], TAB)).toMatchObject({ holds: true, found: "b" });
  expect(verdictOf(asked("gone", { value: "b" }), both, [], TAB)).toMatchObject({ holds: false, found: "a" });
});

test("the nearest target is named, unless its absence is expected", () => {
  const observations = [frame(0, { lookalikes: [{ selector: "#save", text: "Save" }] as never })];
  expect(verdictOf(asked("visible", { target: "#sve" }), observations, [], TAB).hint).toEqual([
    "Did you mean: ",
    "#save",
    "?",
  ]);
  expect(verdictOf(asked("visible", { target: "#sve", negated: true }), observations, [], TAB).hint).toBeUndefined();
});

test.each([
  ["visible", { target: "h1" }, { visible: 1 }, true],
  ["visible", { target: "h1", nth: 2 }, { visible: 1 }, false],
  ["count", { target: "h1" }, { visible: 3 }, false],
  ["gone", { target: "h1" }, { holds: true }, false],
  ["gone", { target: "h1" }, { holds: false }, true],
  ["text", { value: "x" }, { holds: true }, true],
  ["text", { value: "x" }, { holds: false }, false],
  ["a11y", {}, { holds: true }, false],
  ["visible", { target: "h1" }, { visible: 1, framesInside: [2] }, false],
  ["count", { target: "h1" }, { alone: true }, true],
] as Array<[string, Record<string, unknown>, Partial<FrameObservation>, boolean]>)(
  "whether one frame can tell %s %j by %j: %s",
  (condition, more, seen, tells) => {
    expect(tellsAll(asked(condition, more), frame(0, seen))).toBe(tells);
  },
);
