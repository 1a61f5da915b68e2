import { expect, test } from "vitest";
import type { PartMessage } from "../../generated/messages";
import { LIMITS } from "../../generated/registry";
import { MessageChunks } from "./message-chunks";

function chunksOf(message: unknown, size: number, id = "1"): PartMessage[] {
  const pieces = JSON.stringify(message).match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
  return pieces.map((data, index) => ({ type: "part", id, index, total: pieces.length, data }));
}

function chunk(change: Partial<PartMessage>): PartMessage {
  return { type: "part", id: "1", index: 0, total: 2, data: "[", ...change };
}

const MESSAGE = { command: "fill", text: "größe 😀" };

test("a message is whole once its last chunk is here, in whatever order they come", () => {
  const chunks = new MessageChunks();
  const reversed = chunksOf(MESSAGE, 5).reverse();
  const answers = reversed.map((one) => chunks.add(one));
  expect(answers.pop()).toEqual(MESSAGE);
  expect(answers.every((answer) => answer === undefined)).toBe(true);
});

test("the chunks of several messages may come in turns", () => {
  const chunks = new MessageChunks();
  const [a, b] = [chunksOf([1, 2], 3, "a"), chunksOf([3, 4], 3, "b")];
  const answers = a.flatMap((one, at) => [chunks.add(one), chunks.add(b[at] as PartMessage)]);
  expect(answers.filter((answer) => answer !== undefined)).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test("a chunk that comes twice counts once", () => {
  const chunks = new MessageChunks();
  expect(chunks.add(chunk({}))).toBeUndefined();
  expect(chunks.add(chunk({}))).toBeUndefined();
  expect(chunks.add(chunk({ index: 1, data: "]" }))).toEqual([]);
});

test.each([{ index: 2 }, { index: -1 }, { index: 0.5 }, { index: 1, total: 3 }])(
  "a chunk that does not fit its message ends it: %j",
  (change) => {
    const chunks = new MessageChunks();
    chunks.add(chunk({}));
    expect(() => chunks.add(chunk(change))).toThrow(expect.objectContaining({ code: "PROTOCOL" }));
    expect(chunks.add(chunk({ index: 1, data: "]" }))).toBeUndefined();
  },
);

test.each([0, -1, 1.5, 4_097, Number.NaN])("a message cannot have %d chunks", (total) => {
  expect(() => new MessageChunks().add(chunk({ total }))).toThrow(expect.objectContaining({ code: "PROTOCOL" }));
});

test("chunks that hold no JSON are refused", () => {
  expect(() => new MessageChunks().add(chunk({ total: 1, data: "{" }))).toThrow(
    expect.objectContaining({ code: "PROTOCOL" }),
  );
});

test("what is not whole yet is held up to a limit, over all messages together", () => {
  const chunks = new MessageChunks();
  const most = "x".repeat(LIMITS.maxFromExtensionBytes);
  chunks.add(chunk({ data: most }));
  const tooMuch = chunk({ id: "2", data: "y" });
  expect(() => chunks.add(tooMuch)).toThrow(expect.objectContaining({ code: "REQUEST_TOO_LARGE" }));
  chunks.clear();
  expect(chunks.add(tooMuch)).toBeUndefined();
});

test("a message that is whole no longer counts against the limit", () => {
  const chunks = new MessageChunks();
  const long = JSON.stringify("x".repeat(LIMITS.maxFromExtensionBytes - 2));
  for (const id of ["1", "2"]) expect(chunks.add(chunk({ id, total: 1, data: long }))).toHaveLength(long.length - 2);
});
