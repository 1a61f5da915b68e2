import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ExpectedEffect } from "../../shared/messages";
import { CommandContext } from "../command-context";
import { Navigation, type NavigationEvent } from "../navigation/navigation";
import { DialogTeller } from "./dialog-teller";
import type { Dialogs } from "./dialogs";
import type { Downloads } from "./downloads";
import { Effects, type EffectWatcher, type SeenEffects } from "./action-effects";
import type { FileChoosers } from "./file-choosers";
import { tabScope } from "../scopes";

const TAB = 7;
const PAGE = "https://a.test/next";

let navigation: Navigation;
let context: CommandContext;
let watch: EffectWatcher;
let effects: Effects;

beforeEach(() => {
  vi.useFakeTimers();
  navigation = new Navigation(() => undefined);
  navigation.watch(TAB);
  const silent = {
    on: () => undefined,
    opened: () => undefined,
    tellerOf: () => new DialogTeller([], () => undefined),
  };
  effects = new Effects(
    navigation,
    silent as unknown as Dialogs,
    silent as unknown as Downloads,
    silent as unknown as FileChoosers,
  );
  context = new CommandContext({
    type: "command",
    id: "1",
    command: "click",
    params: {},
    agent: { id: "a" },
    deadlineMs: 30_000,
  });
  watch = effects.watch(TAB);
});

afterEach(() => {
  watch.done();
  context.close();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

/** What followed from a click on a link, once that is known. */
function followed(effect: ExpectedEffect = "navigation"): { seen?: SeenEffects } {
  const told: { seen?: SeenEffects } = {};
  void watch.settle([effect], [PAGE], context).then((seen) => (told.seen = seen));
  return told;
}

async function tell(...kinds: Array<NavigationEvent["kind"]>): Promise<void> {
  for (const kind of kinds) navigation.feed(TAB, { kind, url: PAGE, error: "" });
  await vi.advanceTimersByTimeAsync(0);
}

test("a page that a slow server sends is waited for, as it is on its way", async () => {
  const click = followed();
  await tell("started");
  await vi.advanceTimersByTimeAsync(9_000);
  expect(click.seen).toBeUndefined();
  await tell("committed");
  expect(click.seen).toEqual({ navigated: PAGE });
});

test("one that goes on in another process is on its way as long", async () => {
  const click = followed();
  await tell("started", "started", "failed");
  await vi.advanceTimersByTimeAsync(9_000);
  expect(click.seen).toBeUndefined();
  await tell("committed");
  expect(click.seen).toEqual({ navigated: PAGE });
});

test("an answer that is no page is not waited for after two seconds", async () => {
  const click = followed();
  await tell("started", "failed");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(click.seen).toEqual({});
});

test("one that is broken off later ends it then", async () => {
  const click = followed();
  await tell("started");
  await vi.advanceTimersByTimeAsync(5_000);
  await tell("failed");
  expect(click.seen).toEqual({});
});

test("what was announced and never begins is not waited for after two seconds", async () => {
  const click = followed();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(click.seen).toEqual({});
});

test("a server that never answers takes half of what is left of the time, and no more", async () => {
  const click = followed();
  await tell("started");
  await vi.advanceTimersByTimeAsync(16_000);
  expect(click.seen).toEqual({ onItsWayTo: PAGE });
});

const FRAME = 3;

async function tellOfFrame(frameId: number, ...kinds: Array<NavigationEvent["kind"]>): Promise<void> {
  for (const kind of kinds) navigation.feedFrame(TAB, { frameId, kind });
  await vi.advanceTimersByTimeAsync(0);
}

test.each([
  ["a slow server", ["started"]],
  ["another process", ["started", "started", "failed"]],
] as const)("the page of a frame that comes from %s is waited for", async (_, kinds) => {
  const click = followed("frame");
  await tellOfFrame(FRAME, ...kinds);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(click.seen).toBeUndefined();
  await tellOfFrame(FRAME, "committed");
  expect(click.seen).toEqual({});
});

test("a page that was on its way to another frame before is not taken for it", async () => {
  const click = followed("frame");
  await tellOfFrame(FRAME + 1, "committed");
  await tellOfFrame(FRAME, "started");
  await vi.advanceTimersByTimeAsync(9_000);
  expect(click.seen).toBeUndefined();
  await tellOfFrame(FRAME, "committed");
  expect(click.seen).toEqual({});
});

test("a frame whose load fails is not waited for any longer", async () => {
  const click = followed("frame");
  await tellOfFrame(FRAME, "started");
  await vi.advanceTimersByTimeAsync(5_000);
  await tellOfFrame(FRAME, "failed");
  expect(click.seen).toEqual({});
});

test("other frames that are on their way are not waited for where none was announced", async () => {
  const click = followed();
  await tellOfFrame(FRAME, "started");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(click.seen).toEqual({});
});

test("a tab that is closed before a server has answered it brings no file, and is not waited for", async () => {
  const POPUP = TAB + 1;
  for (const answered of [false, true]) {
    watch = effects.watch(TAB);
    navigation.watch(POPUP);
    const click = followed("tab");
    effects.opened(POPUP, TAB, PAGE);
    navigation.feed(POPUP, { kind: "started", url: PAGE, error: "" });
    if (answered) navigation.feed(POPUP, { kind: "answering", url: PAGE, error: "" });
    tabScope.end(POPUP);
    await vi.advanceTimersByTimeAsync(0);
    expect(click.seen).toEqual(answered ? undefined : { openedAndClosed: POPUP });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(click.seen).toEqual({ openedAndClosed: POPUP });
    watch.done();
  }
});

test("a tab that Firefox closes again instead of showing its address is reported as refused", async () => {
  const POPUP = TAB + 1;
  const url = "data:text/html,x";
  for (const says of [true, false]) {
    watch = effects.watch(TAB);
    navigation.watch(POPUP);
    effects.opened(POPUP, TAB, url);
    const click = followed("tab");
    if (says) navigation.feed(POPUP, { kind: "failed", url, error: "Error code 2153578489" });
    tabScope.end(POPUP);
    await vi.advanceTimersByTimeAsync(says ? 0 : 2_000);
    expect(click.seen).toEqual({ navigationRefused: url });
    watch.done();
  }
});
