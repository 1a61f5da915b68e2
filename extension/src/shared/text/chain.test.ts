import { expect, test } from "vitest";
import { chainOf } from "./chain";

test.each([
  [" button ", ["button"]],
  ["li >> nth=0", ["li", "nth=0"]],
  ["#menu >> text=Save >> css=b", ["#menu", "text=Save", "css=b"]],
  ['text="a >> b" >> li', ['text="a >> b"', "li"]],
  ['text="say \\">> \\"" >> li', ['text="say \\">> \\""', "li"]],
  ["a>>b", ["a>>b"]],
  ["li >> ", ["li", ""]],
  ["#one >> internal:control=enter-frame >> li", ["#one", "li"]],
])("the steps of %j are %j", (target, steps) => {
  expect(chainOf(target)).toEqual(steps);
});
