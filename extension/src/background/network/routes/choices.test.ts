import { beforeEach, expect, test, vi } from "vitest";
import type { AskedRequest } from "../../../shared/privileged";
import { CommandContext } from "../../command-context";
import { browserWith } from "../../privileged/stubs";
import { choiceOf, fetchFor } from "./choices";
import type { Held } from "./held";

const SENT = [
  { name: "Authorization", value: "Bearer live-one" },
  { name: "Accept", value: "*/*" },
];

function held(more: object = {}, requestBody?: object): Held {
  const details = { requestId: "1", url: "https://shop.test/a", method: "POST", requestBody };
  return { id: "h1", details, headers: SENT, fetched: null, ...more } as unknown as Held;
}

function choice(params: object, from = held()): unknown {
  return choiceOf({ id: "h1", ...params } as never, from);
}

test.each([
  [{ does: "pass" }, { does: "pass" }],
  [{ does: "fail" }, { does: "fail", error: "NS_ERROR_FAILURE" }],
  [
    { does: "fail", error: "timedout" },
    { does: "fail", error: "NS_ERROR_NET_TIMEOUT" },
  ],
  [
    { does: "fail", error: "constructor" },
    { does: "fail", error: "NS_ERROR_FAILURE" },
  ],
  [
    { does: "change", setHeaders: ["authorization: ***", "X-More: 1"], removeHeaders: ["Accept"] },
    { does: "change", set: [{ name: "X-More", value: "1" }], remove: ["Accept"] },
  ],
  [
    { does: "change", setHeaders: ["Authorization: other"] },
    { does: "change", set: [{ name: "Authorization", value: "other" }], remove: [] },
  ],
  [{ does: "answer" }, { does: "answer", answer: { status: 200, statusText: "OK", headers: [], body: "" } }],
  [
    { does: "answer", status: 404, headers: ["X-A: 1"], body: "eA==" },
    {
      does: "answer",
      answer: { status: 404, statusText: "Not Found", headers: [{ name: "X-A", value: "1" }], body: "eA==" },
    },
  ],
])("%j becomes %j", (params, becomes) => {
  expect(choice(params)).toEqual(becomes);
});

const FETCHED = {
  status: 201,
  statusText: "Made",
  headers: [
    { name: "Set-Cookie", value: "sid=live-two" },
    { name: "X-A", value: "1" },
  ],
  body: "eA==",
};

test.each([
  [{}, FETCHED],
  [{ status: 500 }, { ...FETCHED, status: 500, statusText: "Internal Server Error" }],
  [{ body: "eQ==" }, { ...FETCHED, body: "eQ==" }],
  [
    { headers: ["Set-Cookie: ***", "X-A: 2"] },
    { ...FETCHED, headers: [FETCHED.headers[0], { name: "X-A", value: "2" }] },
  ],
  [{ headers: ["Set-Cookie: sid=made"] }, { ...FETCHED, headers: [{ name: "Set-Cookie", value: "sid=made" }] }],
])("an answer that was fetched, with %j, is %j", (params, answer) => {
  expect(choice({ does: "answer", fetched: true, ...params }, held({ fetched: FETCHED }))).toEqual({
    does: "answer",
    answer,
  });
});

test("what was never fetched is not an answer", () => {
  expect(() => choice({ does: "answer", fetched: true })).toThrow("Nothing was fetched for this request");
});

type Answers = Record<string, object | null>;
let asked: AskedRequest[];
let checked: string[];

beforeEach(() => {
  [asked, checked] = [[], []];
});

function fetched(answers: Answers, params: object = {}, from = held()): ReturnType<typeof fetchFor> {
  const answer = (_: string, request: AskedRequest): unknown => {
    asked.push(request);
    const found = answers[request.url];
    return found && { status: 200, statusText: "", headers: [], body: "", ...found };
  };
  vi.stubGlobal("browser", browserWith({}, { fetchLike: answer }));
  const message = {
    id: "1",
    command: "fetchHeld",
    params: {},
    agent: { id: "one" },
    deadlineMs: 1_000,
  };
  const context = new CommandContext({ type: "command", ...message });
  const check = (url: string): Promise<void> => Promise.resolve(void checked.push(url));
  return fetchFor(from, { id: "h1", maxRedirects: 20, ...params }, check, context).finally(() => context.close());
}

