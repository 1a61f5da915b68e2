import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CommandContext } from "../command-context";
import { CommandError } from "../../shared/errors";
import { Navigation, type NavigationEvent } from "./navigation";
import { waitForNavigation, type NavigationRequest } from "./navigation-waiter";

const TAB = 7;
const A = "https://a.test/";
const B = "https://b.test/";
const ABORTED = "Error code 2152398850";
const REFUSED = "Error code 2152398861";
const ERROR_PAGE = `about:neterror?e=connectionFailure&u=${encodeURIComponent(A)}`;

let navigation: Navigation;
let context: CommandContext;

/** What Firefox says of the tab where it is asked. */
let loading = false;

beforeEach(() => {
  vi.useFakeTimers();
  loading = false;
  navigation = new Navigation(() => undefined);
  navigation.watch(TAB);
  vi.spyOn(navigation, "isLoading").mockImplementation(() => Promise.resolve(loading));
  context = new CommandContext({
    type: "command",
    id: "1",
    command: "navigate",
    params: {},
    agent: { id: "a" },
    deadlineMs: 10_000,
  });
});

afterEach(() => {
  context.close();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

function requestOf(change: Partial<NavigationRequest> = {}): NavigationRequest {
  return { tabId: TAB, waitUntil: "load", url: A, go: () => Promise.resolve(), ...change };
}

/** What came of it so far: an address, a code, or that it is still under way. */
function begun(change: Partial<NavigationRequest> = {}): { outcome: string } {
  const told = { outcome: "under way" };
  waitForNavigation(navigation, requestOf(change), context).then(
    (url) => (told.outcome = url),
    (thrown: unknown) => (told.outcome = thrown instanceof CommandError ? thrown.code : String(thrown)),
  );
  return told;
}

async function tell(...events: Array<[kind: NavigationEvent["kind"], url?: string, error?: string]>): Promise<void> {
  for (const [kind, url = A, error = ""] of events) navigation.feed(TAB, { kind, url, error });
  await vi.advanceTimersByTimeAsync(0);
}

test("a page has arrived when it has loaded", async () => {
  const told = begun();
  await tell(["started"], ["committed"], ["parsed"]);
  expect(told.outcome).toBe("under way");
  await tell(["loaded"]);
  expect(told.outcome).toBe(A);
});

test("a page has arrived when it is parsed, for a caller that asks for no more", async () => {
  const told = begun({ waitUntil: "domcontentloaded" });
  await tell(["started"], ["committed"]);
  expect(told.outcome).toBe("under way");
  await tell(["parsed"]);
  expect(told.outcome).toBe(A);
});

test("a caller that waits for nothing learns where it goes at once", async () => {
  const told = begun({ waitUntil: "none" });
  await tell();
  expect(told.outcome).toBe(A);
});

test("a load in another process breaks its first one off, and arrives all the same", async () => {
  const told = begun();
  await tell(["started"], ["started"], ["failed", A, ABORTED], ["committed"], ["parsed"], ["loaded"]);
  expect(told.outcome).toBe(A);
});

test("a page that sends the tab on arrives where that leads", async () => {
  const told = begun();
  await tell(["started"], ["committed"], ["started", B], ["loaded"]);
  expect(told.outcome).toBe("under way");
  await tell(["committed", B], ["parsed", B], ["loaded", B]);
  expect(told.outcome).toBe(B);
});

test("what earlier loads of the tab still say is not taken for this one", async () => {
  await tell(["started", B]);
  const told = begun();
  await tell(["failed", B, ABORTED], ["started"]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(told.outcome).toBe("under way");
  await tell(["committed"], ["parsed"], ["loaded"]);
  expect(told.outcome).toBe(A);
});

test("a load that gives no page has failed once Firefox loads nothing more in the tab", async () => {
  const told = begun();
  await tell(["started"], ["busy"], ["failed", A, ABORTED]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(told.outcome).toBe("under way");
  await tell(["idle"]);
  expect(told.outcome).toBe("PAGE_LOAD_FAILED");
});

test("a load that gives no page has failed, whichever Firefox tells first", async () => {
  const told = begun();
  await tell(["started"], ["busy"], ["idle"], ["failed", A, ABORTED]);
  expect(told.outcome).toBe("PAGE_LOAD_FAILED");
});

test("a tab that Firefox still loads something in is waited for, whatever it has said before", async () => {
  loading = true;
  const told = begun();
  await tell(["started"], ["busy"], ["failed", A, ABORTED], ["idle"]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(told.outcome).toBe("under way");
  await tell(["started"], ["committed"], ["loaded"]);
  expect(told.outcome).toBe(A);
});

test("a page that goes elsewhere itself in the place of what was asked for has not arrived", async () => {
  for (const broken of [
    [
      ["failed", A, ABORTED],
      ["started", B],
    ],
    [
      ["started", B],
      ["failed", A, ABORTED],
    ],
    [["started", B]],
  ] as Array<Array<["failed" | "started", string, string?]>>) {
    const told = begun();
    await tell(["started"], ["busy"], ...broken, ["committed", B], ["parsed", B], ["loaded", B]);
    expect(told.outcome).toBe("PAGE_LOAD_FAILED");
  }
});

test("where a server sends it on is where it was asked for, whichever Firefox tells first", async () => {
  const sendsOn = (): void => navigation.feed(TAB, { kind: "redirected", from: A, url: B, error: "" });
  for (const before of [
    [["started"], "redirected", ["started", B], ["failed", A, ABORTED]],
    [["started"], ["started", B], "redirected", ["failed", A, ABORTED]],
    [["started", B], "redirected"],
    ["redirected", ["started", B]],
  ] as Array<Array<"redirected" | ["started" | "failed", string?, string?]>>) {
    const told = begun();
    for (const event of before) {
      if (event === "redirected") sendsOn();
      else await tell(event);
    }
    await tell(["committed", B], ["parsed", B], ["loaded", B]);
    expect(told.outcome).toBe(B);
  }
});

test("where a page went itself before is not taken for what was asked for", async () => {
  const told = begun();
  await tell(["started", B], ["busy"], ["committed", B], ["parsed", B], ["loaded", B], ["idle"]);
  expect(told.outcome).toBe("under way");
  await tell(["started"], ["committed"], ["loaded"]);
  expect(told.outcome).toBe(A);
});

test("where a page was on its way to before is not taken for what was asked for, whatever of it comes when", async () => {
  for (const [own, outcome] of [
    [[["answering", B], ["committed", B], ["parsed", B], ["loaded", B], ["started"]], "under way"],
    [[["started"], ["answering", B], ["committed", B], ["parsed", B]], "under way"],
    [[["answering", B], ["started"], ["committed", B], ["loaded", B]], "under way"],
    [[["started"], ["busy"], ["failed", A, ABORTED], ["committed", B], ["loaded", B], ["idle"]], "PAGE_LOAD_FAILED"],
    [[["started"], ["busy"], ["started", B], ["failed", B, ABORTED], ["committed", B], ["loaded", B]], "under way"],
    [[["started"], ["started", B], ["answering", B], ["committed", B], ["loaded", B], ["idle"]], "PAGE_LOAD_FAILED"],
  ] as Array<[Array<["answering" | "committed" | "started", string?, string?]>, string]>) {
    await tell(["idle"], ["loaded"], ["started", B]);
    const told = begun();
    await tell(...own);
    expect([own, told.outcome]).toEqual([own, outcome]);
    if (outcome !== "under way") continue;
    await tell(["committed"], ["parsed"], ["loaded"], ["idle"]);
    expect([own, told.outcome]).toEqual([own, A]);
  }
});

test("a page that would go elsewhere itself, and does not come to it, is left for what was asked for", async () => {
  for (const meanwhile of [
    [["started", B], ["started"], ["failed", B, ABORTED]],
    [["started"], ["started", B], ["failed", B, ABORTED]],
  ] as Array<Array<["failed" | "started", string?, string?]>>) {
    const told = begun();
    await tell(...meanwhile, ["committed"], ["loaded"]);
    expect(told.outcome).toBe(A);
  }
});

test("a page that was on its way elsewhere, and still comes there, is waited past", async () => {
  for (const [ending, outcome] of [
    [[["committed"], ["loaded"]], A],
    [[["failed", A, ABORTED], ["loaded", B], ["idle"]], "PAGE_LOAD_FAILED"],
    [[["loaded", B], ["failed", A, ABORTED], ["idle"]], "PAGE_LOAD_FAILED"],
    [[["loaded", B], ["idle"]], "PAGE_LOAD_FAILED"],
  ] as Array<[Array<["failed" | "committed" | "loaded" | "idle", string?, string?]>, string]>) {
    const told = begun();
    await tell(["started", B], ["started"], ["busy"], ["committed", B], ["parsed", B]);
    expect(told.outcome).toBe("under way");
    await tell(...ending);
    expect(told.outcome).toBe(outcome);
  }
});

test("a server asked by another scheme, which sends it on, is where it was asked for", async () => {
  const told = begun({ url: "http://a.test/" });
  await tell(["started"], ["committed", B], ["loaded", B]);
  expect(told.outcome).toBe(B);
});

test("a load that goes on in another process may take its time there", async () => {
  const told = begun();
  await tell(["started"], ["busy"], ["failed", A, ABORTED]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(told.outcome).toBe("under way");
  await tell(["started"], ["committed"], ["parsed"], ["loaded"]);
  expect(told.outcome).toBe(A);
});

test("a load that Firefox shows only in its second process goes on there", async () => {
  const told = begun();
  await tell(["idle"], ["started"], ["failed", A, ABORTED]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(told.outcome).toBe("under way");
  await tell(["started"], ["busy"], ["committed"], ["busy"], ["parsed"], ["loaded"], ["idle"]);
  expect(told.outcome).toBe(A);
});

test.each(["load", "domcontentloaded"] as const)(
  "the first process may tell of its part late: %s",
  async (waitUntil) => {
    const told = begun({ waitUntil });
    await tell(["started"], ["busy"], ["committed"], ["started"], ["failed", A, ABORTED], ["parsed"]);
    expect(told.outcome).toBe(waitUntil === "load" ? "under way" : A);
    await tell(["loaded"], ["idle"]);
    expect(told.outcome).toBe(A);
  },
);

test("a page that begins a download while it loads is the one that is there", async () => {
  const told = begun();
  await tell(["started"], ["busy"], ["committed"], ["started", B], ["failed", B, ABORTED]);
  expect(told.outcome).toBe("under way");
  await tell(["idle"]);
  expect(told.outcome).toBe(A);
});

test("a failure is reported once its error page is there", async () => {
  const told = begun();
  await tell(["started"], ["failed", A, REFUSED]);
  expect(told.outcome).toBe("under way");
  await tell(["committed", ERROR_PAGE], ["parsed", ERROR_PAGE]);
  expect(told.outcome).toBe("PAGE_LOAD_FAILED");
});

test("a failure without an error page is reported after a second", async () => {
  const told = begun();
  await tell(["started"], ["failed", A, REFUSED]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told.outcome).toBe("PAGE_LOAD_FAILED");
});

test("an error page alone tells of a failure after a second", async () => {
  const told = begun();
  await tell(["committed", ERROR_PAGE], ["parsed", ERROR_PAGE]);
  expect(told.outcome).toBe("under way");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told.outcome).toBe("PAGE_LOAD_FAILED");
});

test("a failure that is reported after its error page has its own name", async () => {
  const failed = waitForNavigation(navigation, { tabId: TAB, waitUntil: "load", url: A }, context).catch(String);
  await tell(["started"], ["committed", ERROR_PAGE], ["parsed", ERROR_PAGE], ["loaded", ERROR_PAGE]);
  await tell(["failed", A, REFUSED]);
  expect(await failed).toContain("NS_ERROR_CONNECTION_REFUSED");
});

test("the error page of a load before is not taken for a failure of this one", async () => {
  const told = begun({ url: B });
  await tell(["parsed", ERROR_PAGE], ["started", B], ["committed", B], ["parsed", B], ["loaded", B]);
  expect(told.outcome).toBe(B);
});

test.each([
  [
    ["failed", A, REFUSED],
    ["committed", ERROR_PAGE],
    ["parsed", ERROR_PAGE],
  ],
  [
    ["committed", ERROR_PAGE],
    ["parsed", ERROR_PAGE],
    ["failed", A, REFUSED],
  ],
  [
    ["committed", A],
    ["parsed", ERROR_PAGE],
  ],
  [["parsed", ERROR_PAGE]],
] as Array<Array<Parameters<typeof tell>[0]>>)("a load may fail once the next has begun: %j", async (...late) => {
  await tell(["started"]);
  const told = begun({ url: B });
  await tell(["started", B], ...late);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(told.outcome).toBe("under way");
  await tell(["committed", B], ["parsed", B], ["loaded", B]);
  expect(told.outcome).toBe(B);
});

test.each([A, ERROR_PAGE])("the error page of the load before may come after the next has begun: %s", async (came) => {
  await tell(["started"], ["failed", A, REFUSED]);
  const told = begun({ url: B });
  await tell(["started", B], ["committed", came], ["parsed", ERROR_PAGE]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(told.outcome).toBe("under way");
  await tell(["committed", B], ["parsed", B], ["loaded", B]);
  expect(told.outcome).toBe(B);
  expect(navigation.failureOf(TAB)).toBeNull();
});

test("a page that failed has arrived when it is loaded again", async () => {
  await tell(["started"], ["failed", A, REFUSED], ["committed", ERROR_PAGE], ["loaded", ERROR_PAGE]);
  const go = (): Promise<void> => Promise.resolve();
  const loaded = waitForNavigation(navigation, { tabId: TAB, waitUntil: "load", go }, context);
  await tell(["started"], ["committed"], ["parsed"], ["loaded"]);
  expect(await loaded).toBe(A);
});

test("a move within the document arrives at its address", async () => {
  const told = begun({ url: `${A}#part` });
  await tell(["moved", `${A}#other`]);
  expect(told.outcome).toBe("under way");
  await tell(["moved", `${A}#part`]);
  expect(told.outcome).toBe(`${A}#part`);
});

test("history that does not move has no such page", async () => {
  const told = begun({ history: () => Promise.resolve(false) });
  await vi.advanceTimersByTimeAsync(500);
  expect(told.outcome).toBe("NO_HISTORY");
});

test("history that is known to be there is waited for", async () => {
  const told = begun({ history: () => Promise.resolve(true) });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(told.outcome).toBe("under way");
  await tell(["started"], ["committed", A], ["loaded", A]);
  expect(told.outcome).toBe(A);
});

test("history that moves may take its time", async () => {
  const told = begun({ history: () => Promise.resolve(false) });
  await tell(["started"]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(told.outcome).toBe("under way");
  await tell(["committed"], ["loaded"]);
  expect(told.outcome).toBe(A);
});

test("the blank page of a new tab is not taken for the one it was opened for", async () => {
  const told = begun();
  await tell(["started", "about:blank"], ["committed", "about:blank"], ["loaded", "about:blank"]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told.outcome).toBe("under way");
  await tell(["started"], ["committed"], ["loaded"]);
  expect(told.outcome).toBe(A);
});

test("a blank page that loads late does not end the load that has begun", async () => {
  const told = begun();
  await tell(["started"], ["committed", "about:blank"], ["parsed", "about:blank"], ["loaded", "about:blank"]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told.outcome).toBe("under way");
  await tell(["committed"], ["loaded"]);
  expect(told.outcome).toBe(A);
});

test("a blank page arrives where one was asked for", async () => {
  const told = begun({ url: "about:blank" });
  await tell(["started", "about:blank"], ["committed", "about:blank"], ["loaded", "about:blank"]);
  expect(told.outcome).toBe("about:blank");
});

test("what was seen before it was watched counts", async () => {
  const early = (["started", "committed", "loaded"] as const).map((kind) => ({ kind, url: A, error: "" }));
  const told = begun({ early });
  await tell();
  expect(told.outcome).toBe(A);
});

test("the policy's refusal is reported as it is", async () => {
  const told = begun();
  navigation.refuse(TAB, A, new CommandError("DOMAIN_BLOCKED", "a.test is not allowed"));
  await tell();
  expect(told.outcome).toBe("DOMAIN_BLOCKED");
});

test.each([
  ["about:config", "RESTRICTED_PAGE"],
  ["chrome://browser/x", "URL_NOT_ALLOWED"],
])("where Firefox does not open %s, the error is %s", async (url, code) => {
  const told = begun({ url, go: () => Promise.reject(new Error("illegal URL")) });
  await tell();
  expect(told.outcome).toBe(code);
});

test("a page that does not load in time is a time-out, told before the command's own", async () => {
  const thrown = waitForNavigation(navigation, requestOf(), context).catch((error: unknown) => error);
  await tell(["started"]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await thrown).toMatchObject({ code: "TIMEOUT", details: { tabId: TAB, waitUntil: "load", url: A } });
});
