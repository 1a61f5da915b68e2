import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CommandError } from "../../../shared/errors";
import type { CommandContext } from "../../command-context";
import { browserWith } from "../../privileged/stubs";
import { SentRequests } from "./sent-requests";

const CONTEXT = { tabId: 7, race: (one: unknown) => one } as unknown as CommandContext;
let sent: Array<{ url: string; method: string; body: string | null; headers: object[] }>;
let requests: SentRequests;

/** Every address leads to a denied one, if that is where it is to lead. */
function answers(leads: boolean, hasHelper = true): void {
  const fetchIn = (_: number, asked: (typeof sent)[number]): object => {
    sent.push(asked);
    const headers = leads ? [{ name: "Location", value: "https://denied.test/" }] : [];
    return { status: leads ? 302 : 200, statusText: "", headers, body: btoa('{"id": 7}') };
  };
  vi.stubGlobal("browser", browserWith({}, hasHelper ? { fetchIn } : null));
}

beforeEach(() => {
  sent = [];
  requests = new SentRequests();
});
afterEach(() => vi.unstubAllGlobals());

function check(url: string): Promise<void> {
  if (!url.includes("denied")) return Promise.resolve();
  return Promise.reject(new CommandError("DOMAIN_BLOCKED", "no"));
}

function send(url: string, more: object = {}): Promise<unknown> {
  return requests.send({ method: "post", url, maxRedirects: 20, ...more }, check, CONTEXT);
}

test("what a rule denies is never asked, and no redirect leads there", async () => {
  answers(false);
  await expect(send("https://denied.test/")).rejects.toMatchObject({ code: "DOMAIN_BLOCKED" });
  expect(sent).toEqual([]);
  answers(true);
  await expect(send("https://shop.test/")).rejects.toMatchObject({ code: "DOMAIN_BLOCKED" });
  expect(sent.map(({ url }) => url)).toEqual(["https://shop.test/"]);
});

test("it carries what was given, with its type, unless a header says another", async () => {
  answers(false);
  await send("https://shop.test/", { form: ["a=b c", "d=e=f"] });
  await send("https://shop.test/", { json: "{}", headers: ["content-type: application/x+json"] });
  expect(sent.map(({ method, body }) => [method, atob(body ?? "")])).toEqual([
    ["POST", "a=b+c&d=e%3Df"],
    ["POST", "{}"],
  ]);
  expect(sent.map(({ headers }) => headers)).toEqual([
    [{ name: "Content-Type", value: "application/x-www-form-urlencoded" }],
    [{ name: "content-type", value: "application/x+json" }],
  ]);
});

test("a place of the answer is saved, and one that it lacks is an error that says what there is", async () => {
  answers(false);
  expect(await send("https://shop.test/", { save: ["ID=id"] })).toMatchObject({ saved: [{ name: "ID", value: "7" }] });
  await expect(send("https://shop.test/", { save: ["ID=user.id"] })).rejects.toThrow("no user.id: it is 200, with id");
});

test("without the helper nothing is sent", async () => {
  answers(false, false);
  await expect(send("https://shop.test/")).rejects.toMatchObject({ code: "NEEDS_MANAGED" });
});
