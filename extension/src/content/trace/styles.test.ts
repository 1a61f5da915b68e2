import { expect, test } from "vitest";
import { kept } from "./styles";

test("addresses in styles hold wherever they are read", () => {
  expect(kept(`a { background: url("../b.png") }`, "https://example.com/css/all.css")).toBe(
    `a { background: url("https://example.com/b.png") }`,
  );
  expect(kept("a { mask: url(#clip), url(data:image/png;base64,AA==) }", "https://example.com/")).toBe(
    "a { mask: url(#clip), url(data:image/png;base64,AA==) }",
  );
  expect(kept("a { background: url(http://[bad) }", "https://example.com/")).toBe("a { background: url(http://[bad) }");
});

test("no text of a style ends the element that it is shown in", () => {
  expect(kept(`a::before { content: "</style><img src=x onerror=alert(1)>" }`, "https://example.com/")).toBe(
    `a::before { content: "<\\/style><img src=x onerror=alert(1)>" }`,
  );
});
