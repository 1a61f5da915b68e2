import { expect, test } from "vitest";
import { withoutHints } from "./connection-hints";

const SERVER = { name: "Server", value: "x" };
const NO_LOOKUPS = { name: "X-DNS-Prefetch-Control", value: "off" };

test.each([
  "<https://a.test>; rel=preconnect",
  '<https://a.test>; rel="preconnect"; crossorigin',
  "<https://a.test>; REL = PreConnect",
  '<https://a.test>; rel="stylesheet preconnect"',
  "<https://a.test>; rel=dns-prefetch, <https://b.test>; rel=prefetch",
  '<https://a.test>; title="; rel=next"; rel=preconnect',
  "<https://a.test>; rel=next; rel=preconnect",
])("a link that connects ahead is taken out: %s", (link) => {
  expect(withoutHints([SERVER, { name: "link", value: link }])).toEqual([SERVER, NO_LOOKUPS]);
});

test.each([
  '<https://a.test/?a,b>; title="x, y"; rel=next',
  '<https://a.test/?rel=preconnect>; rel="canonical"',
  "<https://a.test>; rel=preload; as=script",
])("any other link stays as it is: %s", (link) => {
  const header = { name: "link", value: link };
  expect(withoutHints([SERVER, header])).toEqual([SERVER, header, NO_LOOKUPS]);
});

test("of several links only those that connect ahead are taken out", () => {
  const links = "</a.css>; rel=stylesheet, <https://a.test>; rel=preconnect";
  expect(withoutHints([{ name: "link", value: links }])).toEqual([
    { name: "link", value: "</a.css>; rel=stylesheet" },
    NO_LOOKUPS,
  ]);
});

test("a page cannot have names looked up ahead", () => {
  expect(withoutHints([{ name: "x-dns-prefetch-control", value: "on" }])).toEqual([NO_LOOKUPS]);
});
