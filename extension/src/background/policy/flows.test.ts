import { expect, test } from "vitest";
import type { Flow, Read } from "../../generated/messages";
import { domainBlocked, Policy } from "./policy";

const AGENT = "agent_1";
const FLOW: Flow = { sources: ["mail.test"], resources: ["cdn.test"] };
const READ: Read = { site: "mail.test", at: 0 };

function policyOf(...flows: Array<Partial<Flow> & { to: string[] }>): Policy {
  const policy = new Policy(() => undefined);
  const lists = flows.map(({ to, ...flow }) => ({ rule: "flows", domains: to, flow: { ...FLOW, ...flow } }));
  policy.set({ type: "policy", agent: AGENT, lists, rights: {} });
  return policy;
}

const allows = (policy: Policy, url: string, kind?: browser.webRequest.ResourceType): boolean =>
  policy.refusal(AGENT, url, kind) === null;

test("until its source was read, a flow forbids nothing, and its agent's pages are under a rule all the same", () => {
  const policy = policyOf({ to: ["mail.test"] });
  expect(allows(policy, "https://evil.test/")).toBe(true);
  expect(policy.allowsHost(AGENT, "evil.test")).toBe(true);
  expect([policy.holds(AGENT), policy.active, policy.flow(AGENT)]).toEqual([true, true, null]);
  expect([policy.rules(AGENT).length, policy.told(AGENT).length]).toEqual([0, 1]);
});

test.each([
  ["https://mail.test/", "main_frame", true],
  ["https://evil.test/", "main_frame", false],
  ["https://evil.test/", "sub_frame", false],
  ["https://cdn.test/", "sub_frame", false],
  ["https://cdn.test/", "object", false],
  ["https://cdn.test/", "image", true],
  ["https://cdn.test/", "xmlhttprequest", true],
  ["wss://cdn.test/", "websocket", true],
  ["https://evil.test/", "script", true],
  ["https://evil.test/", "stylesheet", true],
  ["https://evil.test/", "font", true],
  ["https://evil.test/", "image", false],
  ["https://evil.test/", "media", false],
  ["https://evil.test/", "xmlhttprequest", false],
  ["wss://evil.test/", "websocket", false],
  ["https://evil.test/", "beacon", false],
  ["https://evil.test/", "ping", false],
  ["https://evil.test/", "csp_report", false],
  ["https://evil.test/", "speculative", false],
  ["https://evil.test/", "other", false],
  ["file:///etc/passwd", "main_frame", false],
  ["about:blank", "main_frame", true],
] as const)("once it was read, whether %s can be loaded as %s is %s", (url, kind, expected) => {
  expect(allows(policyOf({ to: ["mail.test"], read: READ }), url, kind)).toBe(expected);
});

test("a rule that has the person asked is named only where no other rule is in the way", () => {
  const asking = { to: ["mail.test", "evil.test"], read: READ, asks: true };
  const refusing = { to: ["mail.test", "shop.test"], read: READ };
  const asks = (policy: Policy, url: string): unknown => policy.refusal(AGENT, url)?.flow?.asks;
  expect(asks(policyOf(asking, refusing), "https://shop.test/")).toBe(true);
  expect(asks(policyOf(asking, refusing), "https://bank.test/")).toBe(undefined);
});

test.each([
  ["https://mail.test/inbox", "script", true],
  ["about:blank", "script", true],
  ["https://evil.test/", "script", false],
  ["data:text/html,x", "script", false],
  ["https://evil.test/", "stylesheet", false],
  ["https://cdn.test/", "image", false],
] as const)("a page at %s may load a %s: %s", (from, kind, expected) => {
  const policy = policyOf({ to: ["mail.test"], read: READ });
  expect(policy.refusal(AGENT, "https://cdn.test/", kind, from) === null).toBe(expected);
});

test("a page elsewhere may be left", () => {
  const policy = policyOf({ to: ["mail.test"], read: READ });
  expect(policy.refusal(AGENT, "https://mail.test/", "main_frame", "https://evil.test/")).toBe(null);
});

test("of several flows all hold", () => {
  const policy = policyOf({ to: ["mail.test", "shop.test"], read: READ }, { to: ["shop.test"], read: READ });
  expect([allows(policy, "https://shop.test/"), allows(policy, "https://mail.test/")]).toEqual([true, false]);
});

test.each([
  ["https://mail.test/inbox", "mail.test:443"],
  ["http://a.mail.test:8080/", "a.mail.test:8080"],
  ["wss://mail.test/", "mail.test:443"],
  ["https://shop.test/", null],
  ["about:blank", null],
])("reading %s is noted as %s", (url, site) => {
  expect(policyOf({ to: [] }).source(AGENT, url)).toBe(site);
  expect(policyOf({ to: [], read: READ }).source(AGENT, url)).toBe(null);
});

test.each([
  ["mail.test", "mail.test", "mail.test"],
  ["mail.test", ".mail.test", "mail.test"],
  ["mail.test", "a.mail.test", "a.mail.test"],
  ["mail.test", ".test", "mail.test"],
  ["mail.test", "test", null],
  ["mail.test", ".shop.test", null],
  ["*.mail.test", ".mail.test", "*.mail.test"],
  ["*.mail.test", "mail.test", null],
])("with the source %s, a cookie of %s is read at %s", (source, domain, site) => {
  expect(policyOf({ to: [], sources: [source] }).sourceOfCookie(AGENT, domain)).toBe(site);
});

test("an agent narrows only what a flow lets it reach", () => {
  const policy = policyOf({ to: ["mail.test"], read: READ });
  expect(() => policy.narrow(AGENT, ["shop.test"])).toThrow("narrowed");
  policy.narrow(AGENT, ["mail.test"]);
});

test("a refusal says what was read and where to go on", () => {
  const [list] = policyOf({ to: ["mail.test"], read: READ }).told(AGENT);
  if (!list) throw new Error("no list");
  const { code, message, details } = domainBlocked("https://evil.test/x", list);
  expect(code).toBe("FLOW_REFUSED");
  expect(message).toMatch(
    /^evil\.test is out of reach: you have read mail\.test \(\d\d:\d\d\), .* only with mail\.test$/,
  );
  expect(details).toMatchObject({ url: "https://evil.test/x", read: READ, allowedDomains: ["mail.test"] });
});
