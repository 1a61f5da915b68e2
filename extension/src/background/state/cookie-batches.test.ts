import { beforeEach, expect, test, vi } from "vitest";
import { browserWith } from "../privileged/stubs";
import { replaceCookies } from "./cookie-batches";
import { cookiesIn, described, setCookie, type NewCookie } from "./cookies";

type Stored = browser.cookies.Cookie & { partitionKey?: { topLevelSite: string } | undefined };

interface Details extends Partial<Stored> {
  url: string;
  name: string;
  value: string;
}

const JAR = "firefox-container-1";

/** As Firefox keeps them, the oldest of a site let go beyond so many. */
let jar: Stored[];
let most: number;
/** What was set and removed. */
let changes: string[];

function same(one: Stored, other: Stored): boolean {
  const keyOf = ({ name, domain, path, partitionKey }: Stored): string =>
    JSON.stringify([name, domain, path, partitionKey?.topLevelSite]);
  return keyOf(one) === keyOf(other);
}

function set({ url, domain, ...details }: Details): Stored | null {
  if (domain === "com") throw new Error("Permission denied to set cookie {}");
  if (details.value.includes("\n")) return null;
  changes.push(`+${details.name}`);
  const { hostname } = new URL(url);
  const kept = { httpOnly: false, secure: false, sameSite: "unspecified", session: true, path: "/", ...details };
  const host = domain === undefined ? hostname : domain.replace(/^\.?/, ".");
  const cookie = { ...kept, domain: host, hostOnly: domain === undefined } as Stored;
  jar = [...jar.filter((one) => !same(one, cookie)), cookie].slice(-most);
  return cookie;
}

function remove({ url, name, partitionKey }: Details): void {
  changes.push(`-${name}`);
  const { hostname, pathname } = new URL(url);
  const meant = { name, domain: hostname, path: pathname, partitionKey } as Stored;
  jar = jar.filter((one) => !same({ ...one, domain: one.domain.replace(/^\./, "") }, meant));
}

function asks<Given, Got>(work: (given: Given) => Got): (given: Given) => Promise<Got> {
  return (given) => new Promise((resolve) => resolve(work(given)));
}

beforeEach(() => {
  [jar, most, changes] = [[], 100, []];
  vi.stubGlobal(
    "browser",
    browserWith({ cookies: { getAll: () => Promise.resolve(jar), set: asks(set), remove: asks(remove) } }, null),
  );
});

const NAMED = { name: "a", value: "s3cr3t" };

test.each<[Partial<NewCookie>, string]>([
  [{ url: "https://shop.test/", domain: "other.test" }, "shop.test sets no cookies for other.test"],
  [{ url: "https://shop.test/", domain: "www.shop.test" }, "shop.test sets no cookies for www.shop.test"],
  [{ url: "https://eshop.test/", domain: "shop.test" }, "eshop.test sets no cookies for shop.test"],
  [{ url: "https://example.com/", domain: "com" }, "com is not a site"],
  [{ name: "__Host-a", secure: true, url: "https://shop.test/", domain: "shop.test" }, "requires one host"],
  [{ name: "__Host-a", secure: true, url: "https://shop.test/", path: "/a" }, "and all paths"],
  [{ name: "__host-a", url: "https://shop.test/" }, "requires a secure cookie"],
  [{ name: "__Secure-a", secure: false, url: "http://shop.test/" }, "requires a secure cookie"],
  [{ url: "https://shop.test/", value: "s3cr3t\n" }, "Firefox keeps no such cookie"],
  [{ url: "http://127.0.0.1/", domain: "127.0.0.1:80" }, "127.0.0.1:80 is not a host"],
  [{ url: "http://127.0.0.1/", domain: "http://127.0.0.1" }, "http://127.0.0.1 is not a host"],
  [{ url: "https://shop.test/", expires: 1_000 }, "it has ended already"],
  [{}, "it has no address"],
])("%j is refused as a server's would be, without its value", async (cookie, said) => {
  const problem = (await setCookie(JAR, { ...NAMED, ...cookie }).catch((thrown: unknown) => thrown)) as Error;
  expect(problem).toMatchObject({ code: "COOKIE_REFUSED", message: expect.stringContaining(said) as string });
  expect(JSON.stringify({ ...problem, message: problem.message })).not.toContain("s3cr3t");
  expect(jar).toEqual([]);
});

const LASTING = 32_503_680_000;

