// Sockets in a Firefox without the helper: the events of streams, copied on their way to the page, and of WebSockets the
// handshake, as no extension is shown more.

import { LIMITS } from "../../../generated/registry";
import type { SocketInfo, SocketMessage } from "../../../shared/sockets";
import { parseContentType } from "../../../shared/text/content-type";

/** What is reported of a socket. */
type Tell = (socket: SocketInfo, frame: string, message: Omit<SocketMessage, "socket">) => void;

type Answer = Parameters<Parameters<typeof browser.webRequest.onHeadersReceived.addListener>[0]>[0];

/** Begins with the requests of a tab. What it gives ends it; streams that are open go on to their pages. */
export function listenToStreams(tabId: number, tell: Tell): () => void {
  const { onHeadersReceived, onErrorOccurred } = browser.webRequest;
  const streams = {
    urls: ["<all_urls>"],
    tabId,
    types: ["xmlhttprequest", "other"] as browser.webRequest.ResourceType[],
  };
  const sockets = { urls: ["<all_urls>"], tabId, types: ["websocket"] as browser.webRequest.ResourceType[] };
  const answered = (details: Answer): void => {
    const type = details.responseHeaders?.find(({ name }) => name.toLowerCase() === "content-type")?.value;
    if (parseContentType(type).mimeType === "text/event-stream") copy(details, tell);
  };
  const opened = (details: Answer): void => {
    const isOpen = details.statusCode === 101;
    tell(socketOf(details, "websocket"), details.documentUrl ?? "", {
      type: isOpen ? "opened" : "closed",
      at: Date.now(),
    });
  };
  const failed = (details: { requestId: string; url: string; documentUrl?: string | undefined }): void =>
    tell(socketOf(details, "websocket"), details.documentUrl ?? "", { type: "closed", at: Date.now() });
  onHeadersReceived.addListener(answered, streams, ["blocking", "responseHeaders"]);
  onHeadersReceived.addListener(opened, sockets);
  onErrorOccurred.addListener(failed, sockets);
  return () => {
    onHeadersReceived.removeListener(answered);
    onHeadersReceived.removeListener(opened);
    onErrorOccurred.removeListener(failed);
  };
}

function socketOf({ requestId, url }: { requestId: string; url: string }, kind: SocketInfo["kind"]): SocketInfo {
  return { id: `r${requestId}`, kind, url, channel: null, request: requestId };
}

function copy(details: Answer, tell: Tell): void {
  const socket = socketOf(details, "eventsource");
  const say = (message: Omit<SocketMessage, "socket">): void => tell(socket, details.documentUrl ?? "", message);
  const decoder = new TextDecoder();
  const stream = new EventStream((data, event, eventId) =>
    say({
      ...{
        type: "received",
        at: Date.now(),
        format: "text",
        bytes: new TextEncoder().encode(data).length,
        data,
        event,
      },
      ...(eventId !== "" && { eventId }),
    }),
  );
  const filter = browser.webRequest.filterResponseData(details.requestId);
  filter.onstart = () => say({ type: "opened", at: Date.now() });
  filter.ondata = ({ data }) => {
    filter.write(data);
    stream.add(decoder.decode(data, { stream: true }));
  };
  filter.onstop = () => {
    filter.disconnect();
    say({ type: "closed", at: Date.now() });
  };
  filter.onerror = () => say({ type: "closed", at: Date.now() });
}

/** No more is kept of an event, nor of a line, however long it goes on. */
const MAX_CHARS = LIMITS.bodiesBytes / 10;

/** Reads a stream of events: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export class EventStream {
  /** The line that has not ended yet, in the pieces that it came in. */
  #rest: string[] = [];
  #restChars = 0;
  #dataChars = 0;
  #data: string[] = [];
  #event = "";
  #id = "";

  constructor(private readonly tell: (data: string, event: string, id: string) => void) {}

  add(text: string): void {
    // A CR at the end may be half of a line's end.
    const begun = this.#rest.at(-1)?.endsWith("\r") ? (this.#rest.pop() ?? "") : "";
    const [first = "", ...lines] = (begun + text).split(/\r\n|\n|\r(?!$)/);
    const last = lines.pop();
    this.#keep(first, begun.length);
    if (last === undefined) return;
    this.#line(this.#rest.join(""));
    for (const line of lines) this.#line(line);
    this.#rest = [];
    this.#restChars = 0;
    this.#keep(last, 0);
  }

  #keep(piece: string, known: number): void {
    if (piece === "" || this.#restChars > MAX_CHARS) return;
    this.#rest.push(piece);
    this.#restChars += piece.length - known;
  }

  #line(line: string): void {
    if (line === "") return this.#dispatch();
    const [, name = "", value = ""] = /^([^:]*)(?::[ ]?([^]*))?$/.exec(line) ?? [];
    if (name === "data" && this.#dataChars <= MAX_CHARS) {
      this.#data.push(value);
      this.#dataChars += value.length + 1;
    }
    if (name === "event") this.#event = value;
    else if (name === "id" && !value.includes("\0")) this.#id = value;
  }

  #dispatch(): void {
    if (this.#data.length > 0) this.tell(this.#data.join("\n"), this.#event || "message", this.#id);
    this.#data = [];
    this.#dataChars = 0;
    this.#event = "";
  }
}
