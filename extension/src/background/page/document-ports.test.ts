import { expect, test } from "vitest";
import type { AskMessage, FromDocument, ToContent } from "../../shared/messages";
import { tabScope } from "../scopes";
import { DocumentPorts } from "./document-ports";

const MESSAGE = { clz: "abort", id: "1", fault: {} } as unknown as ToContent;
const REPLY = { ok: true, value: 1 } as const;

class FakePort {
  readonly asked: AskMessage[] = [];
  readonly sender: object;
  readonly #listeners = { onMessage: new Set<(given: object) => void>(), onDisconnect: new Set<() => void>() };
  readonly onMessage = event(this.#listeners.onMessage);
  readonly onDisconnect = event(this.#listeners.onDisconnect);

  constructor(tabId = 1, frameId = 0) {
    this.sender = { tab: { id: tabId }, frameId };
  }

  postMessage(asked: AskMessage): void {
    this.asked.push(structuredClone(asked));
  }

  say(message: FromDocument): void {
    for (const listener of [...this.#listeners.onMessage]) listener(message);
  }

  answer(ask: number): void {
    this.say({ clz: "answer", ask, reply: REPLY });
  }

  disconnect(): void {
    for (const listener of [...this.#listeners.onDisconnect]) listener();
  }

  get isHeard(): boolean {
    return this.#listeners.onMessage.size + this.#listeners.onDisconnect.size > 0;
  }
}

function event<T>(listeners: Set<T>): { addListener(one: T): void; removeListener(one: T): void } {
  return {
    addListener: (one: T) => void listeners.add(one),
    removeListener: (one: T) => void listeners.delete(one),
  };
}

function attached(...fakes: FakePort[]): { ports: DocumentPorts; stages: object[] } {
  const ports = new DocumentPorts();
  const stages: object[] = [];
  for (const fake of fakes) ports.attach(fake as unknown as browser.runtime.Port, (stage) => stages.push(stage));
  return { ports, stages };
}

test("each frame of each tab is asked by its own port, and each ask gets its own answer", async () => {
  const [top, frame, other] = [new FakePort(1, 0), new FakePort(1, 7), new FakePort(2, 0)];
  const { ports } = attached(top, frame, other);
  const [first, second, framed] = [ports.ask(1, 0, MESSAGE), ports.ask(1, 0, MESSAGE), ports.ask(1, 7, MESSAGE)];
  expect(top.asked).toEqual([
    { ask: 1, message: MESSAGE },
    { ask: 2, message: MESSAGE },
  ]);
  expect([frame.asked.length, other.asked.length]).toEqual([1, 0]);
  top.say({ clz: "answer", ask: 2, reply: { need: "a11y" } });
  top.answer(1);
  frame.answer(1);
  await expect(first).resolves.toEqual(REPLY);
  await expect(second).resolves.toEqual({ need: "a11y" });
  await expect(framed).resolves.toEqual(REPLY);
  expect(ports.ask(1, 8, MESSAGE)).toBeNull();
  expect(ports.ask(3, 0, MESSAGE)).toBeNull();
});

test("what a call says of itself is passed on", () => {
  const port = new FakePort();
  const { stages } = attached(port);
  const stage = { clz: "stage", id: "1", stage: "acting" } as const;
  port.say(stage);
  expect(stages).toEqual([stage]);
});

test("a page that is left answers what it has heard; nobody answers the rest, and it is asked nothing more", async () => {
  const port = new FakePort();
  const { ports } = attached(port);
  const [heard, unheard] = [ports.ask(1, 0, MESSAGE), ports.ask(1, 0, MESSAGE)];
  port.say({ clz: "left", heard: 1 });
  await expect(unheard).resolves.toBeNull();
  expect(ports.ask(1, 0, MESSAGE)).toBeNull();
  port.answer(1);
  await expect(heard).resolves.toEqual(REPLY);
});

test("a page that is gone has no answer, and its port is not listened to any more", async () => {
  const port = new FakePort();
  const { ports } = attached(port);
  const asked = ports.ask(1, 0, MESSAGE);
  port.disconnect();
  await expect(asked).resolves.toBeNull();
  expect(port.isHeard).toBe(false);
  expect(ports.ask(1, 0, MESSAGE)).toBeNull();
});

test("the end of the page before does not take the next one's port", async () => {
  const [before, now] = [new FakePort(), new FakePort()];
  const { ports } = attached(before, now);
  before.say({ clz: "left", heard: 0 });
  before.disconnect();
  const asked = ports.ask(1, 0, MESSAGE);
  now.answer(1);
  await expect(asked).resolves.toEqual(REPLY);
});

test("a tab that is no agent's any more is forgotten, and what it was asked still has its answer", async () => {
  const port = new FakePort();
  const { ports } = attached(port);
  const asked = ports.ask(1, 0, MESSAGE);
  tabScope.end(1);
  expect(ports.ask(1, 0, MESSAGE)).toBeNull();
  port.answer(1);
  await expect(asked).resolves.toEqual(REPLY);
});
