import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FromDocument, ToContent } from "../shared/messages";

type Hear = (asked: object) => void;

class FakePort {
  readonly said: FromDocument[] = [];
  isOpen = true;
  #wake = (): void => undefined;
  hear: Hear = () => undefined;
  closed = (): void => undefined;
  readonly onMessage = { addListener: (listener: Hear) => void (this.hear = listener) };
  readonly onDisconnect = { addListener: (listener: () => void) => void (this.closed = listener) };

  postMessage(message: FromDocument): void {
    this.said.push(structuredClone(message));
    this.#wake();
  }

  /** What was said, once it is so much. */
  async whenSaid(count: number): Promise<FromDocument[]> {
    while (this.said.length < count) await new Promise<void>((resolve) => (this.#wake = resolve));
    return this.said;
  }

  disconnect(): void {
    this.isOpen = false;
  }
}

const STAGE = { clz: "stage", id: "1", stage: "acting" } as const;
let ports: FakePort[];
let heard: ToContent[];
let answer: unknown;
let port: typeof import("./background-port");

beforeEach(async () => {
  [ports, heard, answer] = [[], [], { ok: true, value: 1 }];
  vi.resetModules();
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("browser", {
    runtime: {
      connect: () => {
        ports.push(new FakePort());
        return ports.at(-1);
      },
    },
  });
  const engine = (message: ToContent): Promise<unknown> => {
    heard.push(message);
    return Promise.resolve(answer);
  };
  vi.stubGlobal("__clz", { engine });
  port = await import("./background-port");
  port.openPort();
});
afterEach(() => vi.unstubAllGlobals());

function leave(): void {
  window.dispatchEvent(new Event("pagehide"));
}

function show(): void {
  window.dispatchEvent(new Event("pageshow"));
}

test("what is asked has its answer by the same port", async () => {
  ports[0]?.hear({ ask: 3, message: { clz: "abort" } });
  await expect(ports[0]?.whenSaid(1)).resolves.toEqual([{ clz: "answer", ask: 3, reply: answer }]);
  expect(heard).toEqual([{ clz: "abort" }]);
  show(); // as every page is
  expect(ports).toHaveLength(1);
});

test("an answer that cannot be sent is none", async () => {
  answer = { ok: true, value: () => undefined };
  ports[0]?.hear({ ask: 1, message: {} });
  await expect(ports[0]?.whenSaid(1)).resolves.toEqual([{ clz: "answer", ask: 1, reply: null }]);
});

test("a page that is left says how far it has heard, answers that, and takes nothing more", async () => {
  ports[0]?.hear({ ask: 1, message: { clz: "abort" } });
  leave();
  ports[0]?.hear({ ask: 2, message: { clz: "abort" } });
  await expect(ports[0]?.whenSaid(2)).resolves.toEqual([
    { clz: "left", heard: 1 },
    { clz: "answer", ask: 1, reply: answer },
  ]);
  expect(heard).toHaveLength(1);
});

test("a page that is shown again has a port of its own again", () => {
  leave();
  port.tell(STAGE);
  expect(ports).toHaveLength(1);
  show();
  expect(ports).toHaveLength(2);
  expect(ports[0]?.isOpen).toBe(false);
  port.tell(STAGE);
  expect(ports[1]?.said).toEqual([STAGE]);
});

test("a port that was closed is opened again when something is to be said", () => {
  ports[0]?.closed();
  port.tell(STAGE);
  expect(ports[1]?.said).toEqual([STAGE]);
});
