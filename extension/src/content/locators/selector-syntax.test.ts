import { expect, test } from "vitest";
import { alternativesOf, compoundsOf } from "./selector-syntax";

test.each([
  ["a, b", ["a", "b"]],
  [':is(a, b), [title="x,y"]', [":is(a, b)", '[title="x,y"]']],
  ["a\\,b,c", ["a\\,b", "c"]],
  [`[a="it's, so"],b`, [`[a="it's, so"]`, "b"]],
  [":has-text(/a,(b/), c", [":has-text(/a,(b/)", "c"]],
  ["a,,b", ["a", "", "b"]],
])("the alternatives of %s are %j", (selector, alternatives) => {
  expect(alternativesOf(selector)).toEqual(alternatives);
});

const written = (selector: string): string[] =>
  compoundsOf(selector, ({ name }) => name.startsWith("x-")).map(
    ({ combinator, native, tests }) =>
      combinator + native + tests.map(({ name, argument }) => `{${name} ${argument ?? "-"}}`).join(""),
  );

test.each([
  ["a b\n\tc", ["a", " b", " c"]],
  ["a>b + c ~d", ["a", ">b", "+c", "~d"]],
  ["> a", [">a"]],
  [':is(a b) [title="x > y"]', [":is(a b)", ' [title="x > y"]']],
  ["a\\ b c", ["a\\ b", " c"]],
  ["#\\31 23 b", ["#\\31 23", " b"]],
  ["a:x-one(b c).d", ["a.d{x-one b c}"]],
  [":x-one", ["*{x-one -}"]],
  [":x-text(/it's (so)/) b", ["*{x-text /it's (so)/}", " b"]],
  [':x-text("a) b"):hover', [':hover{x-text "a) b"}']],
  ["p::before", ["p::before"]],
])("the compounds of %j are %j", (selector, compounds) => {
  expect(written(selector)).toEqual(compounds);
});

test.each([":x-text(a", "a[b", "", "a >", "a > > b"])("%j is refused", (selector) => {
  expect(() => compoundsOf(selector, () => false)).toThrow(SyntaxError);
});
