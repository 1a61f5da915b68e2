import { beforeEach, expect, test, vi } from "vitest";
import type { SocketBatch } from "../../../shared/sockets";
import { CommandContext } from "../../command-context";
import { browserWith } from "../../privileged/stubs";
import type { NetworkLog } from "../network-log";
import { SocketRecorder } from "./socket-recorder";

const TAB = 7;
let hear: (tab: number, batch: SocketBatch) => unknown;

beforeEach(() => {
  vi.stubGlobal("browser", browserWith({}, {}, { onSockets: { addListener: (take: typeof hear) => (hear = take) } }));
});

/** What a page says of the first socket of its process. */
function opened(page: number, url: string): SocketBatch {
  const sockets = [{ id: "w1", kind: "websocket" as const, url, channel: null }];
  const message = { socket: "w1", type: "opened" as const, at: 0 };
  return { page, frame: `https://${page}.test/`, sockets, messages: [message], dropped: 0 };
}

test("sockets of two processes that have one number are two", async () => {
  const recorder = new SocketRecorder({ all: () => ({ entries: [] }) } as unknown as NetworkLog);
  await recorder.set(TAB, { state: "on", maxBytes: 100, match: undefined } as never);
  await hear(TAB, opened(1, "wss://frame.test/"));
  await hear(TAB, opened(2, "wss://page.test/"));
  const context = new CommandContext({
    type: "command",
    id: "1",
    command: "getSocketMessages",
    params: {},
    agent: { id: "a" },
    deadlineMs: 10_000,
  });
  context.bindTab(TAB);
  const { messages } = await recorder.read({ full: false, limit: 10, clear: false, waitMs: 0 }, context);
  expect(messages.map(({ url, frame }) => [url, frame])).toEqual([
    ["wss://frame.test/", "https://1.test/"],
    ["wss://page.test/", "https://2.test/"],
  ]);
  context.close();
});
