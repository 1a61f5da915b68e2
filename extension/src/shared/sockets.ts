// Sockets of pages: WebSockets and EventSources, as the helper reports them.

export interface SocketSettings {
  /** Only of addresses that match this glob. */
  match: string | null;
  /** How much of each message is kept. */
  maxBytes: number;
}

export interface SocketInfo {
  /** No other socket of its page has the same: each process counts its own. */
  id: string;
  kind: "websocket" | "eventsource";
  /** Null if it was opened before anybody listened, and cannot be identified. */
  url: string | null;
  /** Firefox's number for the channel of its handshake. */
  channel: number | null;
  /** The handshake, as webRequest names it. */
  request?: string | null;
}

export interface SocketMessage {
  socket: string;
  type: "opened" | "sent" | "received" | "closed";
  /** In milliseconds of the epoch. */
  at: number;
  /** Of a message, what is kept: of a WebSocket a byte a character, of an EventSource its text. */
  data?: string;
  format?: "text" | "binary";
  /** Of the whole message. */
  bytes?: number;
  event?: string;
  eventId?: string;
  protocol?: string;
  code?: number;
  reason?: string;
  clean?: boolean;
}

/** What was seen in one document since the last time. */
export interface SocketBatch {
  /** The document, by the number of its inner window. */
  page: number;
  frame: string;
  sockets: SocketInfo[];
  messages: SocketMessage[];
  /** How many were left out because there were too many at once. */
  dropped: number;
  /** True if the document is gone, and with it its sockets. */
  gone?: boolean;
}
