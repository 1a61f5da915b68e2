// Drives the extension's own tab pool for tests: one JSON array [operation, ...arguments] a line in, one answer a line
// out. The clock is stopped until it is advanced; timers fire on the way.

import { createInterface } from "node:readline";
import { TabPool } from "../../../extension/src/background/tabs/tab-pool";

let pool;
let now;
let timers;
let places;

const clock = {
  now: () => now,
  later: (ms, action) => {
    const timer = { at: now + ms, action };
    timers.add(timer);
    return () => timers.delete(timer);
  },
};

function advance(ms) {
  const end = now + ms;
  for (;;) {
    const due = [...timers].filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
    if (!due) break;
    timers.delete(due);
    now = Math.max(now, due.at);
    due.action();
  }
  now = end;
}

const operations = {
  reset: () => {
    now = 0;
    timers = new Set();
    places = new Map();
    pool = new TabPool(clock, () => undefined);
  },
  advance,
  reserve: (agent, id) => {
    const place = pool.reserve(agent);
    places.set(id, place);
  },
  keep: (id) => places.get(id).keep(),
  fill: (id, tabId) => places.get(id).fill(tabId),
  release: (id) => places.get(id).release(),
  state: (agents) => ({
    tabs: Object.fromEntries(agents.map((agent) => [agent, pool.ownedBy(agent)])),
    current: Object.fromEntries(agents.map((agent) => [agent, pool.currentOf(agent)])),
    count: pool.count,
    waiting: pool.waiting,
    status: Object.fromEntries(agents.map((agent) => [agent, pool.status(agent).yours])),
    reservations: pool.status("").reservations.length,
    timers: timers.size,
    trials: agents.flatMap((agent) => pool.ownedBy(agent)).filter((tabId) => pool.isOnTrial(tabId)),
  }),
};

operations.reset();
for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...rest] = JSON.parse(line);
  let answer;
  try {
    const value = name in operations ? operations[name](...rest) : pool[name](...rest);
    answer = { value: value ?? null };
  } catch (thrown) {
    answer = { error: thrown.code ?? String(thrown.stack), details: thrown.details ?? null };
  }
  console.log(JSON.stringify(answer));
}
