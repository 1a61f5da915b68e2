import { expect, test } from "vitest";
import { chainOf } from "./chain";

test.each([
  [" button ", ["button"]],
  ["li >> nth=0", ["li", "nth=0"]],
  ["#menu >> text=Save >> css=b", ["#menu", "text=Save", "css=b"]],
  ['text="a >> b" >> li', ['text="a >> b"', "li"]],
  ['text="say \\">> \\"" >> li', ['text="say \\">> \\""', "li"]],
  ["a>>b", ["a", "b"]],
  ["div >> >span", ["div", ">span"]],
  ["text=let's >> b >> text=it's", ["text=let's", "b", "text=it's"]],
  [`'a >> b' >> "c"`, ["'a >> b'", '"c"']],
  [`text=lo" >> span`, [`text=lo"`, "span"]],
  ["text=/a\\>\\>b/ >> i", ["text=/a\\>\\>b/", "i"]],
  [`[title="a >> b's"] >> i`, [`[title="a >> b's"]`, "i"]],
  ["text=/a>>b/ >> i", ["text=/a>>b/", "i"]],
  ["text=/a>>b\\/c/i", ["text=/a>>b\\/c/i"]],
  ["li >> role=button[name=/a >> b/] >> i", ["li", "role=button[name=/a >> b/]", "i"]],
  ["xpath=/html/body >> text=/ >> b", ["xpath=/html/body", "text=/", "b"]],
  ["li >> ", ["li", ""]],
  ["#one >> internal:control=enter-frame >> li", ["#one", "li"]],
])("the steps of %j are %j", (target, steps) => {
  expect(chainOf(target)).toEqual(steps);
});
