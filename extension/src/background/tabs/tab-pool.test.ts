import { beforeEach, expect, test } from "vitest";
import { LIMITS } from "../../generated/registry";
import { TabPool, type Slot } from "./tab-pool";

const [A, B, C] = ["a", "b", "c"].map((letter) => letter.repeat(32)) as [string, string, string];
const { maxTabs, reservationMs } = LIMITS;

let pool: TabPool;
let lost: Array<[tabId: number, loss: string]>;
let now: number;
let timers: Set<{ at: number; action: () => void }>;

beforeEach(() => {
  now = 0;
  timers = new Set();
  lost = [];
  const clock = {
    now: () => now,
    later: (ms: number, action: () => void) => {
      const timer = { at: now + ms, action };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  };
  pool = new TabPool(clock, (tabId, loss) => lost.push([tabId, loss]));
});

function advance(ms: number): void {
  now += ms;
  for (const timer of timers) {
    if (timer.at > now) continue;
    timers.delete(timer);
    timer.action();
  }
}

/** Gives each owner a tab, numbered from 1. */
function fill(owners: string[]): void {
  for (const [at, owner] of owners.entries()) expect(pool.reserve(owner).fill(at + 1)).toBe(true);
}

function fillAll(owner: string): void {
  fill(new Array<string>(maxTabs).fill(owner));
}

function code(act: () => unknown): string {
  try {
    act();
  } catch (thrown) {
    return (thrown as { code: string }).code;
  }
  return "nothing was thrown";
}

function opened(agent: string, tabId: number): Slot {
  const slot = pool.reserve(agent);
  expect(slot.fill(tabId)).toBe(true);
  return slot;
}

test("a reserved slot is taken by nobody else", () => {
  fillAll(A);
  expect(code(() => pool.reserve(B))).toBe("POOL_FULL");
  expect(pool.request(B).yours).toEqual({ position: 1, reservedMs: null });
  expect(pool.request(C).yours).toEqual({ position: 2, reservedMs: null });
  expect(pool.grant(A)).toEqual({ tabId: 1, to: B });
  expect(pool.status(B).yours.position, "the tab is not gone yet").toBe(1);
  pool.gone(1);
  expect(pool.status(B).yours).toEqual({ position: null, reservedMs: reservationMs });
  expect(code(() => pool.reserve(C))).toBe("POOL_FULL");
  expect(opened(A, 99).keep(), "who has tabs gives up its own").toBe(2);
  pool.gone(2);
  opened(B, 100);
});

test("a tab goes for another only when that one is kept", () => {
  fill([...new Array<string>(maxTabs - 1).fill(A), B]);
  pool.reserve(A).release();
  opened(A, 98);
  pool.close(98);
  pool.gone(98);
  expect(pool.ownedBy(A), "nothing was given up").toEqual(Array.from({ length: maxTabs - 1 }, (_, at) => at + 1));
  const slot = pool.reserve(B);
  expect(
    code(() => pool.reserve(B)),
    "one tab makes room for one",
  ).toBe("POOL_FULL");
  expect(slot.fill(99)).toBe(true);
  expect(pool.count).toBe(maxTabs);
  expect(slot.keep()).toBe(maxTabs);
});

test("a reservation that is let go serves the next one", () => {
  fillAll(A);
  pool.request(B);
  pool.request(C);
  pool.gone(1);
  advance(reservationMs - 1);
  expect(pool.status(C).yours.position).toBe(1);
  advance(1);
  expect(pool.status(B).yours).toEqual({ position: null, reservedMs: null });
  expect(pool.status(C).yours.reservedMs).toBe(reservationMs);
});

test("a reservation cannot run out while it is being used", () => {
  fillAll(A);
  pool.request(B);
  pool.gone(1);
  const slot = pool.reserve(B);
  pool.request(C);
  advance(2 * reservationMs);
  expect(code(() => pool.reserve(C))).toBe("POOL_FULL");
  expect(slot.fill(99)).toBe(true);
  expect(pool.count).toBe(maxTabs);
});

test("a failed use of a reservation keeps it for the rest of its time", () => {
  fillAll(A);
  pool.request(B);
  pool.gone(1);
  const first = pool.reserve(B);
  advance(1_000);
  first.release();
  expect(pool.status(B).yours.reservedMs).toBe(reservationMs - 1_000);
  const second = pool.reserve(B);
  pool.request(C);
  pool.leave(B);
  second.release();
  expect(pool.status(B).yours, "but not for one that left").toEqual({ position: null, reservedMs: null });
  expect(pool.status(C).yours.reservedMs).toBe(reservationMs);
});

test("an agent whose use of a reservation fails does not wait for another as well", () => {
  fill(Array<string>(maxTabs - 1).fill(A));
  pool.request(B);
  const opening = pool.reserve(B);
  expect(pool.request(B).yours.position).toBe(1);
  opening.release();
  expect(pool.status(B).yours).toEqual({ position: null, reservedMs: reservationMs });
  expect(pool.waiting).toBe(0);
});

test("two grants at once give up one tab for one request", () => {
  fill(Array.from({ length: maxTabs }, (_, at) => (at % 2 === 0 ? A : B)));
  pool.request(C);
  expect(pool.grant(A).to).toBe(C);
  expect(code(() => pool.grant(B))).toBe("NO_REQUESTS");
  expect(code(() => pool.grant(A))).toBe("NO_REQUESTS");
});

test("a full queue is said", () => {
  fillAll(A);
  for (let n = 0; n < LIMITS.maxSlotQueue; n += 1) pool.request(`waiter-${n}`);
  expect(code(() => pool.request("one too many"))).toBe("QUEUE_FULL");
  expect(pool.request("waiter-0").yours.position).toBe(1);
});

test("a full pool says who holds tabs and what is kept", () => {
  fill([...new Array<string>(7).fill(A), ...new Array<string>(5).fill(B)]);
  pool.request(C);
  pool.gone(1);
  expect(() => pool.reserve("someone")).toThrow(
    expect.objectContaining({
      code: "POOL_FULL",
      details: {
        tabPool: { count: maxTabs - 1, max: maxTabs },
        ownerBreakdown: [
          { owner: A.slice(0, 12), tabs: 6 },
          { owner: B.slice(0, 12), tabs: 5 },
        ],
        activeReservations: [{ agent: C.slice(0, 12), expiresInMs: reservationMs }],
      },
    }),
  );
});

test("a shared tab is one agent's until it is taken back", () => {
  fill([A]);
  expect(pool.share(1, B), "a tab of the pool is not the person's to lend").toBe(false);
  expect(pool.share(50, B)).toBe(true);
  expect(pool.resolve(B, null)).toBe(50);
  expect(code(() => pool.resolve(A, 50))).toBe("OWNERSHIP");
  expect(pool.count, "it is none of the pool's").toBe(1);
  expect(pool.share(50, A)).toBe(true);
  expect(code(() => pool.resolve(B, 50))).toBe("OWNERSHIP");
  expect(pool.revoke(50)).toBe(true);
  expect(pool.revoke(50)).toBe(false);
  expect(code(() => pool.resolve(A, 50))).toBe("TAB_CLOSED");
  expect(lost).toEqual([
    [50, "taken"],
    [50, "taken"],
  ]);
  pool.share(51, A);
  expect(pool.leave(A), "what is lent is not closed").toEqual([1]);
  expect(code(() => pool.resolve(A, 51))).toBe("TAB_CLOSED");
});
