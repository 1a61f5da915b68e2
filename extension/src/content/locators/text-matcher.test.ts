import { beforeAll, expect, test } from "vitest";
import { compileExpression } from "../../shared/text/regular-expression";
import { firstTest, fitOf, matcher, unquote } from "./text-matcher";

beforeAll(() => {
  globalThis.__clz = { engine: null, regularExpressions: { compileExpression } };
});

test.each([
  ["save", "Save changes"],
  ["SAVE", "autosaved"],
  ["save changes", "Save\n   changes"],
  ['"Save"', "  Save "],
  ["'Save'", "Save"],
  ['"say \\"hi\\""', 'say "hi"'],
  ["/^sav(e|ing)$/i", "Saving"],
  ["/a/b/", "a/b"],
  ["silben", "Sil\u00adben"],
  ["Sil\u00adben", "Silben"],
  ["Sil\\xadben", "Sil\u00adben"],
  ['"Sil\\xadben"', "Silben"],
  ['"Zero\\u200bwidth"', "Zero\u200bwidth"],
  ['"می\u200cخواهم"', "می\u200cخواهم"],
  ["/^Silben$/", "\u2068Sil\u00adben\u2069"],
])("%s matches %j", (words, text) => {
  expect(matcher(words)(text)).toBe(true);
  for (const around of [text, `a ${text}b`, [...text].join("-")])
    expect([undefined, true]).toContain(firstTest(words)?.(around));
});

test.each([
  ["save", "delete", false],
  ["evas", "save", false],
  ["Delete 50", "4051 Delete 4051", false],
  ["Delete 50", "Delete row 4510", true],
  ["οδος", "ΟΔΟΣα", true],
  ["ΟΔΟΣΑ", "οδος α", true],
  ["diyar", "DİYAR", true],
  ["naïve", "A NAI\u0308VE look", true],
  ["nai\u0308ve", "Naïve", true],
  ["각", "\u1100\u1161\u11a8", true],
  ['"/a/"i', "b", undefined],
  ["/a/", "b", undefined],
  ["••••", "b", undefined],
])("a first test for %s of %j says %j", (words, text, may) => {
  expect(firstTest(words)?.(text)).toBe(may);
});

test.each([
  ["save", "sa ve"],
  ['"Save"', "save"],
  ['"Save"', "Save changes"],
  ["/^save$/", "Save"],
  ['"Save', "Save"],
])("%s does not match %j", (words, text) => {
  expect(matcher(words)(text)).toBe(false);
});

test("an expression answers the same each time, whatever its flags", () => {
  const matches = matcher("/a/gy");
  expect([matches("ba"), matches("ba"), matches("ba")]).toEqual([true, true, true]);
});

test("an expression that is not valid is refused", () => {
  expect(() => matcher("/(/")).toThrow(SyntaxError);
});

test("what is not quoted as a whole has no quotes around it", () => {
  expect(['"a" and "b"', "\"a'", "a", '"'].map(unquote)).toEqual([null, null, null, null]);
});

test.each([
  ["turn on", "on", "whole"],
  ["alone", "on", "part"],
  ["sign-in", "sign", "whole"],
  ["save_all", "save", "part"],
  ["alone, or on", "on", "whole"],
  ["करें", "कर", "part"],
  ["cafe\u0301", "cafe", "part"],
  ["don't", "don", "unclear"],
  ["15.5 kg", "5", "unclear"],
  ["1,000", "1", "unclear"],
  ["level 1.", "1", "whole"],
  ["'on'", "on", "whole"],
  ["保存して閉じる", "保存", "unclear"],
  ["pdfをダウンロード", "pdf", "unclear"],
  ["保存 (s)", "保存", "whole"],
  ["저장하기", "저장", "unclear"],
])("%j has %j as %s", (text, words, fit) => {
  expect(fitOf(text, words)).toBe(fit);
});