test.each<[Partial<NewCookie>, object]>([
  [{ url: "https://shop.test/a" }, { domain: "shop.test", path: "/", sameSite: null, expires: null }],
  [
    { domain: ".shop.test", path: "/b" },
    { domain: ".shop.test", path: "/b" },
  ],
  [{ domain: "shop.test" }, { domain: "shop.test" }],
  [{ domain: "::1" }, { domain: "[::1]" }],
  [{ domain: ".localhost" }, { domain: "localhost" }],
  [{ url: "https://www.F\u00fcchse.test/", domain: "f\u00fcchse.test" }, { domain: ".xn--fchse-kva.test" }],
  [{ domain: "shop.test", sameSite: "strict" }, { sameSite: "Strict" }],
  [{ domain: "shop.test", sameSite: "Lax" }, { sameSite: "Lax" }],
  [
    { domain: "shop.test", sameSite: "None", secure: true },
    { sameSite: "None", secure: true },
  ],
  [
    { domain: "shop.test", expires: LASTING, httpOnly: true },
    { expires: LASTING, httpOnly: true },
  ],
  [{ domain: "shop.test", expires: 1e15 }, { expires: 253_402_300_799 }],
  [{ domain: "shop.test", expires: -1 }, { expires: null }],
  [{ domain: "shop.test", partition: "https://top.test" }, { partition: "https://top.test" }],
  [
    { name: "__Host-a", secure: true, domain: "shop.test" },
    { domain: "shop.test", secure: true },
  ],
])("%j is set as %j", async (cookie, kept) => {
  expect(described(await setCookie(JAR, { ...NAMED, ...cookie }))).toMatchObject(kept);
});

test("this machine is sent its secure cookies by http as well, other hosts are not", async () => {
  const asked: Array<{ url?: string }> = [];
  vi.stubGlobal("browser", browserWith({ cookies: { getAll: asks((one: object) => (asked.push(one), [])) } }, null));
  const urls = [
    "http://localhost/a",
    "http://a.localhost/",
    "http://127.0.0.1:80/",
    "http://[::1]/",
    "http://shop.test/",
  ];
  for (const url of urls) await cookiesIn(JAR, url);
  await cookiesIn(JAR);
  expect(asked.map(({ url }) => url?.split(":")[0])).toEqual(["https", "https", "https", "https", "http", undefined]);
});

function cookie(name: string, value = "x", more: Partial<NewCookie> = {}): NewCookie {
  return { name, value, domain: "shop.test", ...more };
}

async function filled(...cookies: NewCookie[]): Promise<Stored[]> {
  for (const one of cookies) await setCookie(JAR, one);
  changes = [];
  return jar;
}

function kept(): string[] {
  return jar.map(({ name, value }) => `${name}=${value}`).sort();
}

test("all of them are set, what is there already stays as it is, and there is a way back", async () => {
  await filled(cookie("same"), cookie("other", "before"));
  const undo = await replaceCookies(JAR, [], [cookie("same"), cookie("other", "after"), cookie("new")]);
  expect([changes.sort(), kept()]).toEqual([
    ["+new", "+other"],
    ["new=x", "other=after", "same=x"],
  ]);
  await undo();
  expect(kept()).toEqual(["other=before", "same=x"]);
});

test("what is to go goes, unless it is wanted", async () => {
  const before = await filled(cookie("gone"), cookie("stays"), cookie("changes", "1"));
  await replaceCookies(JAR, before, [cookie("stays"), cookie("changes", "2")]);
  expect([changes, kept()]).toEqual([
    ["-gone", "+changes"],
    ["changes=2", "stays=x"],
  ]);
});

test("cookies that differ by their path, their partition or their hosts are several", async () => {
  const wanted = [
    cookie("a", "1"),
    cookie("a", "2", { path: "/b" }),
    cookie("a", "3", { partition: "https://top.test" }),
    cookie("a", "4", { domain: ".shop.test" }),
  ];
  await replaceCookies(JAR, [], wanted);
  expect(kept()).toEqual(["a=1", "a=2", "a=3", "a=4"]);
  changes = [];
  await replaceCookies(JAR, jar, wanted);
  expect(changes).toEqual([]);
});

test("one of the same name and value that belongs to another site at the top is another one", async () => {
  await filled(cookie("a"));
  const undo = await replaceCookies(JAR, [], [cookie("a"), cookie("a", "x", { partition: "https://top.test" })]);
  expect(jar).toHaveLength(2);
  await undo();
  expect(jar.map(described)).toMatchObject([{ name: "a" }]);
});

test.each<[string, NewCookie, string]>([
  ["breaks the rule of its name", cookie("__Host-x", "y", { domain: ".shop.test" }), "the prefix of its name requires"],
  ["is not one that Firefox keeps", cookie("odd", "a\nb"), "Firefox keeps no such cookie"],
  ["has no host", { name: "lost", value: "x" }, "it has no address"],
])("with one that %s none is set", async (_, bad, said) => {
  const before = await filled(cookie("kept", "before"), cookie("gone"));
  await expect(replaceCookies(JAR, before, [cookie("kept", "after"), cookie("new"), bad])).rejects.toThrow(said);
  expect(kept()).toEqual(["gone=x", "kept=before"]);
});

test("where Firefox keeps a part of them alone none is set", async () => {
  await filled(cookie("kept", "before"));
  most = 3;
  const many = [1, 2, 3, 4, 5].map((number) => cookie(`n${number}`));
  const said = "this many cookies of one site: 2 of 5 would be lost, such as n1 of shop.test";
  await expect(replaceCookies(JAR, [], many)).rejects.toThrow(said);
  expect(kept()).toEqual(["kept=before"]);
});
