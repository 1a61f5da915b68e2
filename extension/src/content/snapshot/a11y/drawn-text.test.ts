import { describe, expect, it } from "vitest";
import { drawnText } from "./drawn-text";

const element = { getAttribute: (name: string) => (name === "data-word" ? "Now" : null) } as unknown as Element;

describe("what style sheets write", () => {
  it.each([
    ['"a"', "a"],
    ['"a" "b"', "ab"],
    ['"*" / ""', ""],
    ['"*" / "star"', "star"],
    ['url("x.png") / "picture"', "picture"],
    ['url("x.png")', ""],
    ['url("a)b/c.png") "x"', "x"],
    ['"a / b"', "a / b"],
    ['"say \\"hi\\""', 'say "hi"'],
    ['"\\e001 x"', "\ue001x"],
    ["attr(data-word)", "Now"],
    ['attr(data-none) "x"', "x"],
    ['counter(item) ". "', ""],
    ['"Chapter " counter(item)', "Chapter "],
    ["open-quote", "“"],
    ["no-close-quote", ""],
  ])("%s is %j", (content, words) => {
    expect(drawnText(content, element)).toBe(words);
  });
});
