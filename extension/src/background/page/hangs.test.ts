import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CommandContext } from "../command-context";
import { browserWith } from "../privileged/stubs";
import type { FrameMessenger } from "./frame-messenger";
import { measurePace } from "../pace";
import { Hangs } from "./hangs";

const TAB = 7;
const OTHER = 9;

/** A page that falls silent and answers again; what the helper knows; what a command waits for. */
class World {
  silent = false;
  hang: object | null = null;
  /** True while Firefox itself answers nothing. */
  busy = false;
  /** The parts of its time that the page's process runs, and waits for a processor. */
  runs = 0;
  waits = 0;
  /** Whether it is Firefox's own process that does so, and the page's has nothing to do. */
  isFirefox = false;
  /** Tasks that want a processor, for each. */
  load = 0;
  ended: string[] = [];
  awaited: number[] = [0];
  /** What was answered for the tab, and is not shown. */
  unshown: { url: string; at: number } | null = null;
  otherIsSilent = false;
  #late: Array<() => void> = [];

  readonly hangs: Hangs;

  constructor(helper = true) {
    const committed = { addListener: () => undefined };
    const api = {
      tabs: {
        query: () => Promise.resolve([{ id: TAB }, { id: OTHER }]),
        sendMessage: (tab: number) =>
          this.silent || (tab === OTHER && this.otherIsSilent)
            ? new Promise<void>((resolve) => void this.#late.push(resolve))
            : Promise.resolve(),
      },
      webNavigation: { onCommitted: committed },
      runtime: { getURL: (path: string) => `moz-extension://own/${path}` },
    };
    const functions = {
      hangOf: () => (this.busy ? new Promise(() => undefined) : this.hang),
      processorTimes: () => {
        const used = { ranMs: performance.now() * this.runs, waitedMs: performance.now() * this.waits };
        const none = { ranMs: 0, waitedMs: 0 };
        return this.isFirefox ? [used, none] : [none, used];
      },
      endHang: (_tab: number, _frames: number[], kill: boolean) => {
        this.ended.push(kill ? "killed" : "asked");
        return this.hang ? "script" : kill ? "process" : null;
      },
    };
    vi.stubGlobal("browser", browserWith(api, helper ? functions : null));
    const messenger = { awaited: () => this.awaited } as unknown as FrameMessenger;
    const navigation = { unshown: () => this.unshown };
    measurePace(() => Promise.resolve(this.load));
    this.hangs = new Hangs(messenger, navigation, { has: () => true }, () => false);
  }

  answers(): void {
    this.silent = false;
    for (const answer of this.#late.splice(0)) answer();
  }

  /** A command under way, and when and how it ended. */
  ask(waitMs = 5_000, deadlineMs = 150_000): CommandContext {
    const agent = { id: "agent", name: "" };
    const context = new CommandContext({ type: "command", id: "1", agent, command: "click", params: {}, deadlineMs });
    context.bindTab(TAB);
    context.patienceMs = waitMs;
    const unwatch = this.hangs.watch(context);
    context.signal.addEventListener("abort", unwatch);
    return context;
  }
}

function codeOf({ signal }: CommandContext): unknown {
  return signal.aborted ? (signal.reason as { code: string }).code : null;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a safe expression that takes for ever is said to, and nothing else of clz's own", async () => {
  const world = new World();
  world.silent = true;
  const [brief, long] = [world.ask(), world.ask()];
  brief.looksBriefly = true;
  await vi.advanceTimersByTimeAsync(1_000);
  world.hang = { since: Date.now(), script: "moz-extension://own/content.js", tabId: TAB };
  await vi.advanceTimersByTimeAsync(2_000);
  expect([codeOf(brief), codeOf(long)]).toEqual(["TIMEOUT", null]);
  const later = world.ask();
  later.looksBriefly = true;
  await vi.advanceTimersByTimeAsync(4_000);
  expect([codeOf(later), world.ended]).toEqual([null, []]);
});

test.each([0, 5_000, 20_000])("a page that hangs is given up %i ms and at most five seconds after", async (waitMs) => {
  const world = new World();
  world.silent = true;
  const context = world.ask(waitMs);
  await vi.advanceTimersByTimeAsync(waitMs + 900);
  expect(codeOf(context)).toBe(waitMs > 10_000 ? "PAGE_HANGS" : null);
  await vi.advanceTimersByTimeAsync(4_100);
  expect(codeOf(context)).toBe("PAGE_HANGS");
});

test.each([
  [0, 0, "PAGE_HANGS", false],
  [0.9, 0.1, "PAGE_HANGS", false],
  [0.1, 0.6, "PAGE_HANGS", false],
  [0.4, 0.6, null, false],
  [0.9, 0.1, "PAGE_HANGS", true],
  [0.4, 0.6, null, true],
])(
  "a page whose process runs %f of its time and waits for a processor %f of it is given up, unless that is much (%s; Firefox's own: %s)",
  async (runs, waits, code, isFirefox) => {
    const world = new World();
    Object.assign(world, { runs, waits, isFirefox });
    world.silent = true;
    const context = world.ask(5_000);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(codeOf(context)).toBe(code);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(codeOf(context)).toBe("PAGE_HANGS");
  },
);

test.each([
  [1.9, "PAGE_HANGS"],
  [2, null],
])("without the helper a page has longer on a machine with %f tasks for each processor", async (load, code) => {
  const world = new World(false);
  Object.assign(world, { load, silent: true });
  const context = world.ask(5_000);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(codeOf(context)).toBe(code);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(codeOf(context)).toBe("PAGE_HANGS");
});

test.each([
  [2_500, 0, "PAGE_HANGS"],
  [2_500, 0.6, "TIMEOUT"],
  [1_700, 0, "TIMEOUT"],
])(
  "a command whose time is up %i ms after its page fell silent blames it only if it is known not to wait for a processor",
  async (silentMs, waits, code) => {
    const world = new World();
    Object.assign(world, { runs: 0.4, waits });
    const context = world.ask(20_000, 5_000);
    await vi.advanceTimersByTimeAsync(5_000 - silentMs);
    world.silent = true;
    await vi.advanceTimersByTimeAsync(silentMs);
    expect(codeOf(context)).toBe(code);
  },
);

test.each([
  [0, "PAGE_HANGS"],
  [2, "TIMEOUT"],
])(
  "a command whose time is up says what it waited for, on a machine with %i tasks for each processor",
  async (load, code) => {
    const world = new World(false);
    Object.assign(world, { load, silent: true });
    const context = world.ask(5_000, 3_000);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(codeOf(context)).toBe(code);
  },
);

test.each([
  ["moz-extension://own/a11y.js", null],
  ["moz-extension://another/a11y.js", "PAGE_HANGS"],
])("a page that is read by %s for long is given up later than one that hangs", async (script, code) => {
  const world = new World();
  world.silent = true;
  const context = world.ask(5_000);
  await vi.advanceTimersByTimeAsync(2_500);
  world.hang = { since: Date.now() - 2_000, script, tabId: TAB };
  await vi.advanceTimersByTimeAsync(10_000);
  expect(codeOf(context)).toBe(code);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(codeOf(context)).toBe("PAGE_HANGS");
});

test("a page that answers between its silences is never given up", async () => {
  const world = new World();
  const context = world.ask(0);
  for (let turn = 0; turn < 10; turn += 1) {
    world.silent = true;
    await vi.advanceTimersByTimeAsync(3_500);
    world.answers();
    await vi.advanceTimersByTimeAsync(600);
  }
  expect(codeOf(context)).toBe(null);
});

test("a page that falls silent late has all of the time again", async () => {
  const world = new World();
  const context = world.ask();
  await vi.advanceTimersByTimeAsync(60_000);
  world.silent = true;
  await vi.advanceTimersByTimeAsync(8_500);
  expect(codeOf(context)).toBe(null);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(codeOf(context)).toBe("PAGE_HANGS");
});

test("a command that is out of time says that its page was silent", async () => {
  const world = new World();
  world.silent = true;
  const context = world.ask(5_000, 3_000);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(codeOf(context)).toBe("PAGE_HANGS");
});

test("a command that is out of time says so of its page although a busy Firefox says nothing any more", async () => {
  const world = new World();
  world.silent = true;
  const context = world.ask(5_000, 4_000);
  await vi.advanceTimersByTimeAsync(3_100);
  world.busy = true;
  await vi.advanceTimersByTimeAsync(900);
  expect(codeOf(context)).toBe("PAGE_HANGS");
});

test("a command that waits for one frame too that answers goes on", async () => {
  const world = new World();
  world.awaited = [0, 3];
  const sends = vi.spyOn(browser.tabs, "sendMessage") as unknown as { mockImplementation(by: unknown): void };
  sends.mockImplementation((_tab: number, _message: object, { frameId }: { frameId: number }) =>
    frameId === 3 ? new Promise(() => undefined) : Promise.resolve(),
  );
  const context = world.ask();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(codeOf(context)).toBe(null);
});

test("a question that is lost is asked again: the page that came meanwhile answers it", async () => {
  const world = new World();
  const lost = vi.spyOn(browser.tabs, "sendMessage").mockImplementationOnce(() => new Promise(() => undefined));
  const context = world.ask(0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(codeOf(context)).toBe(null);
  expect(lost.mock.calls.length).toBeGreaterThan(1);
});

test.each([
  [{ load: 6 }, 29_000],
  [{ runs: 0.4, waits: 0.6 }, 20_000],
])("no process is ended that may only wait for a processor: %o", async (busy, ms) => {
  const world = new World();
  Object.assign(world, busy, { silent: true });
  const context = world.ask(60_000);
  context.leaving = { again: vi.fn() };
  await vi.advanceTimersByTimeAsync(ms);
  expect(world.ended).not.toContain("killed");
});

test("leaving a page that hangs on a busy machine is given up only once it is known that its process answers", async () => {
  const world = new World();
  Object.assign(world, { load: 4, silent: true });
  const context = world.ask();
  const again = vi.fn();
  context.leaving = { again };
  await vi.advanceTimersByTimeAsync(19_000);
  expect([codeOf(context), world.ended.includes("killed")]).toEqual([null, false]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(again).toHaveBeenCalledOnce();
  expect(codeOf(context)).toBe(null);
});

test("leaving a page that hangs ends its script, or its process if no script is known", async () => {
  const world = new World();
  const again = vi.fn();
  world.silent = true;
  const context = world.ask();
  context.leaving = { again };
  await vi.advanceTimersByTimeAsync(5_400);
  expect(world.ended).not.toContain("killed");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(world.ended).toContain("killed");
  expect(again).toHaveBeenCalledOnce();
  expect(codeOf(context)).toBe(null);
});

test.each([true, false])(
  "a page that was answered and is not shown waits for another one that hangs: %s",
  async (hangs) => {
    const world = new World(false);
    const context = world.ask(0);
    world.unshown = { url: "http://127.0.0.1:8000/", at: performance.now() };
    world.otherIsSilent = hangs;
    await vi.advanceTimersByTimeAsync(6_000);
    expect(codeOf(context)).toBe(hangs ? "PAGE_HANGS" : null);
    if (hangs)
      expect((context.signal.reason as { details: object }).details).toMatchObject({ tabId: TAB, culprit: OTHER });
  },
);

test("the error names the other tab whose script hangs, without its address", async () => {
  const world = new World();
  world.silent = true;
  world.hang = { since: Date.now(), script: null, tabId: 9 };
  const context = world.ask(0);
  await vi.advanceTimersByTimeAsync(5_000);
  const { message, details } = context.signal.reason as { message: string; details: object };
  expect(message).toContain("a script of tab 9 does not end");
  expect(details).toMatchObject({ tabId: TAB, culprit: 9 });
});

test("without the helper a page that hangs is told all the same", async () => {
  const world = new World(false);
  world.silent = true;
  const context = world.ask(0);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(codeOf(context)).toBe("PAGE_HANGS");
});
