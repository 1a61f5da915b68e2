import { expect, test } from "vitest";
import { LIMITS } from "../../generated/registry";
import { Parts, type PartMessage } from "./message-chunks";

function partsOf(message: unknown, size: number, id = "1"): PartMessage[] {
  const pieces = JSON.stringify(message).match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
  return pieces.map((data, index) => ({ type: "part", id, index, total: pieces.length, data }));
}

function part(change: Partial<PartMessage>): PartMessage {
  return { type: "part", id: "1", index: 0, total: 2, data: "[", ...change };
}

const MESSAGE = { command: "fill", text: "größe 😀" };

test("a message is whole once its last part is here, in whatever order they come", () => {
  const parts = new Parts();
  const reversed = partsOf(MESSAGE, 5).reverse();
  const answers = reversed.map((one) => parts.add(one));
  expect(answers.pop()).toEqual(MESSAGE);
  expect(answers.every((answer) => answer === undefined)).toBe(true);
});

test("the parts of several messages may come in turns", () => {
  const parts = new Parts();
  const [a, b] = [partsOf([1, 2], 3, "a"), partsOf([3, 4], 3, "b")];
  const answers = a.flatMap((one, at) => [parts.add(one), parts.add(b[at] as PartMessage)]);
  expect(answers.filter((answer) => answer !== undefined)).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test("a part that comes twice counts once", () => {
  const parts = new Parts();
  expect(parts.add(part({}))).toBeUndefined();
  expect(parts.add(part({}))).toBeUndefined();
  expect(parts.add(part({ index: 1, data: "]" }))).toEqual([]);
});

test.each([{ index: 2 }, { index: -1 }, { index: 0.5 }, { index: 1, total: 3 }])(
  "a part that does not fit its message ends it: %j",
  (change) => {
    const parts = new Parts();
    parts.add(part({}));
    expect(() => parts.add(part(change))).toThrow(expect.objectContaining({ code: "PROTOCOL" }));
    expect(parts.add(part({ index: 1, data: "]" }))).toBeUndefined();
  },
);

test.each([0, -1, 1.5, 4_097, Number.NaN])("a message cannot have %d parts", (total) => {
  expect(() => new Parts().add(part({ total }))).toThrow(expect.objectContaining({ code: "PROTOCOL" }));
});

test("parts that hold no JSON are refused", () => {
  expect(() => new Parts().add(part({ total: 1, data: "{" }))).toThrow(expect.objectContaining({ code: "PROTOCOL" }));
});

test("what is not whole yet is held up to a limit, over all messages together", () => {
  const parts = new Parts();
  const most = "x".repeat(LIMITS.maxFromExtensionBytes);
  parts.add(part({ data: most }));
  const tooMuch = part({ id: "2", data: "y" });
  expect(() => parts.add(tooMuch)).toThrow(expect.objectContaining({ code: "REQUEST_TOO_LARGE" }));
  parts.clear();
  expect(parts.add(tooMuch)).toBeUndefined();
});

test("a message that is whole no longer counts against the limit", () => {
  const parts = new Parts();
  const long = JSON.stringify("x".repeat(LIMITS.maxFromExtensionBytes - 2));
  for (const id of ["1", "2"]) expect(parts.add(part({ id, total: 1, data: long }))).toHaveLength(long.length - 2);
});
