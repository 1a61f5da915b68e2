import { expect, test } from "vitest";
import { methodFilter, statusFilter, type Outcome } from "./request-filter";

const REQUESTS: Record<string, Outcome> = {
  ok: { status: 200, state: "done" },
  moved: { status: 302, state: "done" },
  missing: { status: 404, state: "done" },
  broken: { status: 503, state: "done" },
  refused: { status: null, state: "failed" },
  cut: { status: 200, state: "failed" },
  waiting: { status: null, state: "pending" },
};

test.each([
  [undefined, Object.keys(REQUESTS)],
  ["failed", ["missing", "broken", "refused", "cut"]],
  ["pending", ["waiting"]],
  ["404", ["missing"]],
  ["4xx", ["missing"]],
  ["404,5xx", ["missing", "broken"]],
  [" 5XX , 302", ["moved", "broken"]],
  ["200-399", ["ok", "moved", "cut"]],
  ["pending,failed", ["missing", "broken", "refused", "cut", "waiting"]],
])("--status %s means %j", (written, meant) => {
  const matches = statusFilter(written);
  expect(Object.keys(REQUESTS).filter((name) => matches(REQUESTS[name] as Outcome))).toEqual(meant);
});

test.each(["", ",", "404,", "nonsense", "4x", "6xx", "40", "4040", "200-", "xxx"])("--status %j is none", (written) => {
  expect(() => statusFilter(written)).toThrow("not a status");
});

test("a method is the same in small letters", () => {
  expect(methodFilter("post")({ method: "POST" })).toBe(true);
  expect(methodFilter("POST")({ method: "GET" })).toBe(false);
  expect(methodFilter(null)({ method: "GET" })).toBe(true);
});