function leads(status: number, value: string): object {
  return { status, headers: [{ name: "location", value }] };
}

const A = "https://shop.test/a";

test("the server is asked as the page would ask it, and answers without its secrets", async () => {
  const from = held(
    {},
    { raw: [{ bytes: new TextEncoder().encode("n=").buffer }, {}, { bytes: new Uint8Array([49]).buffer }] },
  );
  const answer = { headers: [{ name: "Content-Type", value: "text/plain" }, FETCHED.headers[0]], body: btoa("hello") };
  const told = await fetched({ [A]: answer }, {}, from);
  expect(asked).toMatchObject([{ url: A, method: "POST", headers: SENT, body: btoa("n=1") }]);
  expect(told).toMatchObject({ url: A, status: 200, text: "hello" });
  expect(told.headers).toEqual([
    answer.headers[0],
    { name: "Set-Cookie", value: expect.stringContaining("***") as string },
  ]);
  expect(from.fetched).toMatchObject(answer);
});

test("what is said otherwise is asked otherwise, and what was shown masked is sent as it was", async () => {
  const url = "https://api.test/b";
  const headers = ["authorization: ***", "X-More: 1"];
  await fetched({ [url]: {} }, { url, method: "PUT", headers, body: "eA==" });
  expect(asked).toMatchObject([
    { url, method: "PUT", headers: [SENT[0], { name: "X-More", value: "1" }], body: "eA==" },
  ]);
  expect(checked).toEqual([url]);
});

test.each([
  [301, "POST", "GET", null],
  [302, "POST", "GET", null],
  [303, "PUT", "GET", null],
  [302, "PUT", "PUT", "eA=="],
  [307, "POST", "POST", "eA=="],
  [308, "POST", "POST", "eA=="],
])("a redirect by %i of a %s is followed by a %s", async (status, method, then, body) => {
  const told = await fetched({ [A]: leads(status, "/b"), "https://shop.test/b": {} }, { method, body: "eA==" });
  expect(told.url).toBe("https://shop.test/b");
  expect(asked[1]).toMatchObject({ method: then, body, headers: SENT });
  expect(checked).toEqual([A, "https://shop.test/b"]);
});

test("a password goes to no other site", async () => {
  await fetched({ [A]: leads(302, "https://other.test/"), "https://other.test/": {} });
  expect(asked[1]?.headers).toEqual([SENT[1]]);
});

test("no more redirects are followed than are wanted", async () => {
  expect(await fetched({ [A]: leads(302, "/b") }, { maxRedirects: 0 })).toMatchObject({ url: A, status: 302 });
  expect(asked).toHaveLength(1);
});

test.each<[Answers, string, string]>([
  [{ [A]: leads(302, "file:///etc/passwd") }, "PAGE_LOAD_FAILED", "redirects to an address that is not on the web"],
  [{ [A]: { error: "NS_ERROR_NET_RESET" } }, "PAGE_LOAD_FAILED", "gave no answer: NS_ERROR_NET_RESET"],
  [{ [A]: null }, "INVALID_PARAMS", "its page is gone"],
])("%j is %s", async (answers, code, said) => {
  await expect(fetched(answers)).rejects.toMatchObject({ code, message: expect.stringContaining(said) as string });
});

test("a form's fields are sent again, and a form with files is not known", async () => {
  const formData = { user: ["ada"], "n o": ["1", "2"] };
  await fetched({ [A]: {} }, {}, held({}, { formData }));
  expect(asked[0]?.body).toBe(btoa("user=ada&n+o=1&n+o=2"));
  const headers = [{ name: "Content-Type", value: "multipart/form-data; boundary=x" }];
  await expect(fetched({ [A]: {} }, {}, held({ headers }, { formData }))).rejects.toThrow("a form with files");
});
