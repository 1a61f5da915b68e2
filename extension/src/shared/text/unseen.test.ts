import { afterEach, beforeEach, expect, test } from "vitest";
import { cut, shorten } from "./text";
import { amid, changeShown, hidden, part, setUnseen, shownAtMost, shownLength, shownOf } from "./unseen";

const MARK = "\ufdd5\ufdd6";
const readable = (text: string): string => text.replaceAll(`\ufdd0${MARK}`, "⟦").replaceAll(`\ufdd1${MARK}`, "⟧");

beforeEach(() => setUnseen({ mark: MARK, chars: 4 }));
afterEach(() => setUnseen(null));

test("what is before and after a cut goes along unseen, as far as a secret may reach", () => {
  expect(readable(part("abcdefghijklmno", 6, 3))).toBe("⟦cdef⟧ghi⟦jklm⟧");
  expect(readable(part("abcdef", 1, 3))).toBe("⟦a⟧bcd⟦ef⟧");
  expect(readable(cut("abcdef", 4))).toBe("abcd⟦ef⟧");
  expect(readable(shorten("abcdefgh", 4))).toBe("abc⟦defg⟧…");
});

test("what is whole has nothing along", () => {
  expect([part("abc", 0, 3), cut("abc", 9), shorten("abc", 3), amid("", "abc", "")]).toEqual(Array(4).fill("abc"));
});

test("before a secret was used nothing goes along", () => {
  setUnseen(null);
  expect([part("abcdef", 1, 3), cut("abcdef", 2), shorten("abcdef", 3)]).toEqual(["bcd", "ab", "ab…"]);
  expect([hidden("abc"), amid("a", "b", "c"), shownAtMost(5, 4)]).toEqual(["", "b", 4]);
});

test("only what is shown counts for a length, and is changed", () => {
  const text = `${cut("abcdef", 2)} and ${cut("uvwxyz", 2)}`;
  expect(shownOf(text)).toBe("ab and uv");
  expect(shownLength(text)).toBe(9);
  expect(readable(changeShown(text, (shown) => shown.toUpperCase()))).toBe("AB⟦cdef⟧ AND UV⟦wxyz⟧");
});

test("a text is cut again where it is shown, with what went along before", () => {
  const text = `${cut("abcdef", 2)}-${cut("uvwxyz", 2)}`;
  for (let from = 0; from <= 5; from += 1) {
    for (let length = 0; length <= 6; length += 1)
      expect(shownOf(part(text, from, length))).toBe("ab-uv".slice(from, from + length));
  }
  expect(readable(part(text, 0, 2))).toBe("ab⟦cdef⟧");
  expect(readable(part(text, 0, 4))).toBe("ab⟦cdef⟧-u⟦vwxy⟧");
  expect(readable(part(text, 3, 2))).toBe("⟦def-⟧uv⟦wxyz⟧");
});

test("a text that begins with what is unseen is cut as one that does not", () => {
  expect(readable(cut(part("abcdefgh", 2, 4), 2))).toBe("⟦ab⟧cd⟦efgh⟧");
});

test("where the rest of a text is not known, the end of what is known goes along instead", () => {
  expect([shownAtMost(10, 20), shownAtMost(10, 12), shownAtMost(10, 3)]).toEqual([10, 8, 0]);
});

test("a character is never cut in half", () => {
  expect(shownOf(part("a😀b", 0, 2))).toBe("a");
  expect(readable(part("a😀b", 0, 2))).toBe("a⟦😀b⟧");
});

test("a mark that lost its other half shows nothing of what it hid", () => {
  expect(shownOf(`abc\ufdd0${MARK}def`)).toBe("abc");
});
